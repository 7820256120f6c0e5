import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

/// Converts values of other tools to the log's form: keys that begin with `$` get another `$`, and tags of `jsan`, which Redux DevTools
/// uses for values that JSON lacks, become tags of the log.
///
/// | jsan | in the log |
/// |---|---|
/// | date | RFC 3339 text |
/// | `NaN`, infinities | `{"$float":…}` |
/// | map, set | array of pairs, array |
/// | reference | the value that it points to; a cycle is `{"$opaque":…}` |
/// | undefined, function, symbol, error, regular expression | `{"$opaque":…}` with a description |
struct ForeignValue {
  /// Whether `{"$jsan":…}` is a tag.
  let isTagged: Bool
  /// Whether to keep tags of the log's format.
  let keepsTags: Bool
  /// The root of references.
  private let root: JSONValue
  /// The resolved references, with the number of parts of each value.
  private var targets: [String: (value: JSONValue, count: Int)] = [:]
  private var resolving: Set<String> = []
  private var count = 0

  /// The maximum number of parts that references may expand to in total. A few nested references could exceed the memory.
  var maximumReferredParts = 1 << 22
  private var referredParts = 0

  init(isTagged: Bool, keepsTags: Bool = false, root: JSONValue = .null) {
    self.isTagged = isTagged
    self.keepsTags = keepsTags
    self.root = root
  }

  /// Returns the value in the log's form.
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
      // jsan escapes a real key of this name with an array of one element.
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

  /// Resolves a reference such as `$.items[0]["a key"]`.
  private mutating func target(of reference: String) -> JSONValue {
    if let known = targets[reference] { return expanded(known, reference) }
    guard !resolving.contains(reference), let pointer = JSANPath(reference)?.pointer, let raw = root[pointer] else {
      return opaque("reference " + reference)
    }
    resolving.insert(reference)
    defer { resolving.remove(reference) }
    let before = count
    let value = logForm(raw)
    targets[reference] = (value, count - before)
    return expanded((value, count - before), reference)
  }

  /// Counts the parts of a resolved reference, and returns its value, or an opaque one above the limit.
  private mutating func expanded(_ target: (value: JSONValue, count: Int), _ reference: String) -> JSONValue {
    guard referredParts + target.count <= maximumReferredParts else { return opaque("reference " + reference) }
    referredParts += target.count
    count += target.count
    return target.value
  }
}
