# SPDX-License-Identifier: 0BSD
# Sourced: `keys FILE` prints the paths of all keys of a YAML file that is indented by two, such as build/cmake.
keys() {
    awk '/^ *(#|$)/ { next }
        { indent = match($0, /[^ ]/) - 1
          line = substr($0, indent + 1)
          if (sub(/^- /, "", line)) indent += 2
          if (!match(line, /^[A-Za-z0-9_.-]+:( |$)/)) next
          key[indent] = substr(line, 1, RLENGTH); sub(/: *$/, "", key[indent])
          for (i = indent + 1; i < 40; i++) key[i] = ""
          path = ""
          for (i = 0; i <= indent; i++) if (key[i] != "") path = path (path == "" ? "" : "/") key[i]
          print path }' "$1"
}
# `only FILE PATTERN...` fails for a key that is none of the patterns (extended regular expressions).
only() {
    file=$1
    shift
    for key in $(keys "$file"); do
        known=no
        for pattern; do
            echo "$key" | grep -Eqx -e "$pattern" && known=yes
        done
        [ $known = yes ] || fail "$file: $key is no key of its schema"
    done
}
# `has FILE KEY...` fails for a key that is missing.
has() {
    file=$1
    shift
    for key; do
        keys "$file" | grep -qx -e "$key" || fail "$file: no $key"
    done
}
