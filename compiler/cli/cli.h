/* SPDX-License-Identifier: 0BSD
 * The command line: ptec VERB OPTIONS MODELS. */
#ifndef PTEC_CLI_CLI_H
#define PTEC_CLI_CLI_H

#include "cli/command_line.h"

/* Parses the words of a command line, of which argv[0] is the verb's name. Ends the program when
 * they make no sense, and after --help. */
CommandLine parse_command_line(const Verb *verb, int argc, char **argv);

#endif
