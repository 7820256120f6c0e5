import FluxtapeJSON
import FluxtapeLogReading

/// What the beginning of a file tells about the form of its lines: all of them count, not only the first.
struct ForeignSample {
  /// The form; `nil` for a Fluxtape log that is read as it is, and for unknown files.
  private(set) var form: ForeignForm?
  /// Whether the records stand behind prefixes.
  private(set) var takesPrefixes = false
  /// The complete lines.
  private(set) var contents: [LineContent] = []
  /// Whether the file begins like a JSON document.
  let beginsDocument: Bool

  /// The most lines to look at.
  private static let mostLines = 500
  /// The most bytes before the record in a line.
  private static let longestPrefix = 1 << 10

  init(_ beginning: [UInt8], declared: DeclaredForm?) {
    var decoder = TextDecoder(ofFileBeginning: beginning)
    let text = decoder.utf8(beginning)
    beginsDocument = MemberScanner(text).firstByte.map { [UInt8(ascii: "["), UInt8(ascii: "{")].contains($0) } ?? false
    var lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: Self.mostLines)
    // A log in another encoding, or cut in parts, must be converted.
    let isCutUp = lines.contains { $0.count == LineUnwrapper.partSize && $0.last != UInt8(ascii: "}") }
    let own: ForeignForm? = decoder.isUTF8 && text.first != 0 && !isCutUp ? nil : .fluxtape
    var unwrapper = LineUnwrapper(takesPrefixes: true, declared: declared)
    // Nearly all files are logs.
    if own == nil, let first = text.firstIndex(of: UInt8(ascii: "\n")).flatMap({ unwrapper.take(Array(text[..<$0]), at: 1).last }),
      first.isBare, first.isRecord(unlessDeclared: declared)
    {
      return
    }
    unwrapper = LineUnwrapper(takesPrefixes: true, declared: declared)
    let isCut = lines.count > Self.mostLines || beginning.count >= ForeignForm.beginningByteCount && text.last != UInt8(ascii: "\n")
    let cut = isCut ? lines.popLast() : nil
    for line in lines {
      let found = unwrapper.take(Array(line), at: 0)
      contents += found
      guard found.contains(where: { $0.isBare && $0.isRecord(unlessDeclared: declared) }) else { continue }
      form = own
      return
    }
    let rest = contents.contains { $0.members != nil } ? nil : Self.record(in: unwrapper.unfinished.first ?? cut.map(Array.init) ?? [])
    let isBare = rest?.isBare == true && unwrapper.unfinished.isEmpty
    if let rest, isBare, rest.scanner.keys.isRecord {
      form = own
    } else if let declared {
      (form, takesPrefixes) = (.declared(declared), !contents.contains { $0.isBare && $0.members.flatMap(declared.step) != nil })
    } else if contents.contains(where: { $0.isRecord() }) || rest?.scanner.keys.isRecord == true {
      (form, takesPrefixes) = (.fluxtape, true)
    } else {
      form = Self.document(text)
      guard form == nil else { return }
      let actions = contents.filter { $0.members?.isAction == true }
      if !actions.isEmpty || rest?.scanner.keys.isAction == true {
        (form, takesPrefixes) = (.reduxLogger, !isBare && !actions.contains { $0.isBare })
      } else {
        form = contents.lazy.compactMap { ConsoleLines.form(of: $0.bytes) }.first
      }
    }
  }

  /// The beginning of a record in the beginning of a line.
  private static func record(in line: [UInt8]) -> (scanner: MemberScanner, isBare: Bool)? {
    let line = LineUnwrapper.trimmed(line)
    return line.prefix(longestPrefix).firstIndex(of: UInt8(ascii: "{")).map { start in
      (MemberScanner(Array(line[start...])), !line[..<start].contains { $0 != 0x20 && $0 != 0x09 })
    }
  }

  /// The form of a file that is one document, as its first members tell.
  private static func document(_ text: [UInt8]) -> ForeignForm? {
    let scanner = MemberScanner(text)
    switch scanner.firstByte {
    case UInt8(ascii: "["): return scanner.beginsList ? .reduxDevTools : nil
    case UInt8(ascii: "{"):
      let keys = scanner.keys
      if keys.isExport { return .reduxDevTools }
      // Only an envelope has JSON as text in `payload`, and no `action`.
      if keys.contains(MemberScanner.payloadAsText), !keys.contains("state"), !keys.contains("action") || keys.contains("instanceId") {
        return .reduxDevTools
      }
      // Elm 0.19.0 wraps the export in a value of its own.
      let isWrapped = keys == ["$", "a"] && text.prefix(1 << 8).contains(text: "\"metadata\"")
      return isWrapped || keys.isSuperset(of: ["metadata", "history"]) ? .elmHistory : nil
    default: return nil
    }
  }
}

extension Set<String> {
  fileprivate var isExport: Bool {
    !isDisjoint(with: ["actionsById", "computedStates", "stagedActionIds", "preloadedState", "committedState"])
  }
  fileprivate var isRecord: Bool { !isDisjoint(with: ["fluxtape", "seq", "completes", "t"]) && !contains("action") && !isExport }
  fileprivate var isAction: Bool { contains("action") || contains("type") }
}

extension JSONObject {
  /// Whether this may be a line of a Redux logger.
  var isAction: Bool {
    guard self["t"] == nil || self["seq"] == nil && self["completes"] == nil || self["action"] != nil else { return false }
    return self["action"]?.object != nil || self["type"]?.string != nil
  }
}
