import FluxtapeLocking

/// What an app's view models have as their superclass.
open class LibraryViewModel {
  public let bag = DisposeBag()
  public var isActive = true

  public init() {}
}

/// A struct of a library, with an object in it.
public struct Subscription {
  public let name: String
  public let bag: DisposeBag

  public init(name: String, bag: DisposeBag) { (self.name, self.bag) = (name, bag) }
}

/// Holds a value, as a relay does.
public final class Relay<Value> {
  public var value: Value

  public init(_ value: Value) { self.value = value }
}

/// Tells whether anybody looked into it. What is read by reflection is read by the runtime, where the thread sanitizer sees nothing; what its mirror
/// reads, it sees.
public final class Witness: CustomReflectable, @unchecked Sendable {
  private let lock = Locked(())
  private var value = 0
  /// How often its mirror was asked for.
  public private(set) var looks = 0

  public init() {}

  public func change() { lock.withLock { _ in value += 1 } }

  public var customMirror: Mirror {
    looks += 1
    return Mirror(self, children: ["value": value])
  }
}

/// An object of a library that says what is to be written of it.
public final class Stamp: Encodable {
  public let text: String
  /// Whether it says so in vain.
  public let isBroken: Bool

  public init(_ text: String, isBroken: Bool = false) { (self.text, self.isBroken) = (text, isBroken) }

  struct Broken: Error {}

  public func encode(to encoder: any Encoder) throws {
    if isBroken { throw Broken() }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// An actor of a library or of an app: what it isolates is opaque either way.
public actor Account {
  public var balance = 1

  public init() {}
}
