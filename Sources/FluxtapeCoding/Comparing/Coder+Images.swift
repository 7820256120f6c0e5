// Taking images of values.

extension Coder {
  /// Returns the image of a value. It is the value itself, if its type is trusted.
  func image(of value: Subject) -> Image { isTrusted(value.facts) ? ValueImage(value) : imageApart(of: value) }

  /// Returns the image of a value's parts.
  func imageApart(of value: Subject) -> Image {
    let facts = value.facts
    guard !facts.isSpecial else { return textImage(of: value) }
    switch facts.kind {
    case .optional(let access): return access.image(value, by: self)
    case .array(let access):
      var image: Image?
      access.withElements(of: value, by: self) { image = self.image(of: $0, of: value) }
      return image ?? textImage(of: value)
    case .dictionary(let access): return access.image(value, by: self) ?? textImage(of: value)
    case .existential: return image(ofContents: value.boxed)
    case .encodable, .reflected: return (facts.isObject ? objectImage(of: value) : collected(value)) ?? textImage(of: value)
    case .bool, .int, .uint, .double, .float, .text, .integer, .foundation, .set, .direct, .opaque: return textImage(of: value)
    }
  }

  func textImage(of value: Subject) -> Image { TextImage(bytes { write(value, into: $0) }) }

  func text(of image: Image) -> [UInt8] { (image as? TextImage)?.bytes ?? bytes { image.write(into: $0, self) } }

  /// `nil` if only the object's JSON shows it.
  private func objectImage(of value: Subject) -> Image? {
    let (object, facts) = (value.object, value.facts)
    if isWrittenDynamically(type(of: object), facts) { return image(ofDynamic: object) }
    if case .encodable = facts.kind, !facts.isActor {
      guard session.open(object) else { return nil }
      defer { session.close(object) }
      return collected(value)
    }
    guard !facts.isOfSystem, takesApart(facts), session.open(object) else { return nil }
    defer { session.close(object) }
    // The values in repeated objects are counted, so they are written whole each time.
    return session.whileReflected(object) { session.countsValues ? reflectedText(of: value) : collected(value) }
  }

  private func reflectedText(of value: Subject) -> Image { TextImage(bytes { reflectContents(of: value, into: $0) }) }

  /// The images of the parts that a value writes; `nil` if only its JSON shows them.
  private func collected(_ value: Subject) -> Image? {
    guard allowsValue() else { return nil }
    depth += 1
    let node = takeNode(value.facts, for: .collecting)
    defer {
      giveBack(node)
      depth -= 1
    }
    let isCollected: Bool
    if case .encodable(let type) = value.facts.kind {
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

  override var purpose: Purpose { .collecting }

  override func end() {
    super.end()
    (partNames, parts) = ([], [])
  }

  override func put(_ value: Subject, _ name: String?, _ quoted: [UInt8]?) {
    let image = insidePart(name) { coder.image(of: value) }
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
