# To be sourced, with $root set: finds a JDK 25, and builds what is missing or outdated.
class_path_file="$root/benchmarks/target/class-path"

is_jdk_25() {
  [ -x "$1/bin/javac" ] && grep -q '^JAVA_VERSION="25[."]' "$1/release" 2>/dev/null
}

find_jdk() {
  local candidate
  for candidate in "${JAVA_HOME:-}" "${JDK_25:-}" "${JAVA_HOME_25_X64:-}" "${JAVA_HOME_25_ARM64:-}" \
      /usr/lib/jvm/* /opt/java/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
      /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$candidate" ] && is_jdk_25 "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  echo "relaybench: no JDK 25 found: install one (for example Temurin 25) or let JAVA_HOME name it." >&2
  exit 70
}

is_outdated() {
  [ ! -f "$class_path_file" ] && return 0
  [ -n "$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main -newer "$class_path_file" -type f -print -quit)" ]
}

build_if_outdated() {
  if is_outdated; then
    command -v mvn >/dev/null || { echo "relaybench: mvn is not on the PATH: install Maven 3.8 or newer." >&2; exit 70; }
    echo "relaybench: building" >&2
    mvn -B -q -f "$root/pom.xml" -Dmaven.test.skip package >&2 || { echo "relaybench: the build failed." >&2; exit 70; }
    touch "$class_path_file"
  fi
}
