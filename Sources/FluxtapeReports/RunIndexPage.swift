public import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen

/// A page that lists runs, for the artifacts of a CI job: HTML without scripts, and nothing from elsewhere.
public struct RunIndexPage: Sendable {
  private let listing: RunListing
  private let folder: String
  private let pages: [String: String]

  /// - Parameters:
  ///   - folder: Where the page is going to be. Logs and pages in it are linked, by paths that begin there.
  ///   - pages: The paths of pages about single runs, by the path of the run's (first) log.
  public init(_ listing: RunListing, in folder: String, pages: [String: String] = [:]) {
    self.listing = listing
    self.pages = pages
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// The page, in lines.
  public var html: [String] {
    let red = listing.entries.filter(\.summary.isRed).count
    let title = "\(red) of \(listing.entries.count) runs red"
    return [
      "<!doctype html>", "<html lang=\"en\">", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
      "<meta name=\"viewport\" content=\"width=device-width\">", "<title>\(title)</title>", "<style>\(Self.style)</style>",
      "<h1>\(title)</h1>",
      "<table>", "<thead><tr>" + Self.headings.map { "<th scope=\"col\">\($0)</th>" }.joined() + "</tr></thead>", "<tbody>",
    ] + listing.entries.map(row) + ["</tbody>", "</table>"] + unreadable + ["</html>"]
  }

  private static let headings = ["Result", "Run", "Try", "Steps", "First problem", "Log"]

  private static let style = """
    :root{color-scheme:light dark;font:15px/1.4 system-ui,sans-serif}body{margin:1rem}table{border-collapse:collapse}\
    th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8886}\
    .red{color:#c22;font-weight:600}@media(prefers-color-scheme:dark){.red{color:#f77}}
    """

  private func row(_ entry: RunListing.Entry) -> String {
    let run = entry.summary
    let cells = [
      title(of: entry), run.test.map { String($0.attempt) } ?? "", String(run.steps), MarkupText.escaped(run.problem?.words ?? ""),
      link(to: entry.paths.first, words: entry.address),
    ]
    return "<tr><td\(run.isRed ? " class=\"red\"" : "")>\(run.verdict)</td>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
  }

  /// The run, and where there is a page about it the link to that, at the step where it matters.
  private func title(of entry: RunListing.Entry) -> String {
    link(to: entry.paths.first.flatMap { pages[$0] }, words: entry.title)
  }

  private func link(to path: String?, words: String) -> String {
    let words = MarkupText.escaped(words)
    guard let path, path.hasPrefix(folder), !path.hasPrefix("/") || !folder.isEmpty else { return words }
    return "<a href=\"./\(Self.percentEncoded(String(path.dropFirst(folder.count))))\">\(words)</a>"
  }

  private var unreadable: [String] {
    guard !listing.unreadable.isEmpty else { return [] }
    return ["<h2>Cannot be read</h2>", "<ul>"] + listing.unreadable.map { "<li>\(MarkupText.escaped("\($0)"))</li>" } + ["</ul>"]
  }
}

// MARK: - Escaping

extension RunIndexPage {
  /// A path as part of a URL (RFC 3986): all but letters, digits and few signs as bytes.
  static func percentEncoded(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-._~/".unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
