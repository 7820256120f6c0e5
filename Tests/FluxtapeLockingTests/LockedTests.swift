import Dispatch
import FluxtapeLocking
import Testing

struct LockedTests {
  @Test func `a thousand changes from many threads are all there`() {
    let numbers = Locked<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in numbers.withLock { $0.append(number) } }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<1_000))
  }

  @Test func `a thrown error leaves the lock free`() {
    struct Refusal: Error, Equatable {}
    let number = Locked(1)
    #expect(throws: Refusal()) {
      try number.withLock { (number) throws(Refusal) in
        number = 2
        throw Refusal()
      }
    }
    #expect(number.withLock { $0 } == 2)
  }

  @Test func `it may own what can be neither copied nor shared`() {
    struct Account: ~Copyable {
      final class Book { var entries = 0 }
      let book = Book()
    }
    let account = Locked(Account())
    account.withLock { $0.book.entries += 3 }
    #expect(account.withLock { $0.book.entries } == 3)
  }
}
