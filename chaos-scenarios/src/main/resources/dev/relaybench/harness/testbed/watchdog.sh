# Ends what a harness leaves behind, however the harness ended. POSIX shell, Linux and macOS.
#
# Reads orders, one a line, until its standard input ends; that happens when the harness is gone:
#   watch PID SIGNAL   end this process: SIGNAL first, KILL a moment later
#   forget PID         it has ended by itself
#   remove DIRECTORY   remove it at the end
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

newline='
'
watched= # lines of: PID SIGNAL START
directories=
releases=
while IFS= read -r line; do
    order=${line%% *}
    subject=${line#* }
    case $order in
        watch) watched="$watched$subject $(started "${subject%% *}")$newline" ;;
        forget)
            kept=
            while IFS= read -r entry; do
                case $entry in
                    "$subject "*) ;;
                    ?*) kept="$kept$entry$newline" ;;
                esac
            done <<LINES
$watched
LINES
            watched=$kept
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
