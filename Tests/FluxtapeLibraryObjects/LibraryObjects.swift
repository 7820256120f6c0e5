import FluxtapeLocking

/// A superclass for the view models of an app.
open class LibraryViewModel {
  public let bag = DisposeBag()
  public var isActive = true

  public init() {}
}

/// A struct of a library that contains an object.
public struct Subscription {
  public let name: String
  public let bag: DisposeBag

  public init(name: String, bag: DisposeBag) { (self.name, self.bag) = (name, bag) }
}

/// Holds a value, like a relay.
public final class Relay<Value> {
  public var value: Value

  public init(_ value: Value) { self.value = value }
}

/// Counts the reads of its mirror. The runtime reads stored properties, which the thread sanitizer does not see; it does see the reads of a
/// mirror.
public final class Witness: CustomReflectable, @unchecked Sendable {
  private let lock = Locked(())
  private var value = 0
  /// How often its mirror was requested.
  public private(set) var looks = 0

  public init() {}

  public func change() { lock.withLock { _ in value += 1 } }

  public var customMirror: Mirror {
    looks += 1
    return Mirror(self, children: ["value": value])
  }
}

/// An object of a library with its own encoding.
public final class Stamp: Encodable {
  public let text: String
  /// Whether its encoding throws.
  public let isBroken: Bool

  public init(_ text: String, isBroken: Bool = false) { (self.text, self.isBroken) = (text, isBroken) }

  struct Broken: Error {}

  public func encode(to encoder: any Encoder) throws {
    if isBroken { throw Broken() }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// An actor of a library or of an app: its isolated state is opaque either way.
public actor Account {
  public var balance = 1

  public init() {}
}
