/// What runs one piece of code at a time: the main thread, a task, or another thread.
struct ExecutionPlace {
  private let thread: UInt
  private let task: Int?
  let isMainThread: Bool

  static var current: ExecutionPlace {
    ExecutionPlace(thread: SystemFacts.currentThread, task: SystemFacts.currentTask, isMainThread: SystemFacts.isMainThread)
  }

  var isHere: Bool {
    if isMainThread { return thread == SystemFacts.currentThread }
    let task = SystemFacts.currentTask
    return self.task == task && (task != nil || thread == SystemFacts.currentThread)
  }
}
