import Dispatch
import FluxtapeLocking

/// Does two pieces of work at once.
///
/// - Throws: What the first one throws, or else what the second one throws.
func both<First, Second>(
  _ first: () throws(HistoryError) -> First, _ second: () throws(HistoryError) -> Second
) throws(HistoryError) -> (First, Second) {
  let one = Locked(OneThread(Result<First, HistoryError>?.none))
  let other = Locked(OneThread(Result<Second, HistoryError>?.none))
  withoutActuallyEscaping(first) { first in
    withoutActuallyEscaping(second) { second in
      let work = OneThread((first: first, second: second))
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        if number == 0 {
          let result = OneThread(Optional(Result { () throws(HistoryError) in try work.value.first() }))
          one.withLock { $0 = result }
        } else {
          let result = OneThread(Optional(Result { () throws(HistoryError) in try work.value.second() }))
          other.withLock { $0 = result }
        }
      }
    }
  }
  let found = one.withLock { $0 }.value ?? Result { () throws(HistoryError) in try first() }
  let alsoFound = other.withLock { $0 }.value ?? Result { () throws(HistoryError) in try second() }
  return (try found.get(), try alsoFound.get())
}

/// A value for one thread at a time, such as a closure that is not to be called by two at once. Which thread that is does not matter.
///
/// Sendable without proof: only one iteration of a `concurrentPerform` uses it, or whoever holds the lock around it.
@safe struct OneThread<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
