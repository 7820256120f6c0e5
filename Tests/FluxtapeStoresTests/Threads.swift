import Foundation

/// Runs `body` on `count` new threads, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
  let (ended, end) = AsyncStream.makeStream(of: Void.self)
  for number in 0..<count {
    Thread {
      body(number)
      end.yield()
    }.start()
  }
  for await _ in ended.prefix(count) {}
}
