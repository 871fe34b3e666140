/* SPDX-License-Identifier: 0BSD
 * Identifiers of C. */
#include "base/identifier.h"

#include <ctype.h>
#include <string.h>

static const char *const keywords[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "class", "compl", "const", "const_cast", "constexpr", "continue",
    "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit",
    "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long",
    "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "restrict", "return",
    "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
    "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
    "typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while",
    "xor", "xor_eq",
    /* names that the emitted functions use, and macros of compilers */
    "a", "ctx", "i386", "image", "input", "linux", "main", "memcpy", "memset", "offsetof", "output",
    "p", "s", "state", "status", "unix", "w", "xnn"};

/* The headers that a file NAME.h beside the emitted C would hide: those of C, of POSIX, those that
 * C libraries include from these, and those of kernel libraries. All of ptec's own begin with pte.
 */
static const char headers[] =
    " aio alloca arm_mve arm_neon arm_nnfunctions assert complex cpio cpuid ctype devctl "
    "dirent dlfcn emmintrin endian errno fcntl features fenv float fmtmsg fnmatch ftw glob "
    "grp iconv immintrin inttypes iso646 langinfo libgen libintl limits locale math mmintrin "
    "monetary mqueue ndbm netdb newlib nl_types pmmintrin poll pte pthread pwd regex sched "
    "search semaphore setjmp signal smmintrin spawn stdalign stdarg stdatomic stdbit stdbool "
    "stdckdint stddef stdint stdio stdlib stdnoreturn string strings stropts syslimits "
    "syslog tar termios tgmath threads time tmmintrin trace uchar ucontext ulimit unistd "
    "utime utmpx wchar wctype wordexp xa_nnlib_api xa_nnlib_kernels_api xmmintrin xnnpack ";

bool is_header(const char *name)
{
    return strstr(headers, fmt_text(" %s ", name)) != NULL;
}

static bool is_reserved(const char *s)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(keywords[i], s) == 0)
            return true;
    bool small = false; /* names without small letters look like macros: NULL, INT8_MAX */
    for (const char *p = s; *p; p++)
        small |= islower((unsigned char)*p) != 0;
    return !small || strncmp(s, "pte_", 4) == 0;
}

bool is_c_identifier(const char *s)
{
    if (!isalpha((unsigned char)*s))
        return false;
    for (const char *p = s; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    return !is_reserved(s);
}

const char *c_identifier(const char *s)
{
    enum { LONGEST = 60 };
    Text t = {0};
    if (!isalpha((unsigned char)*s))
        text_add(&t, "m_");
    for (; *s && t.size < LONGEST; s++) {
        bool plain = (unsigned char)*s < 128 && isalnum((unsigned char)*s);
        if (plain || (t.size && t.data[t.size - 1] != '_'))
            text_add(&t, "%c", plain ? *s : '_');
    }
    while (t.size > 1 && t.data[t.size - 1] == '_')
        t.data[--t.size] = 0;
    return is_reserved(t.data) ? fmt_text("m_%s", t.data) : t.data;
}

char *upper_case(const char *s)
{
    char *u = fmt_text("%s", s);
    for (char *p = u; *p; p++)
        *p = (char)toupper((unsigned char)*p);
    return u;
}

void letter_suffix(Text *t, int n)
{
    if (n >= 26)
        letter_suffix(t, n / 26 - 1);
    text_add(t, "%c", 'a' + n % 26);
}
