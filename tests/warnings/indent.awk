# SPDX-License-Identifier: 0BSD
# Prints each line of C that begins a statement and is not indented by four for every brace around it, and for every
# condition or loop without braces that it belongs to.
FNR == 1 { depth = paren = comment = under = cpp = 0; begins = 1 }
/^#if.*__cplusplus/ { cpp = 1 }
/^#endif/ { cpp = 0 }
cpp { next }
/^#/ || goes_on { goes_on = /\\$/; next }
{
    text = $0
    gsub(/'.'|"([^"\\]|\\.)*"/, "x", text)
    if (comment && !sub(/.*\*\//, "", text))
        next
    comment = 0
    while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//))
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
    comment = sub(/\/\*.*/, "", text)
    sub(/ *$/, "", text)
    match(text, /^ */)
    indent = RLENGTH
    text = substr(text, indent + 1)
    if (text == "")
        next
    out = text ~ /^(}|case |default:)/
    if (begins && text !~ /^[a-z0-9_]+:;$/ && indent != 4 * (depth - out + under))
        print FILENAME ":" FNR ": " $0
    depth += gsub(/\{/, "{", text) - gsub(/\}/, "}", text)
    paren += gsub(/\(/, "(", text) - gsub(/\)/, ")", text)
    head = paren == 0 && (text ~ /^(} )?(else if|if|for|while) .*\)$/ || text ~ /^(} )?else$/)
    begins = head || (paren == 0 && text ~ /[;{}:]$/)
    under = head ? under + 1 : begins ? 0 : under
}
