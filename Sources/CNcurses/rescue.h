// Gives the terminal back when the process dies. All of it runs inside of signal handlers, where neither Swift nor most of C is allowed:
// only async-signal-safe functions (signal-safety(7)) and memory that was filled before.
#ifndef CNCURSES_RESCUE_H
#define CNCURSES_RESCUE_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

struct cncurses_rescue {
  volatile sig_atomic_t armed;  // whether the terminal is ours now
  int output;                   // the terminal
  int errors;                   // the real standard error, while descriptor 2 is `kept`; or -1
  int kept;                     // a file that takes what is written to standard error meanwhile; or -1
  int wake;                     // the writing end of the pipe that wakes the reader
  struct termios modes;         // as they were before
  char text[512];               // what makes the terminal plain again
  size_t length;
  struct sigaction previous[65];
  unsigned char handled[65];  // whether `previous` holds what stood before our handler
};

// One for the whole process, though every object file that includes this brings it along: the linker keeps one weak definition.
__attribute__((weak)) struct cncurses_rescue cncurses_rescue = {0};

static const int cncurses_fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGHUP, SIGTERM, SIGINT, SIGQUIT};

/// Prints what standard error was given while the screen was ours: the message of a trap, above all.
static inline void cncurses_print_kept(void) {
  struct cncurses_rescue *rescue = &cncurses_rescue;
  if (rescue->errors < 0) return;
  dup2(rescue->errors, 2);
  char block[1024];
  off_t place = 0;
  ssize_t count;
  while ((count = pread(rescue->kept, block, sizeof block, place)) > 0 && write(2, block, (size_t)count) > 0) place += count;
}

/// Async-signal-safe.
static inline void cncurses_restore(void) {
  struct cncurses_rescue *rescue = &cncurses_rescue;
  if (!rescue->armed) return;
  rescue->armed = 0;
  if (write(rescue->output, rescue->text, rescue->length) < 0) { /* the terminal is gone */
  }
  tcsetattr(rescue->output, TCSANOW, &rescue->modes);
  tcflush(rescue->output, TCIFLUSH);
  cncurses_print_kept();
}

/// Restores, and lets the signal do what it would have done without us: the exit status and the core stay true, and a backtrace that
/// was asked for is printed.
static inline void cncurses_on_fatal(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  cncurses_restore();
  sigaction(number, &cncurses_rescue.previous[number], NULL);
  // A fault happens again, to whoever handled it before: with its own address, and its own place in the backtrace.
  int isFault = info->si_code > 0 && (number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE);
  if (!isFault) {
    // All of them: what prints a backtrace reads memory that may not be there, in a thread that takes over what is blocked here.
    sigset_t fatal;
    sigemptyset(&fatal);
    for (size_t i = 0; i < sizeof cncurses_fatal_signals / sizeof *cncurses_fatal_signals; i++) {
      sigaddset(&fatal, cncurses_fatal_signals[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &fatal, NULL);
    raise(number);
    // Swift prints its backtrace and comes back. The screen is given away: there is nothing to go on with.
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = error;
}

/// Wakes the reader, whichever thread the signal came to: `w` after a resize, `c` after the process was continued. Curses' own handler for
/// the window's size still runs.
static inline void cncurses_on_change(int number) {
  int error = errno;
  if (write(cncurses_rescue.wake, number == SIGCONT ? "c" : "w", 1) < 0) { /* full, so the reader wakes anyway */
  }
  struct sigaction *previous = &cncurses_rescue.previous[number];
  if (!(previous->sa_flags & SA_SIGINFO) && previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) previous->sa_handler(number);
  errno = error;
}

// MARK: - Arming

static inline void cncurses_handle(int number, struct sigaction action) {
  action.sa_flags |= SA_ONSTACK;
  sigfillset(&action.sa_mask);
  cncurses_rescue.handled[number] = sigaction(number, &action, NULL) == 0;
}

/// Appends a string of the terminal's description, without its padding (`$<5>`).
static inline void cncurses_rescue_append(const char *text) {
  struct cncurses_rescue *rescue = &cncurses_rescue;
  if (!text || text == (const char *)-1) return;
  while (*text && rescue->length < sizeof rescue->text) {
    if (text[0] == '$' && text[1] == '<') {
      while (*text && *text != '>') text++;
      if (*text) text++;
    } else {
      rescue->text[rescue->length++] = *text++;
    }
  }
}

/// Remembers the modes of the terminal and what signals do, before curses changes both: its own handlers exit with status 1.
/// Returns 0 where `output` is no terminal.
static inline int cncurses_remember(int output) {
  struct cncurses_rescue *rescue = &cncurses_rescue;
  rescue->output = output;
  rescue->errors = rescue->kept = -1;
  rescue->length = 0;
  for (size_t i = 0; i < sizeof cncurses_fatal_signals / sizeof *cncurses_fatal_signals; i++) {
    int number = cncurses_fatal_signals[i];
    sigaction(number, NULL, &rescue->previous[number]);
  }
  return tcgetattr(output, &rescue->modes) == 0;
}

/// Keeps what is written to standard error until the terminal is given back, where it would be written across the screen.
static inline void cncurses_keep_errors(void) {
  struct cncurses_rescue *rescue = &cncurses_rescue;
  char path[] = "/tmp/stderr.XXXXXX";
  if (!isatty(2) || (rescue->kept = mkstemp(path)) < 0) return;
  unlink(path);
  fcntl(rescue->kept, F_SETFD, FD_CLOEXEC);
  fcntl(rescue->kept, F_SETFL, O_APPEND);
  rescue->errors = fcntl(2, F_DUPFD_CLOEXEC, 3);
  if (rescue->errors >= 0) dup2(rescue->kept, 2);
}

/// Installs the handlers. A signal that is ignored (`nohup`) stays so. The stack of its own is for this thread: a stack that overflowed
/// cannot take a handler.
static inline void cncurses_arm(int wake) {
  struct cncurses_rescue *rescue = &cncurses_rescue;
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  // Swift brings one that is as large as its own handler needs, which runs on top of ours: a frame with all vector registers takes 11 KB.
  if (sigaltstack(NULL, &stack) == 0 && ((stack.ss_flags & SS_DISABLE) || stack.ss_size < 256 * 1024)) {
    stack.ss_size = 256 * 1024;
    stack.ss_sp = malloc(stack.ss_size);  // for as long as the process lives
    stack.ss_flags = 0;
    if (stack.ss_sp) sigaltstack(&stack, NULL);
  }
  rescue->wake = wake;
  for (size_t i = 0; i < sizeof cncurses_fatal_signals / sizeof *cncurses_fatal_signals; i++) {
    int number = cncurses_fatal_signals[i];
    struct sigaction *previous = &rescue->previous[number];
    int isIgnored = !(previous->sa_flags & SA_SIGINFO) && previous->sa_handler == SIG_IGN;
    if (!isIgnored) cncurses_handle(number, (struct sigaction){.sa_sigaction = cncurses_on_fatal, .sa_flags = SA_SIGINFO});
  }
  sigaction(SIGWINCH, NULL, &rescue->previous[SIGWINCH]);
  sigaction(SIGCONT, NULL, &rescue->previous[SIGCONT]);
  struct sigaction onChange = {.sa_handler = cncurses_on_change, .sa_flags = SA_RESTART};
  cncurses_handle(SIGWINCH, onChange);
  cncurses_handle(SIGCONT, onChange);
  rescue->armed = 1;
}

/// Whether the terminal is ours.
static inline int cncurses_is_armed(void) { return cncurses_rescue.armed; }

/// While the terminal is lent to somebody else there is nothing to restore.
static inline void cncurses_set_armed(int armed) { cncurses_rescue.armed = armed; }

/// Takes the handlers away and prints what was kept.
static inline void cncurses_disarm(void) {
  struct cncurses_rescue *rescue = &cncurses_rescue;
  rescue->armed = 0;
  for (int number = 1; number < 65; number++) {
    if (rescue->handled[number]) sigaction(number, &rescue->previous[number], NULL);
    rescue->handled[number] = 0;
  }
  cncurses_print_kept();
  if (rescue->kept >= 0) close(rescue->kept);
  if (rescue->errors >= 0) close(rescue->errors);
  rescue->kept = rescue->errors = -1;
}

#endif
