# SPDX-License-Identifier: 0BSD
# The delegate of NXP's Neutron, which users compile with their driver; it is no part of the runtime.
set(has_runtime_headers FALSE)
install(FILES ${backend_folder}/pte_neutron.c DESTINATION ${CMAKE_INSTALL_DATADIR}/ptec)
