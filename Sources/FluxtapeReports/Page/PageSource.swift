/// The parts of the page that do not depend on the log: the files of `Source/`, which are embedded in the program.
enum PageSource {
  static let document = text(PackageResources.page_html)
  static let style = text(PackageResources.page_css)
  static let script = [
    PackageResources.values_js, PackageResources.run_js, PackageResources.text_js, PackageResources.query_js, PackageResources.filter_js,
    PackageResources.view_js, PackageResources.strip_js, PackageResources.start_js,
  ].map(text).joined(separator: "\n")

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
