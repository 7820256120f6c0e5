import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen

/// A page that lists runs, for the artifacts of a CI job: one HTML file that loads nothing.
///
/// Without its script, which sorts and filters the rows, the page shows the same.
package struct RunIndexPage: Sendable {
  private let listing: RunListing
  private let folder: String
  private let pages: [RunPlace: String]
  private let note: String?

  /// - Parameters:
  ///   - folder: The folder of the page. Links to logs and pages inside it are relative to it.
  ///   - pages: The paths of pages about single runs.
  ///   - note: A note on pages that were not made.
  package init(_ listing: RunListing, in folder: String, pages: [RunPlace: String] = [:], note: String? = nil) {
    self.listing = listing
    self.pages = pages
    self.note = note
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// The lines of the page.
  package var html: [String] {
    let totals = listing.totals
    let title = "\(totals.red) of \(totals.runs.counted("run")) red"
    // Neither of the last two falls back to the first.
    let policy =
      "default-src 'none'; script-src '\(PageReport.digest(Self.script))'; style-src '\(PageReport.digest(Self.style))'; "
      + "base-uri 'none'; form-action 'none'"
    let heads = Self.headings.map { "<th scope=\"col\"><button>\($0)</button></th>" }.joined()
    return [
      "<!doctype html>", "<html lang=\"en\">", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">",
      "<meta name=\"viewport\" content=\"width=device-width\">", "<title>\(title)</title>", "<style>\(Self.style)</style>",
      "<h1>\(title)</h1>", "<p>\(totals.words)</p>",
    ] + (note.map { ["<p>\(MarkupText.escaped($0))</p>"] } ?? []) + failures + Self.controls + [
      "<table id=\"runs\">", "<thead><tr>\(heads)</tr></thead>", "<tbody>",
    ] + rows + ["</tbody>", "</table>"] + unreadable + ["<script>\(Self.script)</script>", "</html>"]
  }

  private static let headings = ["Result", "Run", "Try", "History", "Steps", "Problem", "Log"]

  /// Hidden until the script runs.
  private static let controls = [
    "<p id=\"controls\" hidden><input type=\"search\" placeholder=\"Filter\" aria-label=\"Filter\"> "
      + "<label><input type=\"checkbox\"> red only</label> &nbsp;<output></output></p>"
  ]
}

// MARK: - Parts

extension RunIndexPage {
  private var failures: [String] {
    let failures = listing.failures
    guard failures.count > 1 || failures.contains(where: { $0.entries.count > 1 }) else { return [] }
    return ["<h2>Failures</h2>", "<ul>"]
      + failures.map { failure in
        let first = failure.entries.first
        let interrupted = failure.interrupted.isEmpty ? "" : ", and \(failure.interrupted.count.counted("interrupted run"))"
        let words = first.map { $0.summary.reason.isEmpty ? $0.summary.verdict : $0.summary.reason } ?? ""
        return "<li>\(link(to: first.flatMap { pages[$0.place] }, words: words)): "
          + "\(failure.entries.count.counted("run"))\(interrupted)</li>"
      } + ["</ul>"]
  }

  private var rows: [String] {
    let histories = Dictionary(listing.tests.map { ($0.test.caseIdentity, $0.signs) }) { first, _ in first }
    return listing.entries.map { entry in
      let run = entry.summary
      let cells = [
        title(of: entry), run.test.map { String($0.attempt) } ?? "", run.test.flatMap { histories[$0.caseIdentity] } ?? "",
        String(run.steps), MarkupText.escaped(run.reason), link(to: entry.paths.first, words: entry.address),
      ]
      let result = "<td data-label=\"Result\"\(run.isRed ? " class=\"red\"" : "")>\(run.verdict)</td>"
      return "<tr>" + result + zip(Self.headings.dropFirst(), cells).map { "<td data-label=\"\($0)\">\($1)</td>" }.joined() + "</tr>"
    }
  }

  /// The run's title, linked to its page if there is one, at the step of interest.
  private func title(of entry: RunListing.Entry) -> String {
    link(to: pages[entry.place], words: entry.title)
  }

  private func link(to path: String?, words: String) -> String {
    let words = MarkupText.escaped(words)
    guard let path = path?.utf8, path.starts(with: folder.utf8), path.first != UInt8(ascii: "/") || !folder.isEmpty else { return words }
    return "<a href=\"./\(Self.percentEncoded(path.dropFirst(folder.utf8.count)))\">\(words)</a>"
  }

  private var unreadable: [String] {
    guard !listing.unreadable.isEmpty else { return [] }
    return ["<h2>Cannot be read</h2>", "<ul>"] + listing.unreadable.map { "<li>\(MarkupText.escaped("\($0)"))</li>" } + ["</ul>"]
  }
}

// MARK: - Style and script

extension RunIndexPage {
  /// On a phone each run is a block without its empty cells.
  private static let style = """
    :root{color-scheme:light dark;font:15px/1.4 system-ui,sans-serif}body{margin:1rem;overflow-wrap:anywhere}\
    table{border-collapse:collapse;width:100%}\
    th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8886}\
    th button{all:unset;cursor:pointer;font-weight:600;overflow-wrap:normal}th button:focus-visible{outline:2px solid}\
    th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}\
    td[data-label=Result],td[data-label=Try],td[data-label=Steps],td[data-label=History]{overflow-wrap:normal}\
    .red{color:#c22;font-weight:600}@media(prefers-color-scheme:dark){.red{color:#f77}}\
    @media(max-width:700px){thead{display:none}table,tbody,tr,td{display:block}tr{padding:.5rem 0;border-bottom:1px solid #8886}\
    td{border:0;padding:0}td:empty{display:none}td:not([data-label=Result])::before{content:attr(data-label) ": ";opacity:.75}}
    """

  /// A click on a heading sorts by it, numerically for numbers; another click reverses the order.
  private static let script = """
    (()=>{const table=document.getElementById('runs'),body=table.tBodies[0],rows=[...body.rows],
    controls=document.getElementById('controls'),[text,red]=controls.querySelectorAll('input'),count=controls.querySelector('output'),
    heads=[...table.tHead.rows[0].cells];controls.hidden=false;
    const filter=()=>{const word=text.value.toLowerCase();let shown=0;for(const row of rows){
    const fits=(!red.checked||row.querySelector('.red'))&&row.textContent.toLowerCase().includes(word);row.hidden=!fits;if(fits)shown++}
    for(const row of rows)row.style.display=row.hidden?'none':'';count.textContent=shown+' of '+rows.length};
    text.addEventListener('input',filter);red.addEventListener('change',filter);filter();
    heads.forEach((head,place)=>head.firstChild.addEventListener('click',()=>{
    const down=head.getAttribute('aria-sort')==='ascending';heads.forEach(one=>one.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort',down?'descending':'ascending');const sign=down?-1:1;
    const key=row=>row.cells[place].textContent;rows.sort((a,b)=>sign*key(a).localeCompare(key(b),'en',{numeric:true}));
    body.append(...rows)}))})()
    """
}

// MARK: - Escaping

extension RunIndexPage {
  /// A path as part of a URL (RFC 3986): all bytes except letters, digits and a few signs are encoded.
  static func percentEncoded(_ path: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in path {
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
