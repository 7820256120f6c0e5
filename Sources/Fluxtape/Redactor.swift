import FluxtapeCoding
import FluxtapeJSON

/// Replaces secrets in encoded values. It remembers which keys it has judged, so it is used under a lock.
struct Redactor {
  private let redaction: Redaction
  private let digestKey: DigestKey
  private var judged: [String: Bool] = [:]

  init(_ redaction: Redaction, digestKey: DigestKey) {
    self.redaction = Redaction(redaction, lowercased: true)
    self.digestKey = digestKey
  }

  /// `value` without its secrets. What has none shares its storage with `value`.
  ///
  /// - Parameter name: Stands for the key of a value that has no label: the name of a case, type, scope or store.
  mutating func redacted(_ value: JSONValue, named name: String) -> JSONValue {
    guard isOn else { return value }
    let isSecret = isSecret(name)
    // Fields with labels of their own answer for themselves.
    if isSecret, case .object(let object) = value { return walk(Frame(object: object, inherits: .labelsThatSayNothing)) ?? value }
    switch judge(value, isSecret: isSecret) {
    case .stays: return value
    case .isSecret: return redaction(of: value)
    case .inside(let frame): return walk(frame) ?? value
    }
  }

  /// Keys beyond this number are judged anew each time: the keys of a dictionary of data could be any number.
  private static let mostJudged = 10_000

  var isOn: Bool { redaction.isOn }

  mutating func isSecret(_ key: String) -> Bool {
    if let known = judged[key] { return known }
    let lowercased = key.lowercased()
    let isSecret = !redaction.openKeys.contains(lowercased) && (redaction.secretKeys.contains(lowercased) || SecretKey.matches(key))
    if judged.count < Self.mostJudged { judged[key] = isSecret }
    return isSecret
  }

  /// Labels that leave it to the name around them what they hold: `_0` of an enum case, `value` of a wrapper.
  private static func saysNothing(_ key: String) -> Bool {
    isPositional(key) || ["value", "rawValue", "newValue", "text", "string"].contains(key)
  }

  private static func isPositional(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "_") && key.utf8.count > 1
      && key.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension Redaction {
  fileprivate init(_ redaction: Redaction, lowercased: Bool) {
    self = redaction
    secretKeys = Set(redaction.secretKeys.map { $0.lowercased() })
    openKeys = Set(redaction.openKeys.map { $0.lowercased() })
  }
}

// MARK: - Judging

extension Redactor {
  private enum Judgement {
    case stays
    case isSecret
    /// The contents decide.
    case inside(Frame)
  }

  private func judge(_ value: JSONValue, isSecret: Bool) -> Judgement {
    switch value {
    case .null, .bool: return .stays
    case .number: return isSecret ? .isSecret : .stays
    case .string(let text): return !text.isEmpty && (isSecret || !CardNumber.ranges(in: text).isEmpty) ? .isSecret : .stays
    case .array(let elements):
      if elements.isEmpty { return .stays }
      return isSecret ? .isSecret : .inside(Frame(array: elements))
    case .object(let object):
      if object.isEmpty { return .stays }
      // The values of an enum case have its name for a key, and may be mere truth values.
      let isUnlabelled = object.allSatisfy { Self.isPositional($0.key) }
      return isSecret && !isUnlabelled ? .isSecret : .inside(Frame(object: object, inherits: isSecret ? .everyLabel : .noLabel))
    }
  }

  private mutating func isSecret(_ place: Int, of frame: Frame) -> Bool {
    switch frame.contents {
    case .array(let elements):
      // A dictionary whose keys are no strings is an array of pairs: `["password","…"]`.
      guard frame.isPair, place == 1, case .string(let key) = elements[0] else { return false }
      return isSecret(key)
    case .object(let object):
      let key = object[place].key
      switch frame.inherits {
      case .everyLabel: return true
      case .labelsThatSayNothing where Self.saysNothing(key): return true
      case .labelsThatSayNothing, .noLabel: break
      }
      if isSecret(key) { return true }
      // `{"name":"Authorization","value":"…"}`: headers, form fields and query items hold their key as data.
      return key == "value" && ["name", "key", "field", "header"].contains { object[$0]?.string.map { self.isSecret($0) } ?? false }
    }
  }

  private func redaction(of value: JSONValue) -> JSONValue {
    // What is redacted already, or says that it has no contents, gives nothing away.
    switch TaggedValue(value) {
    case .redacted, .opaque: return value
    default: return TaggedValue.redacted(digest: SipHash.digest(of: value.bytes, key: digestKey.words).hexadecimal).json
    }
  }
}

// MARK: - Walking

extension Redactor {
  /// A container that the walk is in.
  private struct Frame {
    enum Contents {
      case array([JSONValue])
      case object(JSONObject)
    }

    /// Which members are secret because the container is.
    enum Inheritance { case noLabel, labelsThatSayNothing, everyLabel }

    var contents: Contents
    let inherits: Inheritance
    /// Whether this may be a key with its value.
    let isPair: Bool
    var place = 0
    var isChanged = false

    init(array: [JSONValue]) { (contents, inherits, isPair) = (.array(array), .noLabel, array.count == 2) }

    init(object: JSONObject, inherits: Inheritance) {
      (contents, self.inherits, isPair) = (.object(object), inherits, false)
    }

    private var count: Int {
      switch contents {
      case .array(let elements): elements.count
      case .object(let object): object.count
      }
    }

    /// The value at `place`, or `nil` behind the last one.
    var current: JSONValue? {
      // Not with `?:`, in which `nil` would be JSON's null.
      guard place < count else { return nil }
      switch contents {
      case .array(let elements): return elements[place]
      case .object(let object): return object[place].value
      }
    }

    mutating func replaceCurrent(with value: JSONValue) {
      isChanged = true
      switch contents {
      case .array(var elements):
        contents = .array([])  // so that the elements are held once and change in place
        elements[place] = value
        contents = .array(elements)
      case .object(var object):
        contents = .object([:])
        object[object[place].key] = value
        contents = .object(object)
      }
    }

    var value: JSONValue {
      switch contents {
      case .array(let elements): .array(elements)
      case .object(let object): .object(object)
      }
    }
  }

  /// What the container becomes, or `nil` if it stays as it is.
  ///
  /// A loop with a stack of its own: values may nest 480 levels deep, and a thread on Apple systems has 512 KiB of stack.
  private mutating func walk(_ root: Frame) -> JSONValue? {
    var frame = root
    var outer: [Frame] = []
    while true {
      guard let value = frame.current else {
        guard var parent = outer.popLast() else {
          guard frame.isChanged else { return nil }
          return frame.value
        }
        if frame.isChanged { parent.replaceCurrent(with: frame.value) }
        frame = parent
        frame.place += 1
        continue
      }
      switch judge(value, isSecret: isSecret(frame.place, of: frame)) {
      case .isSecret: frame.replaceCurrent(with: redaction(of: value))
      case .stays: break
      case .inside(let inner):
        outer.append(frame)
        frame = inner
        continue
      }
      frame.place += 1
    }
  }
}
