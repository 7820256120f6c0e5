import Dispatch
import Testing

@testable import FluxtapeHistory

struct MonitorTests {
  @Test func `who waits goes on when another thread has made the condition hold`() {
    let number = Monitor(0)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      for _ in 0..<100 { number.withLock { $0 += 1 } }
    }
    #expect(number.wait(until: { $0 == 100 }) { $0 } == 100)
    group.wait()
  }

  @Test func `a condition that holds is not waited for`() {
    let number = Monitor(1)
    let found = number.wait(until: { $0 > 0 }) { (number) -> Int in
      defer { number = 7 }
      return number
    }
    #expect(found == 1)
    #expect(number.withLockWithoutNotifying { $0 } == 7)
  }

  @Test func `a change that is told of later wakes those who waited for an earlier one`() {
    let numbers = Monitor<[Int]>([])
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      numbers.withLockWithoutNotifying { $0.append(1) }
      numbers.withLock { $0.append(2) }
    }
    #expect(numbers.wait(until: { $0.count == 2 }) { $0 } == [1, 2])
    group.wait()
  }
}
