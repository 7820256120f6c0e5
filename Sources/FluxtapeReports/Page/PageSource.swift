import FluxtapeScreen

/// The parts of the page that do not depend on the log: the files of `Source/`, which are embedded in the program.
enum PageSource {
  static let document = text(PackageResources.page_html)
  static let style = text(PackageResources.page_css)
  static let script = joined([])

  // Of a log with marks or notes.
  static let scriptWithNotes = joined([PackageResources.notes_js])
  static let styleOfNotes = text(PackageResources.notes_css)

  // Of a run with attachments.
  static let styleOfAttachments = text(PackageResources.attachments_css)

  /// The script, with more files before the one that opens the page.
  private static func joined(_ files: [[UInt8]]) -> String {
    let first = [
      PackageResources.values_js, PackageResources.run_js, PackageResources.text_js, PackageResources.query_js, PackageResources.filter_js,
      PackageResources.view_js, PackageResources.strip_js,
    ]
    return lookalikes + (first + files + [PackageResources.start_js]).map(text).joined(separator: "\n")
  }

  /// The letters that look like others, as the inspector and the commands have them.
  static let lookalikes =
    "const lookalikes = new Map(["
    + String.lookalikes.sorted { $0.key < $1.key }.map { #"["\#($0.key)","\#($0.value)"]"# }.joined(separator: ",") + "]);\n"

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
