# Ends what a harness leaves behind, however the harness ended. POSIX shell, Linux and macOS.
#
# Reads orders, one a line, until its standard input ends; that happens when the harness is gone:
#   watch PID SIGNAL   end this process: SIGNAL first, KILL a moment later
#   forget PID         it has ended by itself
#   remove DIRECTORY   remove it at the end
#   container NAME ENGINE, network NAME ENGINE
#                      remove it at the end; ENGINE is where the container engine listens
#   removed NAME       it has been removed already
#   release FILE       a postmaster.pid: release the shared memory that it names, if the file is still there
# It ignores the signals of a terminal, so that Ctrl-C does not end it before its work is done.
trap '' INT TERM HUP QUIT

# When the process started, in whatever words the system has for it: a process id alone may have been given anew.
started() {
    if [ -r /proc/self/stat ]; then
        stat=
        { read -r stat < "/proc/$1/stat"; } 2>/dev/null || return 0
        set -- ${stat##*) }
        case $1 in
            Z | X) ;;
            *) echo "${20}" ;;
        esac
    else
        ps -o lstart= -p "$1" 2>/dev/null
    fi
}

# The children of one process. Dead ones that nobody has collected do not count.
children() {
    if [ -r /proc/self/stat ]; then
        for file in /proc/[0-9]*/stat; do
            stat=
            { read -r stat < "$file"; } 2>/dev/null || continue
            pid=${file#/proc/}
            pid=${pid%/stat}
            parent=$1
            set -- ${stat##*) }
            [ "$2" = "$parent" ] && [ "$1" != Z ] && echo "$pid"
            set -- "$parent"
        done
    else
        ps -axo pid=,ppid= | while read -r pid parent; do
            [ "$parent" = "$1" ] && echo "$pid"
        done
    fi
}

tree() {
    echo "$1"
    for child in $(children "$1"); do
        tree "$child"
    done
}

# The lines of $2 that do not begin with the word $1.
without() {
    while IFS= read -r entry; do
        case $entry in
            '' | "$1 "*) ;;
            *) printf '%s\n' "$entry" ;;
        esac
    done <<LINES
$2
LINES
}

# Says whether it was there and is gone now: removed KIND NAME ENGINE; KIND is container or network.
removed() {
    if command -v docker >/dev/null 2>&1; then
        case $1 in
            container) answer=$(DOCKER_HOST=$3 docker rm -f -v "$2" 2>/dev/null) ;;
            network) answer=$(DOCKER_HOST=$3 docker network rm "$2" 2>/dev/null) ;;
        esac
        [ -n "$answer" ] && return 0
    fi
    path="/$1s/$2?force=1&v=1"
    case $3 in
        unix://*) set -- --unix-socket "${3#unix://}" "http://localhost$path" ;;
        *) set -- "http://${3#*://}$path" ;;
    esac
    [ "$(curl -s -o /dev/null -w '%{http_code}' --max-time 30 -X DELETE "$@" 2>/dev/null)" = 204 ]
}

newline='
'
watched= # lines of: PID SIGNAL START
containers= # lines of: NAME ENGINE
networks= # lines of: NAME ENGINE
directories=
releases=
while IFS= read -r line; do
    order=${line%% *}
    subject=${line#* }
    case $order in
        watch) watched="$watched$subject $(started "${subject%% *}")$newline" ;;
        forget) watched=$(without "$subject" "$watched")$newline ;;
        container) containers="$containers$subject$newline" ;;
        network) networks="$networks$subject$newline" ;;
        removed)
            containers=$(without "$subject" "$containers")$newline
            networks=$(without "$subject" "$networks")$newline
            ;;
        remove) directories="$directories$subject$newline" ;;
        release) releases="$releases$subject$newline" ;;
    esac
done

# Everything that is still the process it was, with all below it.
left= # lines of: PID START
while read -r pid signal start; do
    [ -n "$start" ] && [ "$(started "$pid")" = "$start" ] || continue
    for member in $(tree "$pid"); do
        left="$left$member $(started "$member")$newline"
        kill -s CONT "$member" 2>/dev/null
    done
    kill -s "$signal" "$pid" 2>/dev/null
done <<LINES
$watched
LINES

# Half a minute at most, and no wait once all are gone.
tries=0
while [ -n "$left" ] && [ $tries -lt 300 ]; do
    tries=$((tries + 1))
    kept=
    while read -r pid start; do
        [ -n "$start" ] && [ "$(started "$pid")" = "$start" ] || continue
        [ $tries -gt 20 ] && kill -s KILL "$pid" 2>/dev/null
        kept="$kept$pid $start$newline"
    done <<LINES
$left
LINES
    left=$kept
    [ -z "$left" ] || sleep 0.1 2>/dev/null || sleep 1
done

# One that the engine was still making when the harness ended appears a moment later.
for kind in container network; do
    [ $kind = container ] && left=$containers || left=$networks
    tries=0
    while [ -n "$left" ] && [ $tries -lt 4 ]; do
        tries=$((tries + 1))
        kept=
        while read -r name engine; do
            [ -z "$name" ] || removed $kind "$name" "$engine" </dev/null || kept="$kept$name $engine$newline"
        done <<LINES
$left
LINES
        left=$kept
        [ -z "$left" ] || sleep 1
    done
done

while IFS= read -r file; do
    if [ -n "$file" ] && [ -r "$file" ]; then
        { read -r _; read -r _; read -r _; read -r _; read -r _; read -r _; read -r _ id; } < "$file"
        [ -n "$id" ] && ipcrm -m "$id" >/dev/null 2>&1
    fi
done <<LINES
$releases
LINES

while IFS= read -r directory; do
    [ -n "$directory" ] && rm -rf -- "$directory"
done <<LINES
$directories
LINES
exit 0
