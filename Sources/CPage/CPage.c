#include "CPage.h"

// `#embed` came with C23. Clang knows it in earlier dialects, too, and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page_html_text[] = {
#embed "page.html"
  , 0};
static const char page_css_text[] = {
#embed "page.css"
  , 0};
static const char values_js_text[] = {
#embed "values.js"
  , 0};
static const char run_js_text[] = {
#embed "run.js"
  , 0};
static const char text_js_text[] = {
#embed "text.js"
  , 0};
static const char filter_js_text[] = {
#embed "filter.js"
  , 0};
static const char view_js_text[] = {
#embed "view.js"
  , 0};
static const char strip_js_text[] = {
#embed "strip.js"
  , 0};
static const char start_js_text[] = {
#embed "start.js"
  , 0};
static const char grow_js_text[] = {
#embed "grow.js"
  , 0};
static const char notes_js_text[] = {
#embed "notes.js"
  , 0};
static const char notes_css_text[] = {
#embed "notes.css"
  , 0};
static const char attachments_css_text[] = {
#embed "attachments.css"
  , 0};

const char *cpage_text(enum cpage_file file) {
  switch (file) {
  case page_html: return page_html_text;
  case page_css: return page_css_text;
  case values_js: return values_js_text;
  case run_js: return run_js_text;
  case text_js: return text_js_text;
  case filter_js: return filter_js_text;
  case view_js: return view_js_text;
  case strip_js: return strip_js_text;
  case start_js: return start_js_text;
  case grow_js: return grow_js_text;
  case notes_js: return notes_js_text;
  case notes_css: return notes_css_text;
  case attachments_css: return attachments_css_text;
  }
  return "";
}
