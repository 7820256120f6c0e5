import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog

/// What the inspector remembers of a log from one time to the next: bookmarks and notes, what is watched, what was typed. It is kept
/// beside the user's own data, never in the log.
package struct InspectorMemory: Hashable, Sendable {
  var bookmarks: [Bookmark] = []
  var watches: [WatchedValue] = []
  var entered: [PromptKind: [String]] = [:]

  /// Lines of each prompt that are kept.
  private static let enteredLimit = 100
  /// Bookmarks and watched values that are read at most: a file that somebody else wrote must do no harm.
  private static let limit = 1000
}

// MARK: - As text

extension InspectorMemory {
  /// As JSON.
  var text: String {
    var members = JSONObject([("bookmarks", .array(bookmarks.map(Self.json)))])
    members["watches"] = .array(watches.map { .string($0.address) })
    for kind in PromptKind.remembered {
      members[kind.rawValue] = .array((entered[kind] ?? []).suffix(Self.enteredLimit).map { .string($0) })
    }
    return JSONValue.object(members).prettyText + "\n"
  }

  /// Reads what ``text`` wrote; what is not so is left out.
  init(parsing text: String) {
    guard let json = try? JSONValue(parsing: text) else { return }
    bookmarks = (json["bookmarks"]?.array ?? []).prefix(Self.limit).compactMap(Self.bookmark)
    watches = (json["watches"]?.array ?? []).prefix(Self.limit).compactMap { value in
      guard let path = value.string.flatMap({ try? StatePath(parsing: $0) }), let store = path.store else { return nil }
      return WatchedValue(store: store, path: StatePath(parts: path.parts))
    }
    for kind in PromptKind.remembered {
      entered[kind] = (json[kind.rawValue]?.array ?? []).suffix(Self.enteredLimit).compactMap(\.string)
    }
  }

  private static func json(_ bookmark: Bookmark) -> JSONValue {
    var members = JSONObject([("step", .number(JSONNumber(bookmark.step.rawValue)))])
    if let letter = bookmark.letter { members["letter"] = .string(String(letter)) }
    if !bookmark.note.isEmpty { members["note"] = .string(bookmark.note) }
    return .object(members)
  }

  private static func bookmark(_ json: JSONValue) -> Bookmark? {
    guard let step = json["step"]?.int, step > 0 else { return nil }
    let letter = json["letter"]?.string.flatMap { $0.count == 1 ? $0.first : nil }
    return Bookmark(letter: letter, step: StepNumber(step), note: json["note"]?.string ?? "")
  }
}

extension PromptKind {
  fileprivate static let remembered: [PromptKind] = [.search, .filter, .command]
}

extension InspectorState {
  var memory: InspectorMemory { InspectorMemory(bookmarks: bookmarks, watches: watches, entered: entered) }

  /// Takes up what was remembered.
  mutating func recall(_ memory: InspectorMemory) {
    bookmarks = memory.bookmarks
    watches = memory.watches.filter { history.stores.contains($0.store) || log.progress != nil || !log.isPlaced }
    entered = memory.entered
    remembered = self.memory
  }
}
