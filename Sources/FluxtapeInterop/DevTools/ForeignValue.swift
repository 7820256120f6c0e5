import FluxtapeJSON
import FluxtapeLog

/// Turns values of other tools into those of a log: keys that begin with `$` get one more, and the tags of `jsan`, with which Redux
/// DevTools writes what JSON lacks, become the log's own.
///
/// | jsan | in the log |
/// |---|---|
/// | date | RFC 3339 text |
/// | `NaN`, infinities | `{"$float":…}` |
/// | map, set | array of pairs, array |
/// | reference | the value that it points to; a circle is `{"$opaque":…}` |
/// | undefined, function, symbol, error, regular expression | `{"$opaque":…}` with what is known |
struct ForeignValue {
  /// Whether `{"$jsan":…}` is a tag.
  let isTagged: Bool
  /// Whether the log's own tags stand for what they stand for in a log.
  let keepsTags: Bool
  /// What references start from.
  private let root: JSONValue
  /// Values that references point to, and of how many parts they are made.
  private var targets: [String: (value: JSONValue, count: Int)] = [:]
  private var resolving: Set<String> = []
  private var count = 0

  /// Parts of values that references may stand for in all: few references can stand for more than fits in memory.
  var maximumReferredParts = 1 << 22
  private var referredParts = 0

  init(isTagged: Bool, keepsTags: Bool = false, root: JSONValue = .null) {
    self.isTagged = isTagged
    self.keepsTags = keepsTags
    self.root = root
  }

  /// The value as a log has it.
  mutating func logForm(_ value: JSONValue) -> JSONValue {
    count += 1
    switch value {
    case .array(let elements): return .array(elements.map { logForm($0) })
    case .object(let object): return logForm(object)
    default: return value
    }
  }

  private mutating func logForm(_ object: JSONObject) -> JSONValue {
    if isTagged, object.count == 1, let member = object.first, member.key == "$jsan" {
      switch member.value {
      case .string(let tag): return self.value(ofTag: tag)
      // A real key of this name stands in an array of one.
      case .array(let escaped) where escaped.count == 1: return ["$$jsan": logForm(escaped[0])]
      default: break
      }
    }
    if keepsTags, object.isTagOrLooksLikeOne { return .object(object) }
    if isTagged || !keepsTags, let type = object["__serializedType__"]?.string, type.hasPrefix("Immutable"), let data = object["data"] {
      return logForm(data)
    }
    return .object(JSONObject(object.map { JSONObject.Member(key: TaggedValue.escapedKey($0.key), value: logForm($0.value)) }))
  }
}

// MARK: - Tags

extension ForeignValue {
  private mutating func value(ofTag tag: String) -> JSONValue {
    let content = String(tag.dropFirst())
    switch tag.first {
    case "u": return opaque("undefined")
    case "n": return TaggedValue.float(.nan).json
    case "i": return TaggedValue.float(.infinity).json
    case "y": return TaggedValue.float(.negativeInfinity).json
    case "d": return date(content)
    case "r": return opaque("RegExp /" + content.drop { $0 != "," }.dropFirst() + "/" + content.prefix { $0 != "," })
    case "f": return opaque("function " + content)
    case "e": return opaque("Error: " + content)
    case "s", "g": return opaque("Symbol(" + content + ")")
    case "m", "l":
      guard let list = try? JSONValue(parsing: content) else { return opaque("unreadable " + (tag.first == "m" ? "Map" : "Set")) }
      return logForm(list)
    case "$": return target(of: tag)
    default: return opaque("unknown tag")
    }
  }

  private func opaque(_ name: some StringProtocol) -> JSONValue { TaggedValue.opaque(typeName: String(name.prefix(200))).json }

  private func date(_ milliseconds: String) -> JSONValue {
    guard let number = Double(milliseconds), number.magnitude < 8.64e15 else { return opaque("Date") }
    return .string(Timestamp(microsecondsSince1970: Int(number * 1000)).description)
  }

  /// What a reference such as `$.items[0]["a key"]` points to.
  private mutating func target(of reference: String) -> JSONValue {
    if let known = targets[reference] { return take(known, reference) }
    guard !resolving.contains(reference), let pointer = JSANPath(reference)?.pointer, let raw = root[pointer] else {
      return opaque("reference " + reference)
    }
    resolving.insert(reference)
    defer { resolving.remove(reference) }
    let before = count
    let value = logForm(raw)
    targets[reference] = (value, count - before)
    return take((value, count - before), reference)
  }

  private mutating func take(_ target: (value: JSONValue, count: Int), _ reference: String) -> JSONValue {
    guard referredParts + target.count <= maximumReferredParts else { return opaque("reference " + reference) }
    referredParts += target.count
    count += target.count
    return target.value
  }
}
