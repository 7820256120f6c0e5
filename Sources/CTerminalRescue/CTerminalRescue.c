#include "CTerminalRescue.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// What runs inside of signal handlers is allowed neither Swift nor most of C: only async-signal-safe functions (signal-safety(7)) and memory
// that was filled before.

struct rescue {
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

// One for the whole process.
static struct rescue rescue = {0};

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGHUP, SIGTERM, SIGINT, SIGQUIT};

/// Prints what standard error was given while the screen was ours: the message of a trap, above all.
static void print_kept(void) {
  if (rescue.errors < 0) return;
  dup2(rescue.errors, 2);
  char block[1024];
  off_t place = 0;
  ssize_t count;
  while ((count = pread(rescue.kept, block, sizeof block, place)) > 0 && write(2, block, (size_t)count) > 0) place += count;
}

/// Async-signal-safe.
static void restore(void) {
  if (!rescue.armed) return;
  rescue.armed = 0;
  if (write(rescue.output, rescue.text, rescue.length) < 0) { /* the terminal is gone */
  }
  tcsetattr(rescue.output, TCSANOW, &rescue.modes);
  tcflush(rescue.output, TCIFLUSH);
  print_kept();
}

/// Restores, and lets the signal do what it would have done without us: the exit status and the core stay true, and a backtrace that
/// was asked for is printed.
static void on_fatal(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  restore();
  sigaction(number, &rescue.previous[number], NULL);
  // A fault happens again, to whoever handled it before: with its own address, and its own place in the backtrace.
  int isFault = info->si_code > 0 && (number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE);
  if (!isFault) {
    // All of them: what prints a backtrace reads memory that may not be there, in a thread that takes over what is blocked here.
    sigset_t fatal;
    sigemptyset(&fatal);
    for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++) {
      sigaddset(&fatal, fatal_signals[i]);
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
static void on_change(int number) {
  int error = errno;
  if (write(rescue.wake, number == SIGCONT ? "c" : "w", 1) < 0) { /* full, so the reader wakes anyway */
  }
  struct sigaction *previous = &rescue.previous[number];
  if (!(previous->sa_flags & SA_SIGINFO) && previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) previous->sa_handler(number);
  errno = error;
}

// MARK: - Arming

static void handle(int number, struct sigaction action) {
  action.sa_flags |= SA_ONSTACK;
  sigfillset(&action.sa_mask);
  rescue.handled[number] = sigaction(number, &action, NULL) == 0;
}

void terminal_rescue_append(const char *text) {
  if (!text || text == (const char *)-1) return;
  while (*text && rescue.length < sizeof rescue.text) {
    if (text[0] == '$' && text[1] == '<') {
      while (*text && *text != '>') text++;
      if (*text) text++;
    } else {
      rescue.text[rescue.length++] = *text++;
    }
  }
}

int terminal_rescue_remember(int output) {
  rescue.output = output;
  rescue.errors = rescue.kept = -1;
  rescue.length = 0;
  for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++) {
    int number = fatal_signals[i];
    sigaction(number, NULL, &rescue.previous[number]);
  }
  return tcgetattr(output, &rescue.modes) == 0;
}

void terminal_rescue_keep_errors(void) {
  char path[] = "/tmp/stderr.XXXXXX";
  if (!isatty(2) || (rescue.kept = mkstemp(path)) < 0) return;
  unlink(path);
  fcntl(rescue.kept, F_SETFD, FD_CLOEXEC);
  fcntl(rescue.kept, F_SETFL, O_APPEND);
  rescue.errors = fcntl(2, F_DUPFD_CLOEXEC, 3);
  if (rescue.errors >= 0) dup2(rescue.kept, 2);
}

void terminal_rescue_arm(int wake) {
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  // Swift brings one that is as large as its own handler needs, which runs on top of ours: a frame with all vector registers takes 11 KB.
  if (sigaltstack(NULL, &stack) == 0 && ((stack.ss_flags & SS_DISABLE) || stack.ss_size < 256 * 1024)) {
    stack.ss_size = 256 * 1024;
    stack.ss_sp = malloc(stack.ss_size);  // for as long as the process lives
    stack.ss_flags = 0;
    if (stack.ss_sp) sigaltstack(&stack, NULL);
  }
  rescue.wake = wake;
  for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++) {
    int number = fatal_signals[i];
    struct sigaction *previous = &rescue.previous[number];
    int isIgnored = !(previous->sa_flags & SA_SIGINFO) && previous->sa_handler == SIG_IGN;
    if (!isIgnored) handle(number, (struct sigaction){.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO});
  }
  sigaction(SIGWINCH, NULL, &rescue.previous[SIGWINCH]);
  sigaction(SIGCONT, NULL, &rescue.previous[SIGCONT]);
  struct sigaction onChange = {.sa_handler = on_change, .sa_flags = SA_RESTART};
  handle(SIGWINCH, onChange);
  handle(SIGCONT, onChange);
  rescue.armed = 1;
}

int terminal_rescue_is_armed(void) { return rescue.armed; }

void terminal_rescue_set_armed(int armed) { rescue.armed = armed; }

void terminal_rescue_disarm(void) {
  rescue.armed = 0;
  for (int number = 1; number < 65; number++) {
    if (rescue.handled[number]) sigaction(number, &rescue.previous[number], NULL);
    rescue.handled[number] = 0;
  }
  print_kept();
  if (rescue.kept >= 0) close(rescue.kept);
  if (rescue.errors >= 0) close(rescue.errors);
  rescue.kept = rescue.errors = -1;
}
