import FluxtapeLogReading
import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

/// A value on one line. Reads no more of the value than fits.
struct ValuePreview {
  /// The intended number of columns. A longer preview is cut when drawn.
  let width: Int
  let typesetting: Typesetting

  /// Strings of at least this many bytes show their size.
  private static let bytesWorthTelling = 1000
  /// The minimum number of columns for a string in a container.
  private static let innerStringWidth = 24
  /// The columns that a difference needs before sizes have room.
  private static let leastDifferenceWidth = 12
  /// Members that identify an object, shown first.
  private static let identities = ["id", "key", "uuid", "name", "type"]

  func text(of value: JSONNode) -> StyledText {
    switch value.kind {
    case .object: tagged(value) ?? object(value)
    case .array where value.count > JSONTree.pageSize: StyledText("[\(value.count.counted("item"))]", .dim)
    case .array: array(value)
    default: scalar(value, width: width)
    }
  }

  /// A value in memory: scalars need no text to be read from.
  func text(of value: JSONValue) -> StyledText {
    switch value {
    case .null, .bool, .number, .string: scalar(value, width: width)
    case .array, .object: text(of: JSONNode(value))
    }
  }

  /// A scalar, or the brackets of a container.
  func scalar(_ value: JSONNode, width: Int) -> StyledText {
    switch value.kind {
    case .null, .boolean, .number, .string: scalar(value.value, width: width)
    case .array: StyledText(value.count == 0 ? "[]" : "[\(typesetting.glyphs.ellipsis)]", .dim)
    case .object: tagged(value) ?? StyledText(value.count == 0 ? "{}" : "{\(typesetting.glyphs.ellipsis)}", .dim)
    }
  }

  private func scalar(_ value: JSONValue, width: Int) -> StyledText {
    switch value {
    case .null: StyledText("null", .literal)
    case .bool(let truth): StyledText(truth ? "true" : "false", .literal)
    case .number(let number): StyledText(number.text, .number)
    case .string(let text): quoted(text, width: width)
    case .array, .object: scalar(JSONNode(value), width: width)
    }
  }

  func quoted(_ string: String, width: Int) -> StyledText {
    let size = size(of: string)
    return quoted(string, max(width - size.utf8.count - 2, 8), size: size)
  }

  /// Whether a text fits with its quotes; other values always do.
  func isWhole(_ value: JSONNode) -> Bool { typesetting.width(of: value.string ?? "", atMost: width) + 2 <= width }

  /// Two texts around their first difference; nil for other values. Their sizes are left out without room for them.
  func difference(from old: JSONNode, to new: JSONNode) -> (old: StyledText, new: StyledText)? {
    guard let old = old.string, let new = new.string else { return nil }
    let sizes = (old: size(of: old), new: size(of: new))
    let sizeWidth = max(sizes.old.utf8.count, sizes.new.utf8.count)
    let showsSizes = width - 2 - sizeWidth >= Self.leastDifferenceWidth
    let room = max(width - 2 - (showsSizes ? sizeWidth : 0), 4)
    let window = DifferenceWindow(old, new, columns: room, typesetting: typesetting)
    return (quoted(window.old, room, size: showsSizes ? sizes.old : ""), quoted(window.new, room, size: showsSizes ? sizes.new : ""))
  }

  private func size(of string: String) -> String {
    string.utf8.count >= Self.bytesWorthTelling ? " " + ThreeDigits.size(string.utf8.count) : ""
  }

  private func quoted(_ string: String, _ room: Int, size: String) -> StyledText {
    var text = StyledText("\"", .string)
    text += StyledText(escaped(string, room), .string).shortened(to: room, typesetting: typesetting)
    text.append("\"", .string)
    text.append(size, .dim)
    return text
  }

  /// Returns the beginning of a string, with more than `room` characters if it has more.
  private func escaped(_ string: String, _ room: Int) -> String {
    let head = string.utf8.prefix(room + 1)
    let isPlain = head.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    // A letter of ASCII before another one has no marks, and the last one of more is not shown.
    if isPlain { return String(string[..<head.endIndex]) }
    var shown = ""
    for character in string.prefix(room + 1) {
      if character == "\"" || character == "\\" { shown.append("\\") }
      shown.append(character)
    }
    return shown
  }
}

// MARK: - Containers

extension ValuePreview {
  /// `"p3", 33`: the values of an object without their keys, as many as fit; nothing if the first does not fit. An object in an object of
  /// one member stands for both, as for the only argument of an enum case.
  ///
  /// - Returns: The values, and whether there is one for each member.
  func values(of value: JSONNode) -> (text: StyledText, isAll: Bool) {
    var value = value
    while isPlain(value), value.count == 1, let only = value.member(at: 0)?.value, isPlain(only) { value = only }
    guard isPlain(value) else {
      let text = fitting(scalar(value, width: width))
      return (text ?? StyledText(), text != nil)
    }
    let more = StyledText(", " + typesetting.glyphs.ellipsis)
    let count = value.count
    var text = StyledText()
    for (place, member) in value.members.enumerated() {
      let isLast = place + 1 == count
      let room = isLast ? width : width - more.width(in: typesetting)
      let next = (place == 0 ? text : text + StyledText(", ")) + scalar(member.value, width: room)
      guard fitting(isLast ? next : next + more) != nil else { return (place == 0 ? text : text + more, false) }
      text = next
    }
    return (text, true)
  }

  private func isPlain(_ value: JSONNode) -> Bool { value.kind == .object && tagged(value) == nil }

  private func fitting(_ text: StyledText) -> StyledText? { text.width(in: typesetting, atMost: width + 1) <= width ? text : nil }

  private func object(_ object: JSONNode) -> StyledText {
    let first = Self.identities.compactMap { object.position(of: $0) }
    let order = LazyOrder(first: first, count: object.count)
    return container(open: "{", close: "}", count: object.count) { place in
      guard let member = object.member(at: order[place]) else { return StyledText() }
      return StyledText(JSONPointer(tokens: [member.key]).text(in: .null) + ": ", .key)
        + scalar(member.value, width: innerWidth(of: object.count, keyWidth: member.key.utf8.count + 2))
    }
  }

  private func array(_ array: JSONNode) -> StyledText {
    container(open: "[", close: "]", count: array.count) { place in
      let element = array.element(at: place) ?? .null
      guard element.kind == .object, tagged(element) == nil, element.count > 0 else {
        return scalar(element, width: innerWidth(of: array.count, keyWidth: 0))
      }
      return ValuePreview(width: Self.innerStringWidth, typesetting: typesetting).object(element)
    }
  }

  /// Returns the columns for one of `count` values, which share the width.
  private func innerWidth(of count: Int, keyWidth: Int) -> Int {
    max(Self.innerStringWidth, (width - 2) / max(min(count, 4), 1) - keyWidth - 2)
  }

  /// Returns as many pieces as fit, and the number of the others.
  ///
  /// Commas and brackets take the style of their neighbors: dimming each would send more bytes to the terminal than the values themselves.
  private func container(open: String, close: String, count: Int, piece: (Int) -> StyledText) -> StyledText {
    var text = StyledText()
    var used = open.count + close.count
    for place in 0..<count {
      let style = text.runs.last?.style ?? .dim
      let next = (place == 0 ? StyledText() : StyledText(", ", style)) + piece(place)
      let more = place + 1 < count ? ", \(typesetting.glyphs.ellipsis) \(count - place - 1) more" : ""
      let needed = next.width(in: typesetting, atMost: width + 1)
      guard place == 0 || used + needed + typesetting.width(of: more) <= width else {
        text += StyledText(", \(typesetting.glyphs.ellipsis) \((count - place).grouped) more", .dim)
        break
      }
      text += next
      used += needed
    }
    return StyledText(open, text.runs.first?.style ?? .dim) + text + StyledText(close, text.runs.last?.style ?? .dim)
  }

  /// The order of members, with some moved to the front.
  private struct LazyOrder {
    let first: [Int]
    let count: Int

    /// O(n), which is fine for the few places shown.
    subscript(place: Int) -> Int {
      if place < first.count { return first[place] }
      var left = place - first.count
      for candidate in 0..<count where !first.contains(candidate) {
        if left == 0 { return candidate }
        left -= 1
      }
      return place
    }
  }
}

// MARK: - Tagged values

extension ValuePreview {
  /// Returns the recorder's tagged values, such as redacted ones; nil for plain objects.
  private func tagged(_ object: JSONNode) -> StyledText? {
    guard object.count == 1, let member = object.member(at: 0), member.key.hasPrefix("$") else { return nil }
    switch (member.key, member.value.value) {
    case ("$redacted", .string(let digest)): return StyledText("<redacted \(digest.prefix(8))>", .literal)
    case ("$truncated", let what):
      return StyledText("<truncated\(what["bytes"]?.int.map { " " + ThreeDigits.size($0) } ?? "")>", .literal)
    case ("$float", .string(let name)): return StyledText(name, .number)
    case ("$opaque", .string(let type)): return StyledText("<\(type)>", .literal)
    default: return nil
    }
  }
}
