import FluxtapeDocuments
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Converts a log of another tool to lines of a Fluxtape log.
///
/// ```swift
/// guard var reader = ForeignLogReader(ofFileBeginning: bytes) else { … }   // a Fluxtape log, or an unknown file
/// let log = try reader.convert(bytes) + reader.finish()
/// ```
/// A store without a name is called `store`, so that the same paths and rules are for all files. Values that JSON lacks become tags of the
/// log format.
package struct ForeignLogReader: Sendable {
  package let form: ForeignForm
  /// Notices for the user about missing and truncated data.
  package private(set) var notices: [String] = []

  /// The maximum number of parts that references in an export may expand to in total. References above it become opaque.
  package var maximumReferredParts = 1 << 22

  /// The name of a store without one.
  private static let store = "store"

  /// The bytes to convert: a whole document, or the beginning of a line.
  private var bytes: [UInt8] = []
  private var decoder: TextDecoder
  private let isDocument: Bool
  /// The number of the last line.
  private var line = 0
  /// Whether something stands around the records.
  private var isWrapped = false
  private var unwrapper: LineUnwrapper
  private var records: ForeignRecords
  private var console: ConsoleLines
  /// The declared members so far, and the keys of the first object.
  private var declaredMembers: Set<DeclaredForm.Member> = []
  private var firstKeys: [String]?
  /// The number of lines that are left out.
  private var otherLines = 0

  /// Returns `nil` if the form is unknown; see ``ForeignForm/init(ofFileBeginning:declared:)``.
  package init?(ofFileBeginning beginning: [UInt8], declared: DeclaredForm? = nil) {
    let sample = ForeignSample(beginning, declared: declared)
    guard let form = sample.form else { return nil }
    self.form = form
    decoder = TextDecoder(ofFileBeginning: beginning)
    let declared = form.declared
    unwrapper = LineUnwrapper(takesPrefixes: sample.takesPrefixes, declared: declared)
    let start = sample.contents.lazy.compactMap { content in
      content.members.flatMap { form.step(of: $0) }.flatMap { $0.instant ?? content.instant }
    }.first
    records = ForeignRecords(store: Self.store, source: form.name, start: start)
    console = ConsoleLines(form)
    isDocument =
      switch form {
      case .reduxDevTools, .elmHistory: true
      case .declared(let declared):
        sample.beginsDocument && sample.contents.first?.members.map { declared.step(of: $0) == nil && sample.contents.count == 1 } ?? true
      case .reduxLogger, .fluxtape, .bloc, .composable: false
      }
  }

  /// The lines of the file that the log's lines were made of.
  package var lineNumbers: LineNumbers { records.lineNumbers }
}

extension ForeignForm {
  fileprivate var declared: DeclaredForm? { if case .declared(let form) = self { form } else { nil } }

  /// What an object on a line tells; `nil` if it is no action in this form.
  fileprivate func step(of members: JSONObject) -> ForeignStep? {
    switch self {
    case .reduxLogger: ForeignStep(ofLogger: members)
    case .declared(let form): form.step(of: members)
    case .reduxDevTools, .elmHistory, .fluxtape, .bloc, .composable: nil
    }
  }
}

// MARK: - Lines

extension ForeignLogReader {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Converts the file's next bytes. Returns the complete lines of the log so far.
  package mutating func convert(_ more: [UInt8]) -> [UInt8] {
    let text = decoder.utf8(more)
    // A hole in the file may be longer than the memory.
    bytes += bytes.isEmpty ? text.drop { $0 == 0 } : text[...]
    if line == 0, bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
    guard !isDocument, let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let log = convertLines(bytes[..<end])
    bytes.removeSubrange(...end)
    return log
  }

  private mutating func convertLines(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var log: [UInt8] = []
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      self.line += 1
      for content in unwrapper.take(Array(line), at: self.line) { convert(content, into: &log) }
    }
    return log
  }

  private mutating func convert(_ content: LineContent, into log: inout [UInt8]) {
    switch form {
    case .fluxtape: records.pass(content.bytes, isRecord: records.count > 0 || content.isRecord(), line: content.line, into: &log)
    case .bloc, .composable:
      // Other output of the app is between all lines, and no step is lost with it.
      let heading = console.headingLine
      guard let steps = console.take(content.bytes, at: content.line) else { return otherLines += 1 }
      // The heading of the next action ends a block.
      for step in steps { records.write(step, line: heading ?? content.line, into: &log) }
    case .reduxLogger, .reduxDevTools, .elmHistory, .declared:
      guard let members = content.members, var step = step(of: members) else {
        return records.copy(content.bytes, line: content.line, into: &log)
      }
      step.instant = step.instant ?? content.instant
      if !content.isBare { isWrapped = true }
      step.other["prefix"] = content.prefix.map(JSONValue.string)
      records.write(step, line: content.line, into: &log)
    }
  }

  /// What an object tells. Notes which declared members it has.
  private mutating func step(of members: JSONObject) -> ForeignStep? {
    if let declared = form.declared {
      firstKeys = firstKeys ?? members.map(\.key)
      if declaredMembers.count < declared.spelled.count { declaredMembers.formUnion(declared.members(in: members)) }
    }
    return form.step(of: members)
  }
}

// MARK: - The end

extension ForeignLogReader {
  /// Ends the file. Returns the rest of the log.
  ///
  /// - Throws: ``InteropError`` if the file is not in the detected form.
  /// - Complexity: O(bytes of the file and of the log). Keeps a whole export in memory.
  package mutating func finish() throws(InteropError) -> [UInt8] {
    var log: [UInt8] = []
    switch form {
    case .reduxDevTools:
      var document = try DevToolsDocument(reading: bytes)
      bytes = []
      document.values.maximumReferredParts = maximumReferredParts
      var records = DevToolsImport(document, store: Self.store)
      records.write(into: &log)
      notices += document.notices + records.notices
    case .elmHistory: try convertElmHistory(into: &log)
    case .declared(let form) where isDocument:
      // What begins like a document may be lines.
      if let document = try? JSONValue(parsing: bytes), document.object.map({ form.step(of: $0) == nil }) ?? true {
        try convert(document, as: form, into: &log)
      } else {
        log = try convertedRest()
      }
    case .declared, .reduxLogger, .fluxtape, .bloc, .composable: log = try convertedRest()
    }
    bytes = []
    return log
  }

  private mutating func convertedRest() throws(InteropError) -> [UInt8] {
    var log = bytes.isEmpty ? [] : convertLines(bytes[...])
    for content in unwrapper.rest(at: line) { convert(content, into: &log) }
    let heading = console.headingLine
    for step in console.finish() { records.write(step, line: heading ?? line, into: &log) }
    try checkDeclaration()
    guard records.count > 0 else { throw InteropError(.noRecord(form)) }
    addNotices()
    return log
  }

  private mutating func convert(_ document: JSONValue, as form: DeclaredForm, into log: inout [UInt8]) throws(InteropError) {
    let events = form.events(in: document) ?? []
    firstKeys = events.isEmpty ? document.object?.map(\.key) ?? document.array?.first?.object?.map(\.key) : nil
    let start = events.lazy.compactMap { $0.object.flatMap(form.step)?.instant }.first
    records = ForeignRecords(store: Self.store, source: self.form.name, start: start)
    var others = 0
    for (place, event) in events.enumerated() {
      guard let step = event.object.flatMap({ step(of: $0) }) else {
        others += 1
        continue
      }
      records.write(step, line: place + 1, into: &log)
    }
    try checkDeclaration()
    if others > 0 { notices.append("\(others) of \(events.count) elements have no type") }
    addNotices()
  }

  /// `{"metadata":…,"history":[{"$":"Increment"}, {"$":"Typed","a":"x"}]}`: messages without times and models.
  private mutating func convertElmHistory(into log: inout [UInt8]) throws(InteropError) {
    let document: JSONValue
    do { document = try JSONValue(parsing: bytes) } catch { throw InteropError(.notJSON(form, error, member: nil)) }
    for (place, message) in ((document["history"] ?? document["a"]?["history"])?.array ?? []).enumerated() {
      var rest = message.object ?? [:]
      // The second one is that of Elm 0.18.
      let key = rest["$"] == nil ? "ctor" : "$"
      rest[key] = nil
      let type = message[key]?.string ?? message.string ?? message.text
      records.write(ForeignStep(type: type, payload: rest.isEmpty ? nil : .object(rest)), line: place + 1, into: &log)
    }
    guard records.count > 0 else { throw InteropError(.noRecord(form)) }
    notices.append("it holds \(records.steps == 1 ? "1 message" : "\(records.steps) messages"), and neither models nor times")
  }

  /// - Throws: ``InteropError`` for the first declared member that no line has.
  private func checkDeclaration() throws(InteropError) {
    guard let declared = form.declared else { return }
    for member in DeclaredForm.Member.allCases where !declaredMembers.contains(member) {
      guard let path = declared.spelled[member] else { continue }
      throw InteropError(.notDeclared(option: member.rawValue, path: path, keys: firstKeys ?? []))
    }
  }

  private mutating func addNotices() {
    if isWrapped { notices.append("the records stand behind a prefix, or in lines of another program") }
    switch form {
    case .bloc: if console.hasNameless { notices.append("no bloc's name is printed, so all of them are the store '\(Self.store)'") }
    case .composable: notices.append("the changes are in the contents of each action, as no state is printed whole")
    case .declared(let declared) where declared.spelled[.state] == nil: break
    case .declared, .reduxLogger, .reduxDevTools, .elmHistory, .fluxtape:
      guard records.withoutState > 0 else { break }
      let words =
        "\(records.withoutState) of \(records.steps) \(isDocument ? "events" : "lines") \(records.withoutState == 1 ? "has" : "have") no state"
      notices.append(form == .reduxLogger ? words + ": let the logger write \"state\": store.getState() after each action" : words)
    }
    if otherLines > 0 { notices.append("\(otherLines) other \(otherLines == 1 ? "line is" : "lines are") left out") }
    guard records.clock.start == nil, records.steps > 0 else { return }
    switch form {
    case .declared(let declared):
      let path = declared.spelled[.time]
      notices.append(path.map { "no line has a time that is understood at '\($0)'" } ?? "no time is declared: --time PATH names it")
    case .bloc, .composable: notices.append("no time is printed")
    case .reduxLogger, .reduxDevTools, .elmHistory, .fluxtape:
      notices.append("no line has a time that is understood: a date or milliseconds as \"time\", \"timestamp\", \"ts\" or \"createdAt\"")
    }
  }
}
