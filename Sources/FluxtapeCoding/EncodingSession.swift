import FluxtapeLocking
import FluxtapeJSON

/// One run of the encoder over one value: which way each type takes, and which objects are being encoded right now.
final class EncodingSession {
  let options: ValueEncoder.Options
  private var ways: [ObjectIdentifier: Way]
  private var openObjects: Set<ObjectIdentifier> = []
  private lazy var stack = ThreadStack.current

  init(options: ValueEncoder.Options) {
    self.options = options
    ways = Self.knownWays.withLock { $0 }
  }

  /// The ways of all types that any session met. Each session begins with a copy, so that it takes the lock for new types only.
  private static let knownWays = Locked<[ObjectIdentifier: Way]>([:])

  /// How values of one type are encoded.
  private enum Way {
    case ownForm
    case encodable
    case systemObject
    case opaque
    case reflection

    init(of type: Any.Type) {
      if type is any OwnForm.Type {
        self = .ownForm
      } else if type is any Encodable.Type {
        self = .encodable
      } else if type is any Actor.Type || SystemType.isPointer(type) {
        // What an actor isolates may change under the reader; an address is another one in each run.
        self = .opaque
      } else if type is AnyObject.Type, SystemType.isDeclaredBySystem(type) {
        self = .systemObject
      } else {
        self = .reflection
      }
    }
  }

  /// Asking for a conformance costs far more than a look into a small table, and a state has few types but many values.
  private func way(of type: Any.Type) -> Way {
    let identity = ObjectIdentifier(type)
    if let way = ways[identity] { return way }
    let way = Way(of: type)
    ways[identity] = way
    Self.knownWays.withLock { $0[identity] = way }
    return way
  }
}

// MARK: - Choosing the way

extension EncodingSession {
  /// The JSON of a value of which only the dynamic type is known.
  func encode(_ value: Any, at place: EncodingPlace) -> JSONValue {
    switch way(of: type(of: value)) {
    case .ownForm:
      if let value = value as? any OwnForm { return value.encoded(by: self, at: place) }
    case .encodable:
      if let value = value as? any Encodable { return encodeThroughCodable(value, at: place) }
    case .systemObject: return encodeSystemObject(value, at: place)
    case .opaque: return opaque(type(of: value))
    case .reflection: break
    }
    return reflect(value, at: place)
  }

  /// The JSON of a value that user code hands to a container.
  func encode<Value: Encodable>(encodable value: Value, at place: EncodingPlace) -> JSONValue {
    if way(of: Value.self) == .ownForm, let value = value as? any OwnForm { return value.encoded(by: self, at: place) }
    return encodeThroughCodable(value, at: place)
  }

  private func encodeThroughCodable(_ value: some Encodable, at place: EncodingPlace) -> JSONValue {
    whileOpen(value, at: place) {
      let node = EncodingNode(at: place, in: self)
      do {
        try value.encode(to: NodeEncoder(node: node))
        return node.finish()
      } catch {
        // The author's code cannot encode this value; what it consists of can still be shown.
        node.cancel()
        return reflectContents(of: value, at: place)
      }
    }
  }

  func reflect(_ value: Any, at place: EncodingPlace) -> JSONValue {
    whileOpen(value, at: place) { reflectContents(of: value, at: place) }
  }

  /// Runs `encode` unless that would go too deep or around in a circle.
  private func whileOpen(_ value: Any, at place: EncodingPlace, _ encode: () -> JSONValue) -> JSONValue {
    let type = type(of: value)
    guard hasRoom(at: place) else { return opaque(type) }
    guard type is AnyObject.Type else { return encode() }
    let identity = ObjectIdentifier(value as AnyObject)
    guard openObjects.insert(identity).inserted else { return opaque(type) }
    defer { openObjects.remove(identity) }
    return encode()
  }

  /// Whether a container may begin at `place`, with room for a tagged leaf inside.
  func hasRoom(at place: EncodingPlace) -> Bool {
    place.depth < options.maximumDepth && (place.depth < ThreadStack.askedFromDepth || stack?.hasRoom != false)
  }

  func opaque(_ type: Any.Type) -> JSONValue { TaggedValue.opaque(typeName: TypeName.of(type)).json }
}

// MARK: - Places

/// Where a value stands: the container around it, and its key there.
///
/// `depth` counts values inside values, also those that write no brackets of their own. So it is never less than the depth of the JSON, and
/// an `encode(to:)` that hands on to itself comes to an end.
struct EncodingPlace {
  let parent: EncodingNode?
  let key: (any CodingKey)?
  let depth: Int

  static var root: EncodingPlace { EncodingPlace(parent: nil, key: nil, depth: 1) }

  static func inside(_ parent: EncodingNode, key: (any CodingKey)? = nil) -> EncodingPlace {
    EncodingPlace(parent: parent, key: key, depth: parent.place.depth + 1)
  }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var place = self
    while true {
      if let key = place.key { path.append(key) }
      guard let parent = place.parent else { return path.reversed() }
      place = parent.place
    }
  }
}

/// The place of an element in an array, and `super`, as keys.
struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init?(intValue: Int) { self.init(intValue) }

  static let `super` = PlaceKey(stringValue: "super")
}
