# SPDX-License-Identifier: 0BSD
# Reads NAME.c and fails if two buffers of the arena share bytes while both are needed: each from the
# first step that mentions it to the last. Only a convolution that copies rows may write over its
# operand. Says nothing of programs that jump.
/^    AT_/ {
    for (i = 1; i <= NF; i++) {
        if ($i ~ /^AT_/)
            at[substr($i, 4)] = $(i + 2) + 0
        if ($i ~ /^SIZE_/)
            size[substr($i, 6)] = $(i + 2) + 0
    }
}
/goto / { jumps = 1 }
/^ *STEP\(/ { step++; rows[step] = /pte_[a-z0-9]*_rows_/ }
step {
    line = $0
    while (match(line, /AT\([a-z0-9]*, [A-Za-z0-9_]*\)/)) {
        name = substr(line, RSTART, RLENGTH)
        sub(/^.*, /, "", name)
        sub(/\)$/, "", name)
        if (!(name in first)) {
            first[name] = step
            order[++n] = name
        }
        last[name] = step
        line = substr(line, RSTART + RLENGTH)
    }
}
END {
    for (i = 1; i <= n && !jumps; i++)
        for (k = i + 1; k <= n; k++) {
            a = order[i]; b = order[k] # b starts later
            if (first[b] > last[a] || at[a] + size[a] <= at[b] || at[b] + size[b] <= at[a])
                continue
            if (first[b] == last[a] && rows[first[b]] && b !~ /_rows$/)
                continue
            printf "FAILED: %s and %s share bytes in step %d\n", a, b, first[b]
            bad = 1
        }
    exit bad
}
