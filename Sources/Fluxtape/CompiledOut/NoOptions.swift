#if RECORDING_COMPILED_OUT
// Options are accepted and dropped: in this configuration nothing reads them.

public struct TypeRules: Sendable {
  @inlinable public init() {}

  @inlinable public mutating func encode<Value, Encoding>(_ type: Value.Type, as encoding: @escaping @Sendable (Value) -> Encoding) {}
  @inlinable public mutating func ignore<Value>(_ type: Value.Type) {}
  @inlinable public mutating func recordObjects(ofModules modules: Set<String>) {}

  @inlinable
  public mutating func name<Action>(_ type: Action.Type, version: Int? = nil, _ name: @escaping @Sendable (Action) -> String) {}
  @inlinable public mutating func name<Action>(_ type: Action.Type, version: Int) {}
}

public protocol ValueSemantic {
  static var hasValueSemantics: Bool { get }
}

public struct Redaction: Equatable, Sendable {
  @inlinable
  public init(
    secretKeys: Set<String> = [], openKeys: Set<String> = [], secretPaths: Set<SecretPath> = [], secretTypes: [any Any.Type] = [],
    hidesPersonalData: Bool = false, searchesTexts: Bool = true
  ) {}

  @inlinable public var isOn: Bool {
    get { false }
    set {}
  }
  @inlinable public var secretKeys: Set<String> {
    get { [] }
    set {}
  }
  @inlinable public var openKeys: Set<String> {
    get { [] }
    set {}
  }
  @inlinable public var secretPaths: Set<SecretPath> {
    get { [] }
    set {}
  }
  @inlinable public var secretTypes: [any Any.Type] {
    get { [] }
    set {}
  }
  @inlinable public var hidesPersonalData: Bool {
    get { false }
    set {}
  }
  @inlinable public var searchesTexts: Bool {
    get { false }
    set {}
  }

  @inlinable public static var standard: Redaction { Redaction() }
  @inlinable public static var off: Redaction { Redaction() }
}

public struct SecretPath: Hashable, Sendable, ExpressibleByStringLiteral {
  @inlinable public init(_ pointer: String, in store: String? = nil) {}
  @inlinable public init(stringLiteral pointer: String) {}
}

public struct DigestKey: Equatable, Sendable {
  @inlinable public var low: UInt64 {
    get { 0 }
    set {}
  }
  @inlinable public var high: UInt64 {
    get { 0 }
    set {}
  }

  @inlinable public init(low: UInt64, high: UInt64) {}
  @inlinable public static func random() -> DigestKey { DigestKey(low: 0, high: 0) }
}

// MARK: - The context

public struct RecordingContext: Sendable {
  #if _pointerBitWidth(_32)
  public typealias Instant = Int64
  #else
  public typealias Instant = Int
  #endif

  @inlinable public var run: String {
    get { "" }
    set {}
  }
  @inlinable public var start: Instant {
    get { 0 }
    set {}
  }
  @inlinable public var clock: @Sendable () -> Int {
    get { { 0 } }
    set {}
  }
  @inlinable public var app: App? {
    get { nil }
    set {}
  }
  @inlinable public var process: Process? {
    get { nil }
    set {}
  }
  @inlinable public var meta: [String: String] {
    get { [:] }
    set {}
  }
  @inlinable public var digestKey: DigestKey {
    get { DigestKey(low: 0, high: 0) }
    set {}
  }

  public struct App: Equatable, Sendable {
    @inlinable public var name: String {
      get { "" }
      set {}
    }
    @inlinable public var version: String? {
      get { nil }
      set {}
    }

    @inlinable public init(name: String, version: String? = nil) {}
  }

  public struct Process: Equatable, Sendable {
    @inlinable public var id: Int {
      get { 0 }
      set {}
    }
    @inlinable public var host: String? {
      get { nil }
      set {}
    }
    @inlinable public var os: String? {
      get { nil }
      set {}
    }

    @inlinable public init(id: Int, host: String? = nil, os: String? = nil) {}
  }

  @inlinable
  public init(
    run: String, start: Instant, clock: @escaping @Sendable () -> Int, app: App? = nil, process: Process? = nil,
    meta: [String: String] = [:], digestKey: DigestKey = .random()
  ) {}

  @inlinable
  public static func current() -> RecordingContext { RecordingContext(run: "", start: 0, clock: { 0 }) }
}
#endif
