import Dispatch
import FluxtapeLocking
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs `body` in a child process and returns its exit status. Swift hides `fork`, since few things work after it.
private func inChild(_ body: () -> Int32) -> Int32? {
  #if canImport(Darwin)
  let anywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)
  #else
  let anywhere = unsafe UnsafeMutableRawPointer(bitPattern: 0)
  #endif
  guard let symbol = unsafe dlsym(anywhere, "fork") else { return nil }
  let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
  let child = fork()
  if child == 0 { _exit(body()) }
  var status: Int32 = 0
  guard child > 0, unsafe waitpid(child, &status, 0) == child else { return nil }
  return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
}

@Suite(.serialized) struct ForkTests {
  @Test func `a lock that another thread holds at the fork is free in the child, and its value is made anew`() {
    let value = Locked(renewable: { [1] })
    let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      value.withLock { value in
        value = [1, 2]
        isHeld.signal()
        isDone.wait()
      }
    }
    isHeld.wait()
    #expect(inChild { value.withLock { $0 == [1] } ? 7 : 1 } == 7)
    isDone.signal()
    #expect(value.withLock { $0 } == [1, 2], "the parent has what it had")
  }

  @Test func `a lock that nobody holds keeps its value`() {
    let value = Locked(renewable: { 1 })
    value.withLock { $0 = 2 }
    #expect(inChild { value.withLock { $0 == 2 } ? 7 : 1 } == 7)
  }

  @Test func `each child counts one fork more`() {
    let lock = Locked(0)
    let generation = Fork.generation
    #expect(inChild { Fork.generation == generation + 1 ? inChild { Fork.generation == generation + 2 ? 7 : 1 } ?? 2 : 1 } == 7)
    #expect(Fork.generation == generation)
    _ = lock
  }

  @Test func `a lock is taken only if it is free`() {
    let value = Locked(1)
    #expect(value.withLock(within: 0) { $0 } == 1)
    #expect(value.withLock { _ in DispatchQueue.global().sync { value.withLock(within: 0) { $0 } } } == nil)
  }
}
