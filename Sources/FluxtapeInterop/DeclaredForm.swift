import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// The members in which another tool keeps what a log needs, as the user names them: `--type .eventType --time .eventTime`.
package struct DeclaredForm: Hashable, Sendable {
  /// What a path can be declared for.
  package enum Member: String, CaseIterable, Sendable { case type, time, store, state, payload }

  /// The paths as they are spelled.
  let spelled: [Member: String]
  private let pointers: [Member: JSONPointer]
  /// What stands before the JSON of each line; `nil` for anything.
  let prefix: RegularExpression?

  /// The keys of a form: the members and `prefix`.
  package static let keys = Member.allCases.map(\.rawValue) + ["prefix"]

  /// - Parameter texts: The paths and the prefix, by their ``keys``.
  /// - Throws: ``InteropError`` for an unknown key, a wrong path or a wrong prefix, and if there is no type.
  package init(_ texts: [String: String]) throws(InteropError) {
    if let key = texts.keys.sorted().first(where: { !Self.keys.contains($0) }) {
      throw InteropError(.declaration("'\(key)' is not in a form; it has \(QueryError.listed(Self.keys, nearestTo: key))"))
    }
    var (spelled, pointers): ([Member: String], [Member: JSONPointer]) = ([:], [:])
    for member in Member.allCases {
      guard let text = texts[member.rawValue] else { continue }
      (spelled[member], pointers[member]) = (text, try Self.pointer(text, of: member))
    }
    guard pointers[.type] != nil else {
      throw InteropError(.declaration("a form needs the path of each action's type, as in --type .eventType"))
    }
    (self.spelled, self.pointers) = (spelled, pointers)
    guard let pattern = texts["prefix"] else {
      prefix = nil
      return
    }
    do { prefix = try RegularExpression("^(?:\(pattern))$") } catch {
      throw InteropError(.declaration("--prefix '\(pattern)': expected \(error.expected)"))
    }
  }

  private static func pointer(_ text: String, of member: Member) throws(InteropError) -> JSONPointer {
    let path: StatePath
    do { path = try StatePath(parsing: text) } catch {
      throw InteropError(.declaration("--\(member.rawValue) '\(text)': \(error); write a path as .a.b[0]"))
    }
    var tokens: [String] = []
    for part in path.parts {
      switch part {
      case .member(let key), .token(let key): tokens.append(key)
      case .element(let index): tokens.append(String(index))
      case .elementWith: tokens = []
      }
    }
    guard path.store == nil, tokens.count == path.parts.count, !tokens.isEmpty else {
      throw InteropError(.declaration("--\(member.rawValue) '\(text)': write a path of members and numbers, as .a.b[0]"))
    }
    return JSONPointer(tokens: tokens)
  }
}

// MARK: - Reading

extension DeclaredForm {
  /// The declared members that an object has.
  func members(in object: JSONObject) -> Set<Member> {
    let whole = JSONValue.object(object)
    return Set(pointers.filter { whole[$0.value].map { !$0.isNull } ?? false }.keys)
  }

  /// What an object tells; `nil` if it has neither a type nor a state.
  func step(of object: JSONObject) -> ForeignStep? {
    let whole = JSONValue.object(object)
    func value(_ member: Member) -> JSONValue? { pointers[member].flatMap { whole[$0] } }
    var step = ForeignStep(type: value(.type).flatMap(Self.text), store: value(.store).flatMap(Self.text))
    step.instant = Timestamp(foreign: value(.time))
    step.state = value(.state).map(Self.parsed)
    guard step.type != nil || step.state != nil else { return nil }
    var rest: JSONValue? = whole
    for (member, pointer) in pointers where member != .time || step.instant != nil { rest = rest?.removing(pointer.tokens[...]) }
    if pointers[.payload] == nil {
      step.payload = rest
    } else {
      step.payload = value(.payload)
      step.other[ForeignAction.restKey] = rest
    }
    return step
  }

  /// The events of a document: the first array, of the outermost ones, in which an object has a type.
  func events(in document: JSONValue) -> [JSONValue]? {
    var level = [document]
    for _ in 0..<Self.mostLevels {
      for case .array(let elements) in level where elements.contains(where: { $0.object.map { members(in: $0).contains(.type) } ?? false })
      {
        return elements
      }
      level = level.flatMap { $0.object?.map(\.value) ?? [] }
    }
    return nil
  }

  /// The number of levels of a document at which its events may be.
  private static let mostLevels = 4

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number, .bool: value.text
    case .null, .array, .object: nil
    }
  }

  /// A value that is JSON as text, as some services keep it, is that JSON.
  private static func parsed(_ value: JSONValue) -> JSONValue {
    guard let text = value.string, text.first == "{" || text.first == "[" else { return value }
    return (try? JSONValue(parsing: text)) ?? value
  }
}

extension JSONValue {
  /// The value without what is at a path; `nil` if nothing is left. Elements of arrays stay, as the others would get other numbers.
  fileprivate func removing(_ path: ArraySlice<String>) -> JSONValue? {
    guard let key = path.first else { return nil }
    guard case .object(var members) = self, let child = members[key] else { return self }
    members[key] = child.removing(path.dropFirst())
    return members.isEmpty ? nil : .object(members)
  }
}
