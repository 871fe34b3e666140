# SPDX-License-Identifier: 0BSD
# The delegate of Arm's Ethos-U, which users compile with their driver; it is no part of the runtime.
set(has_runtime_headers FALSE)
install(FILES ${backend_folder}/pte_ethosu.c DESTINATION ${CMAKE_INSTALL_DATADIR}/ptec)
