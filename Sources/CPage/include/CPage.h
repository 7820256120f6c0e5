// The files of the page, in the program, so that it needs no file beside it. Swift takes long to compile literals of this size.
#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

/// A file of the page; the script is made of those that end in `_js`.
enum cpage_file {
  page_html,
  page_css,
  values_js,
  run_js,
  text_js,
  filter_js,
  view_js,
  strip_js,
  start_js,
  grow_js,
  notes_js,
  notes_css,
  attachments_css,
};

/// The contents of a file, UTF-8 ended by a zero.
const char *cpage_text(enum cpage_file file);

#endif
