/// A tree of tasks. A change is many levels deep, and small compared with the state.
struct TaskTree: Codable, Sendable {
  var root: Task

  struct Task: Codable, Sendable {
    let id: Int
    var title: String
    var isDone: Bool
    var children: [Task]
  }
}

enum TaskTreeAction: Codable, Sendable {
  /// The task at the end of a path of child numbers, from the root on, was retitled.
  case retitled(path: [Int], title: String)
}

extension TaskTree {
  static func reduce(_ state: inout TaskTree, _ action: TaskTreeAction) {
    switch action {
    case .retitled(let path, let title): state.root.retitle(at: path[...], title)
    }
  }
}

extension TaskTree.Task {
  fileprivate mutating func retitle(at path: ArraySlice<Int>, _ title: String) {
    if let next = path.first {
      children[next].retitle(at: path.dropFirst(), title)
    } else {
      self.title = title
    }
  }
}
