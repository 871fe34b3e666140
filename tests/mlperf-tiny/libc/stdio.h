/* SPDX-License-Identifier: 0BSD
 * MLPerf Tiny's API includes it and calls nothing of it. */
