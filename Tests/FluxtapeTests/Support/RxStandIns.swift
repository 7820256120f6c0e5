// Stand-ins for the types of RxSwift 6, as far as the recipes use them.

typealias RxTimeInterval = Duration

protocol Disposable { func dispose() }

extension Disposable {
  func disposed(by bag: DisposeBag) { bag.disposables.append(self) }
}

final class DisposeBag {
  var disposables: [any Disposable] = []

  deinit { disposables.forEach { $0.dispose() } }
}

enum Event<Element> { case next(Element), error(any Error), completed }

struct AnyObserver<Element> {
  let on: (Event<Element>) -> Void

  func onNext(_ element: Element) { on(.next(element)) }
  func onError(_ error: any Error) { on(.error(error)) }
  func onCompleted() { on(.completed) }
}

protocol ObservableType<Element> {
  associatedtype Element
  func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable
}

final class Observable<Element>: ObservableType {
  private let subscription: (AnyObserver<Element>) -> any Disposable

  init(_ subscription: @escaping (AnyObserver<Element>) -> any Disposable) { self.subscription = subscription }

  static func create(_ subscription: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable { Observable(subscription) }

  func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable { subscription(AnyObserver(on: on)) }
}

/// A subject, and a relay, which has `accept` and never ends.
final class PublishSubject<Element>: ObservableType {
  private struct Subscription: Disposable { func dispose() {} }
  private var observers: [(Event<Element>) -> Void] = []

  func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    observers.append(on)
    return Subscription()
  }

  func onNext(_ element: Element) { observers.forEach { $0(.next(element)) } }
  func accept(_ element: Element) { onNext(element) }
  func onError(_ error: any Error) { observers.forEach { $0(.error(error)) } }
  func onCompleted() { observers.forEach { $0(.completed) } }
}

final class BehaviorRelay<Element>: ObservableType {
  private(set) var value: Element
  private let changes = PublishSubject<Element>()

  init(value: Element) { self.value = value }

  func accept(_ element: Element) {
    value = element
    changes.accept(element)
  }

  func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    on(.next(value))
    return changes.subscribe(on)
  }
}

// MARK: - Operators

extension ObservableType {
  func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    subscribe { event in
      switch event {
      case .next(let element): onNext?(element)
      case .error(let error): onError?(error)
      case .completed: onCompleted?()
      }
    }
  }

  func `do`(onError: @escaping (any Error) -> Void, onCompleted: @escaping () -> Void) -> Observable<Element> {
    Observable { observer in
      subscribe { event in
        switch event {
        case .next: break
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
        observer.on(event)
      }
    }
  }

  func map<Other>(_ transform: @escaping (Element) -> Other) -> Observable<Other> {
    Observable { observer in
      subscribe(onNext: { observer.onNext(transform($0)) }, onError: observer.onError, onCompleted: observer.onCompleted)
    }
  }

  /// Makes each request at once, and subscribes to it when the one before it has ended.
  func concatMap<Other>(_ request: @escaping (Element) -> Observable<Other>) -> Observable<Other> {
    Observable { observer in
      var waiting: [Observable<Other>] = []
      func goOn() {
        guard let next = waiting.first else { return }
        _ = next.subscribe(
          onNext: observer.onNext, onError: observer.onError,
          onCompleted: {
            waiting.removeFirst()
            goOn()
          })
      }
      return subscribe(
        onNext: { element in
          waiting.append(request(element))
          if waiting.count == 1 { goOn() }
        }, onError: observer.onError)
    }
  }

  func observe(on scheduler: any SchedulerType) -> Observable<Element> { delay(.zero, scheduler: scheduler) }

  /// Schedules for the first waiting element; each run schedules the next one.
  func delay(_ time: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Observable { observer in
      var waiting: [Event<Element>] = []
      func handOn() {
        observer.on(waiting[0])
        waiting.removeFirst()
        if !waiting.isEmpty { scheduler.schedule(after: time, handOn) }
      }
      return subscribe { event in
        waiting.append(event)
        if waiting.count == 1 { scheduler.schedule(after: time, handOn) }
      }
    }
  }

  func debounce(_ time: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Observable { observer in
      var latest = 0
      return subscribe { event in
        latest += 1
        scheduler.schedule(after: time) { [number = latest] in if number == latest { observer.on(event) } }
      }
    }
  }

  /// Schedules with the element that it passes, and later passes the latest of those that arrived since.
  func throttle(_ time: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType) -> Observable<Element> {
    Observable { observer in
      var (isClosed, waiting) = (false, Event<Element>?.none)
      return subscribe { event in
        guard !isClosed else {
          waiting = latest ? event : nil
          return
        }
        isClosed = true
        observer.on(event)
        scheduler.schedule(after: time) {
          isClosed = false
          if let event = waiting { observer.on(event) }
        }
      }
    }
  }
}

// MARK: - Schedulers

protocol SchedulerType {
  func schedule(after time: RxTimeInterval, _ work: @escaping () -> Void)
}

/// Does nothing until the test advances it. A test uses it on one thread.
final class VirtualScheduler: SchedulerType, @unchecked Sendable {
  private var now = Duration.zero
  private var waiting: [(due: Duration, work: () -> Void)] = []

  func schedule(after time: RxTimeInterval, _ work: @escaping () -> Void) {
    waiting.insert((now + time, work), at: waiting.firstIndex { $0.due > now + time } ?? waiting.endIndex)
  }

  func run() {
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      now = next.due
      next.work()
    }
  }
}
