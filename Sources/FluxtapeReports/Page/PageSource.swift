import CPage
import FluxtapeScreen

/// The parts of the page that do not depend on the log: the files of `CPage`.
enum PageSource {
  static let document = text(page_html)
  static let style = text(page_css)
  static let script = joined([])

  // Of a log with marks or notes.
  static let scriptWithNotes = joined([notes_js])
  static let styleOfNotes = text(notes_css)

  /// Of a page that is served while its log grows.
  static let scriptThatGrows = joined([], last: [grow_js])

  // Of a run with attachments.
  static let styleOfAttachments = text(attachments_css)

  /// A script and its digest, which is made once for all pages of a folder and for all attempts to shorten one.
  struct Script {
    let text: String
    let digest: String
  }

  /// The script, with more files before the one that opens the page, and behind it.
  private static func joined(_ files: [cpage_file], last: [cpage_file] = []) -> Script {
    let first = [values_js, run_js, text_js, filter_js, view_js, strip_js]
    let code = lookalikes + (first + files + [start_js] + last).map(text).joined(separator: "\n")
    let script = "'use strict';\n(() => {\n" + code + "})();\n"
    return Script(text: script, digest: PageReport.digest(script))
  }

  /// The letters that look like others, as the inspector and the commands have them.
  static let lookalikes =
    "const lookalikes = new Map(["
    + String.lookalikes.sorted { $0.key < $1.key }.map { #"["\#($0.key)","\#($0.value)"]"# }.joined(separator: ",") + "]);\n"

  private static func text(_ file: cpage_file) -> String { unsafe String(cString: cpage_text(file)) }
}
