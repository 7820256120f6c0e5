// What Swift cannot say to ncurses itself: C globals, macros, variadic functions.
// Each is a small inline function without pointers, so that the Swift side needs hardly any unsafe code.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// MARK: - Opening and leaving

/// Takes over the locale of the user for characters alone: the others would change how numbers are read and written.
/// Returns whether characters are UTF-8 then.
static inline int cncurses_use_locale(void) {
  int has_locale = setlocale(LC_CTYPE, "") != NULL;
  if (has_locale && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
  // Whoever asks for a locale of another kind has a terminal of that kind.
  for (const char *const *name = (const char *const[]){"LC_ALL", "LC_CTYPE", "LANG", NULL}; *name; name++) {
    const char *value = getenv(*name);
    if (value && *value) {
      if (has_locale) return 0;
      break;
    }
  }
  return (setlocale(LC_CTYPE, "C.UTF-8") || setlocale(LC_CTYPE, "UTF-8")) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/// Where keys are read. A pad is never drawn, so reading does not refresh the screen.
__attribute__((weak)) WINDOW *cncurses_keys = NULL;

/// Starts curses for a terminal of `type`. Returns 0 where it knows none of that name: `initscr` would exit the process.
static inline int cncurses_open(const char *type, int output, int input) {
  FILE *out = fdopen(dup(output), "w"), *in = fdopen(dup(input), "r");
  if (!out || !in || !newterm(type, out, in)) {
    if (out) fclose(out);
    if (in) fclose(in);
    return 0;
  }
  cncurses_keys = newpad(1, 1);
  return cncurses_keys != NULL;
}

/// Whether the terminal's description has the string `name`.
static inline int cncurses_has(const char *name) {
  const char *text = tigetstr(name);
  return text && text != (const char *)-1;
}

/// Key by key, without echo, Ctrl-C and Ctrl-Z included, Enter apart from Ctrl-J; nothing read waits for more.
static inline void cncurses_set_modes(void) {
  raw();
  noecho();
  nonl();
  intrflush(stdscr, FALSE);
  keypad(cncurses_keys, TRUE);
  nodelay(cncurses_keys, TRUE);
}

/// How many colours there are.
static inline int cncurses_colors(void) { return tigetnum("colors"); }

/// Whether the cursor, behind the last column, goes to the next row with the next character only.
static inline int cncurses_wraps_late(void) { return tigetflag("am") <= 0 || tigetflag("xenl") > 0; }

static inline int cncurses_rows(void) { return getmaxy(stdscr); }
static inline int cncurses_columns(void) { return getmaxx(stdscr); }

/// The columns that the C library gives to a character.
static inline int cncurses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// MARK: - Reading

enum { CNCURSES_INPUT = 1, CNCURSES_WAKE = 2, CNCURSES_HANGUP = 4 };

/// Waits until `input` or `wake` can be read, for ever where `milliseconds` is negative. `select`, as `poll` takes no terminals on macOS.
static inline int cncurses_wait(int input, int wake, int milliseconds) {
  fd_set set;
  if (input >= FD_SETSIZE || wake >= FD_SETSIZE) return CNCURSES_HANGUP;  // a set holds no more
  FD_ZERO(&set);
  FD_SET(input, &set);
  FD_SET(wake, &set);
  struct timeval time = {milliseconds / 1000, milliseconds % 1000 * 1000};
  if (select((input > wake ? input : wake) + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &time) < 0)
    return errno == EINTR ? 0 : CNCURSES_HANGUP;
  int result = FD_ISSET(wake, &set) ? CNCURSES_WAKE : 0, waiting = 0;
  if (!FD_ISSET(input, &set)) return result;
  // What can be read and holds nothing has ended.
  return result | (ioctl(input, FIONREAD, &waiting) < 0 || waiting == 0 ? CNCURSES_HANGUP : CNCURSES_INPUT);
}

/// A key or a character, or nothing. `kind` is OK, KEY_CODE_YES or ERR.
typedef struct {
  int kind;
  uint32_t code;
} cncurses_code;

static inline cncurses_code cncurses_read(void) {
  wint_t code = 0;
  int kind = wget_wch(cncurses_keys, &code);
  return (cncurses_code){kind, (uint32_t)code};
}

/// Makes the terminal's string `name` arrive as `code`, where it has one.
static inline void cncurses_bind(const char *name, int code) {
  const char *text = tigetstr(name);
  if (text && text != (const char *)-1) define_key(text, code);
}

/// Lets what the mouse does arrive as characters, in whatever form the terminal's description names.
static inline void cncurses_unbind_mouse(void) {
  define_key("\033[<", 0);
  define_key("\033[M", 0);
}

/// Takes over the size of the terminal, if it was changed without a signal. Returns whether it was.
static inline int cncurses_follow_size(int output) {
  struct winsize size;
  if (ioctl(output, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return 0;
  if (!is_term_resized(size.ws_row, size.ws_col)) return 0;
  return resizeterm(size.ws_row, size.ws_col) == OK;
}

#endif
