import FluxtapeLocking

// Stand-ins for the objects of reactive libraries: classes of another module, not `Encodable`, with inner objects that any thread may
// change.

/// Keeps subscriptions, like RxSwift's class of this name.
public final class DisposeBag: @unchecked Sendable {
  private let lock = Locked(())
  private var disposables: [BinaryDisposable] = []

  public init() {}

  /// - Parameter count: The initial number of subscriptions.
  public convenience init(subscriptions count: Int) {
    self.init()
    for _ in 0..<count { disposables.append(BinaryDisposable()) }
  }

  /// Changes the contents of the bag from any thread.
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

/// An element of a set, like Combine's class of this name.
public final class AnyCancellable: Hashable {
  private var cancel: (() -> Void)? = {}

  public init() {}

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
