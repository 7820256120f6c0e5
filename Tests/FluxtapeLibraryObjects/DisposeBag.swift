import FluxtapeLocking

// What the objects of reactive libraries look like from an app: classes of another module, not `Encodable`, with more objects inside that any thread
// may change.

/// Keeps subscriptions, as that of RxSwift does.
public final class DisposeBag: @unchecked Sendable {
  private let lock = Locked(())
  private var disposables: [BinaryDisposable] = []

  public init() {}

  /// - Parameter count: How many subscriptions there are from the beginning on.
  public convenience init(subscriptions count: Int) {
    self.init()
    for _ in 0..<count { disposables.append(BinaryDisposable()) }
  }

  /// Changes what the bag holds, from any thread.
  public func subscribe() {
    lock.withLock { _ in
      disposables.append(BinaryDisposable())
      disposables.last?.turn()
    }
  }
}

private final class BinaryDisposable {
  private let disposable1 = SerialDisposable()
  private let disposable2 = SerialDisposable()
  private var isDisposed = false

  func turn() {
    disposable1.state.value += 1
    isDisposed.toggle()
  }
}

private final class SerialDisposable {
  final class State { var value: Int32 = 0 }

  var state = State()
  private var name: String? = "SerialDisposable"
}

/// An element of a set, as that of Combine is.
public final class AnyCancellable: Hashable {
  private var cancel: (() -> Void)? = {}

  public init() {}

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
