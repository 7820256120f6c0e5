// Gives the terminal back when the process dies, whatever it dies of.
#ifndef CTERMINALRESCUE_H
#define CTERMINALRESCUE_H

/// Remembers the modes of the terminal and what signals do, before curses changes both: its own handlers exit with status 1.
/// Returns 0 where `output` is no terminal.
int terminal_rescue_remember(int output);

/// Appends a string of the terminal's description, without its padding (`$<5>`).
void terminal_rescue_append(const char *text);

/// Keeps what is written to standard error until the terminal is given back, where it would be written across the screen.
void terminal_rescue_keep_errors(void);

/// Installs the handlers. A signal that is ignored (`nohup`) stays so. The stack of its own is for this thread: a stack that overflowed
/// cannot take a handler.
void terminal_rescue_arm(int wake);

/// Whether the terminal is ours.
int terminal_rescue_is_armed(void);

/// While the terminal is lent to somebody else there is nothing to restore.
void terminal_rescue_set_armed(int armed);

/// Takes the handlers away and prints what was kept.
void terminal_rescue_disarm(void);

#endif
