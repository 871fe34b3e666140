# SPDX-License-Identifier: 0BSD
# The lines of a self-test image, for scripts beside this one.

# A record of each line of standard input: gzip's checksum is the protocol's. Those stay that are empty or start with #.
records() {
    while read -r words; do
        case $words in
        "" | "#"*) echo "$words" ;;
        *) echo "ptec:$words*$(printf %s "$words" | gzip -c | tail -c 8 | od -An -tx4 -N4 --endian=little | tr -d ' ')" ;;
        esac
    done
}
