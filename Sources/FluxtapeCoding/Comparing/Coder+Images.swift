// Taking images of values.

extension Coder {
  /// Returns the image of a value. It is the value itself, if its type is trusted.
  func image<Value>(of value: Value, _ facts: TypeFacts) -> Image {
    isTrusted(facts) ? ValueImage(value, facts) : imageApart(of: value, facts)
  }

  /// Returns the image of a value's parts.
  func imageApart<Value>(of value: Value, _ facts: TypeFacts) -> Image {
    guard !facts.isSpecial else { return textImage(of: value, facts) }
    switch facts.kind {
    case .optional(let access): return access.image(value, by: self)
    case .array(let access): return access.image(value, by: self)
    case .dictionary(let access): return access.image(value, by: self) ?? textImage(of: value, facts)
    case .existential: return image(ofContents: value)
    case .encodable, .reflected:
      return (facts.isObject ? objectImage(of: value, facts) : collected(value, facts)) ?? textImage(of: value, facts)
    case .bool, .int, .uint, .double, .float, .text, .integer, .foundation, .set, .direct, .opaque: return textImage(of: value, facts)
    }
  }

  func textImage<Value>(of value: Value, _ facts: TypeFacts) -> Image { TextImage(bytes { write(value, facts, into: $0) }) }

  func text(of image: Image) -> [UInt8] { (image as? TextImage)?.bytes ?? bytes { image.write(into: $0, self) } }

  /// `nil` if only the object's JSON shows it.
  private func objectImage<Value>(of value: Value, _ facts: TypeFacts) -> Image? {
    let object = value as AnyObject
    if isWrittenDynamically(type(of: object), facts) { return image(ofDynamic: object) }
    if case .encodable = facts.kind, !facts.isActor {
      guard session.open(object) else { return nil }
      defer { session.close(object) }
      return collected(value, facts)
    }
    guard !facts.isOfSystem, takesApart(facts), session.open(object) else { return nil }
    defer { session.close(object) }
    // The values in repeated objects are counted, so they are written whole each time.
    return session.whileReflected(object) { session.countsValues ? reflectedText(of: value, facts) : collected(value, facts) }
  }

  private func reflectedText<Value>(of value: Value, _ facts: TypeFacts) -> Image {
    TextImage(bytes { reflectContents(of: value, facts, into: $0) })
  }

  /// The images of the parts that a value writes; `nil` if only its JSON shows them.
  private func collected<Value>(_ value: Value, _ facts: TypeFacts) -> Image? {
    guard allowsValue() else { return nil }
    depth += 1
    let node = takeNode(facts, collects: true)
    defer {
      giveBack(node)
      depth -= 1
    }
    let isCollected: Bool
    if case .encodable(let type) = facts.kind {
      isCollected = encode(value, as: type, into: node)
    } else {
      isCollected = collectContents(of: value, into: node)
    }
    return isCollected && !node.isOdd ? (node as? Collector)?.image : nil
  }
}

/// Collects images of parts, not their JSON.
@safe final class Collector: Node {
  private var partNames: [String] = []
  private var parts: [Image] = []

  override var collects: Bool { true }

  override func end() {
    super.end()
    (partNames, parts) = ([], [])
  }

  override func put<Value>(_ value: Value, _ name: String?, _ member: TypeFacts.Member) {
    let image = insidePart(name) { coder.image(of: value, member.facts) }
    if let name { partNames.append(name) }
    parts.append(image)
    written += 1
  }

  override func reserve(_ name: String?) -> Int {
    if let name { partNames.append(name) }
    parts.append(TextImage.null)
    written += 1
    return parts.count - 1
  }

  override func discardParts() { (partNames, parts) = ([], []) }

  override func set(_ json: [UInt8]) { parts = [TextImage(json)] }

  /// `nil` if a nested container wrote something twice.
  var image: Image? {
    for inner in nested {
      guard !inner.node.isOdd, let image = (inner.node as? Collector)?.image else { return nil }
      parts[inner.place] = image
    }
    return PartsImage(shape == .single && parts.isEmpty ? .nothing : shape, partNames, parts)
  }
}
