import FluxtapeLocking
import Foundation
import Testing

/// Returns the result of `body` on a thread with a stack of exactly this many kilobytes.
///
/// The test allocates the stack: a `Thread` that requests a small stack may reuse a larger one of an earlier thread.
func onThread<Value: Sendable>(stackKilobytes: Int, _ body: @escaping @Sendable () throws -> Value) throws -> Value {
  let result = Locked<Result<Value, any Error>?>(nil)
  let job = Job {
    let new = Result(catching: body)
    result.withLock { $0 = new }
  }
  let size = stackKilobytes << 10
  let stack = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1 << 14)
  defer { unsafe stack.deallocate() }
  var attributes = pthread_attr_t()
  unsafe precondition(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, stack, size) == 0)
  defer { unsafe pthread_attr_destroy(&attributes) }
  #if canImport(Darwin)
  var thread: pthread_t?
  #else
  var thread = pthread_t()
  #endif
  let context = unsafe Unmanaged.passRetained(job).toOpaque()
  unsafe precondition(pthread_create(&thread, &attributes, { unsafe runJob($0) }, context) == 0)
  #if canImport(Darwin)
  if let thread { pthread_join(thread, nil) }
  #else
  pthread_join(thread, nil)
  #endif
  return try #require(result.withLock { $0 }).get()
}

private final class Job: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runJob(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context { unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
