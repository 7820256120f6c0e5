// What Swift cannot import from ncurses: C globals, macros and variadic functions, each as a small inline function.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>

static inline WINDOW *cncurses_screen(void) { return stdscr; }

#endif
