/// A URL reference, parsed as in RFC 3986.
struct URLReference {
  private var scheme: Substring?
  private var authority: Substring?
  private var path: Substring
  private var query: Substring?
  private var fragment: Substring?

  init(_ text: String) {
    var rest = Substring(text)
    fragment = Self.takeLast("#", from: &rest)
    query = Self.takeLast("?", from: &rest)
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), !rest[..<colon].utf8.contains(UInt8(ascii: "/")) {
      scheme = rest[..<colon]
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      let end = rest.utf8.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[..<end].dropFirst(2)
      rest = rest[end...]
    }
    path = rest
  }

  /// Removes the part of `rest` from the first `mark` on, and returns the part without the mark.
  private static func takeLast(_ mark: Unicode.Scalar, from rest: inout Substring) -> Substring? {
    guard let place = rest.unicodeScalars.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<place] }
    return rest[rest.unicodeScalars.index(after: place)...]
  }
}

extension URLReference {
  /// Resolves the reference against `base` (section 5.2). Like Foundation, it removes dot segments only when it merges paths.
  func text(resolvedAgainst base: URLReference) -> String {
    guard scheme == nil else { return text }
    var target = self
    target.scheme = base.scheme
    guard authority == nil else { return target.text }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else {
      let isWhole = path.utf8.first == UInt8(ascii: "/")
      target.path = Self.withoutDotSegments(isWhole ? path : base.merged(with: path))
    }
    return target.text
  }

  /// Replaces the last segment of the path by `relative`.
  private func merged(with relative: Substring) -> Substring {
    if path.isEmpty, authority != nil { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return path[...slash] + relative
  }

  /// The path without `.` and `..` (section 5.2.4).
  private static func withoutDotSegments(_ path: Substring) -> Substring {
    var (rest, kept) = (path, Substring())
    func take(_ prefix: String, leaving left: String = "") -> Bool {
      guard rest.utf8.starts(with: prefix.utf8) else { return false }
      rest = left + rest[rest.utf8.index(rest.startIndex, offsetBy: prefix.utf8.count)...]
      return true
    }
    func takeWhole(_ segment: String) -> Bool { rest == segment && take(segment, leaving: segment.hasPrefix("/") ? "/" : "") }
    while !rest.isEmpty {
      if take("../") || take("./") || takeWhole("..") || takeWhole(".") || take("/./", leaving: "/") || takeWhole("/.") { continue }
      if take("/../", leaving: "/") || takeWhole("/..") {
        kept = kept.utf8.lastIndex(of: UInt8(ascii: "/")).map { kept[..<$0] } ?? ""
        continue
      }
      let end = rest.utf8.dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      kept += rest[..<end]
      rest = rest[end...]
    }
    return kept
  }

  private var text: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path + (query.map { "?" + $0 } ?? "")
      + (fragment.map { "#" + $0 } ?? "")
  }
}
