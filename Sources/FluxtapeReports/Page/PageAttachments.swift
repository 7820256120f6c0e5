import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeScreen

extension PageReport {
  /// A file that belongs to the run, such as a screenshot of its test.
  package struct Attachment: Sendable {
    /// The bytes of a file, or why they are not read.
    package enum Contents: Sendable {
      case bytes([UInt8])
      case unread(reason: String)
    }

    package let name: String
    /// In bytes; `nil` for anything but a file.
    let size: Int?
    /// Reads the file. Called only if the page has room for it.
    let contents: @Sendable () -> Contents

    package init(name: String, size: Int?, contents: @escaping @Sendable () -> Contents) {
      self.name = name
      self.size = size
      self.contents = contents
    }

    /// The maximum size in bytes of a file that a page embeds: larger than any screenshot.
    package static let largest = 4_000_000
  }
}

/// The attachments in a page: images and texts whole, the names of others. Without any, the page has nothing of them.
struct PageAttachments {
  private(set) var html = ""
  /// Whether the page's policy must allow images that are in the page itself.
  private(set) var hasImages = false
  /// The number of bytes that further attachments may take.
  private var room: Int

  private static let mostFiles = 100

  /// - Parameter room: The maximum number of bytes of the page for the contents of all attachments.
  init(_ attachments: [PageReport.Attachment], room: Int) {
    self.room = room
    guard !attachments.isEmpty else { return }
    let shown = attachments.prefix(Self.mostFiles)
    var elements: [String] = []
    for attachment in shown { elements.append(element(of: attachment)) }
    if attachments.count > shown.count { elements.append("<p>… and \(attachments.count - shown.count) more</p>") }
    let names = shown.map { MarkupText.escaped($0.name) }.joined(separator: ", ")
    html = """

      <details id="attachments"><summary>\(attachments.count.counted("attachment")) <span class="preview">\(names)</span></summary>
      \(elements.joined(separator: "\n"))
      </details>
      """
  }

  var style: String { html.isEmpty ? "" : PageSource.styleOfAttachments }
  var imagePolicy: String { hasImages ? "; img-src data:" : "" }

  private mutating func element(of attachment: PageReport.Attachment) -> String {
    let name = MarkupText.escaped(attachment.name)
    let size = attachment.size.map { ThreeDigits.size($0) } ?? ""
    switch embedded(attachment) {
    case .image(let address):
      hasImages = true
      return "<figure><img src=\"\(address)\" alt=\"\(name)\"><figcaption>\(name) <small>\(size)</small></figcaption></figure>"
    case .text(let text):
      // The parser of HTML ignores a line feed at the beginning.
      return "<details><summary>\(name) <small>\(size)</small></summary><pre tabindex=\"0\">\n\(text)</pre></details>"
    case .leftOut(let reason): return "<p>\(name) <small>\(size.isEmpty ? "" : size + ", ")not shown: \(reason)</small></p>"
    }
  }
}

// MARK: - Contents

extension PageAttachments {
  /// A file as the page has it.
  private enum Embedded {
    /// A `data:` address.
    case image(String)
    /// Markup.
    case text(String)
    case leftOut(reason: String)
  }

  private mutating func embedded(_ attachment: PageReport.Attachment) -> Embedded {
    let tooLarge = Embedded.leftOut(reason: "larger than \(PageReport.Attachment.largest / 1_000_000) MB")
    let noRoom = Embedded.leftOut(reason: "attachments take at most half of the page; --max-size allows more")
    if let size = attachment.size, size > PageReport.Attachment.largest { return tooLarge }
    // No file takes fewer bytes in the page.
    if let size = attachment.size, size > room { return noRoom }
    switch attachment.contents() {
    case .unread(let reason): return .leftOut(reason: reason)
    case .bytes(let bytes):
      // The file may have grown.
      guard bytes.count <= PageReport.Attachment.largest else { return tooLarge }
      let embedded = Self.form(of: bytes)
      switch embedded {
      case .image(let text), .text(let text):
        guard text.utf8.count <= room else { return noRoom }
        room -= text.utf8.count
        return embedded
      case .leftOut: return embedded
      }
    }
  }

  private static func form(of bytes: [UInt8]) -> Embedded {
    if let type = imageType(of: bytes) { return .image("data:\(type);base64,\(Base64.encoded(bytes))") }
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes.
    guard !bytes.contains(0), text.utf8.elementsEqual(bytes) else { return .leftOut(reason: "neither an image nor a text") }
    // No recorder has redacted the file, so that is done here, by the rules for texts. Tabs stay, as they align columns.
    let lines = LogRedaction().redacted(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return .text(
      lines.map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map { MarkupText.escaped(String($0)) }.joined(separator: "\t")
      }.joined(separator: "\n"))
  }

  /// The media type by the first bytes, whatever the name says. An SVG image is a text here, as it may contain scripts.
  private static func imageType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
    return nil
  }
}
