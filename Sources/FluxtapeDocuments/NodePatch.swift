import FluxtapeJSON

/// A `JSONPatch` whose values are nodes and whose paths are read in place, so that applying it makes no values.
package struct NodePatch: Sendable {
  package enum Operation: Sendable {
    case add(PointerText, JSONNode)
    case remove(PointerText)
    case replace(PointerText, JSONNode)
    case move(from: PointerText, to: PointerText)
    case copy(from: PointerText, to: PointerText)
    case test(PointerText, JSONNode)
    case splice(PointerText, at: Int, deleting: Int, inserting: String)
  }

  /// Patches that were read together share one array.
  package let operations: ArraySlice<Operation>

  package var isEmpty: Bool { operations.isEmpty }

  package init(_ operations: ArraySlice<Operation> = []) { self.operations = operations }

  package init(_ patch: JSONPatch) { operations = patch.operations.map(Operation.init)[...] }
}

extension NodePatch.Operation {
  init(_ operation: JSONPatch.Operation) {
    self =
      switch operation {
      case .add(let path, let value): .add(PointerText(path), JSONNode(value))
      case .remove(let path): .remove(PointerText(path))
      case .replace(let path, let value): .replace(PointerText(path), JSONNode(value))
      case .move(let from, let path): .move(from: PointerText(from), to: PointerText(path))
      case .copy(let from, let path): .copy(from: PointerText(from), to: PointerText(path))
      case .test(let path, let value): .test(PointerText(path), JSONNode(value))
      case .splice(let path, let at, let deleting, let inserting):
        .splice(PointerText(path), at: at, deleting: deleting, inserting: inserting)
      }
  }
}

extension NodePatch {
  /// Whether both have equal operations.
  package func isSame(as other: NodePatch) -> Bool {
    operations.count == other.operations.count && zip(operations, other.operations).allSatisfy { $0.isSame(as: $1) }
  }
}

extension NodePatch.Operation {
  fileprivate func isSame(as other: Self) -> Bool {
    guard path.isSame(as: other.path) else { return false }
    return switch (self, other) {
    case (.add(_, let value), .add(_, let other)), (.replace(_, let value), .replace(_, let other)): value == other
    case (.test(_, let value), .test(_, let other)): value == other
    case (.remove, .remove): true
    case (.move(let from, _), .move(let other, _)), (.copy(let from, _), .copy(let other, _)): from.isSame(as: other)
    case (.splice(_, let at, let deleted, let inserted), .splice(_, let otherAt, let otherDeleted, let otherInserted)):
      at == otherAt && deleted == otherDeleted && inserted.hasSameBytes(as: otherInserted)
    case (.add, _), (.remove, _), (.replace, _), (.move, _), (.copy, _), (.test, _), (.splice, _): false
    }
  }

  package var kind: OperationKind {
    switch self {
    case .add: .add
    case .remove: .remove
    case .replace: .replace
    case .move: .move
    case .copy: .copy
    case .test: .test
    case .splice: .splice
    }
  }

  /// The place that the operation changes or tests.
  package var path: PointerText {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _), .splice(let path, _, _, _): path
    case .move(_, let path), .copy(_, let path): path
    }
  }

  /// The value that the operation brings along.
  package var value: JSONNode? {
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value): value
    case .remove, .move, .copy, .splice: nil
    }
  }

  /// The place that the operation copies or moves from.
  package var from: PointerText? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    case .add, .remove, .replace, .test, .splice: nil
    }
  }
}

extension JSONPatch {
  /// The patch as values in memory.
  package init(_ patch: NodePatch) {
    self.init(
      patch.operations.map { operation in
        switch operation {
        case .add(let path, let value): .add(path.pointer, value.value)
        case .remove(let path): .remove(path.pointer)
        case .replace(let path, let value): .replace(path.pointer, value.value)
        case .move(let from, let path): .move(from: from.pointer, to: path.pointer)
        case .copy(let from, let path): .copy(from: from.pointer, to: path.pointer)
        case .test(let path, let value): .test(path.pointer, value.value)
        case .splice(let path, let at, let deleting, let inserting): .splice(path.pointer, at: at, deleting: deleting, inserting: inserting)
        }
      })
  }
}

// MARK: - Applying

extension NodePatch {
  /// Applies the operations to `document` in order. If one fails, those before it stay applied.
  package func applyInPlace(to document: inout JSONNode) throws(JSONPatchError) { try Self.apply(operations, to: &document) }

  /// Applies one operation.
  package static func apply(_ operation: Operation, to document: inout JSONNode) throws(JSONPatchError) {
    try apply(CollectionOfOne(operation), to: &document)
  }

  /// Applies operations in order. If one fails, those before it stay applied.
  static func apply(_ operations: some Sequence<Operation>, to document: inout JSONNode) throws(JSONPatchError) {
    var application = Application(document: document)
    document = .null  // with one reference, it is changed in place
    defer { document = application.document }
    for (index, operation) in operations.enumerated() {
      do {
        try application.perform(operation)
      } catch {
        throw JSONPatchError(error.reason, operationIndex: index, pointer: error.pointer)
      }
    }
  }

  /// Why an operation failed, and at which of its pointers.
  fileprivate struct Fault: Error {
    let reason: JSONPatchError.Reason
    let pointer: JSONPointer
  }

  fileprivate struct Application {
    var document: JSONNode
    private var copyBudget = JSONPatch.maximumCopiedBytes
    /// Whether the budget has paid for the document, which may have copies of earlier patches.
    private var isDocumentCharged = false

    init(document: JSONNode) { self.document = document }
  }
}

extension NodePatch.Application {
  mutating func perform(_ operation: NodePatch.Operation) throws(NodePatch.Fault) {
    switch operation {
    case .add(let path, let value):
      try checkDepth(of: value, at: path)
      try add(value, at: path)
    case .remove(let path): _ = try remove(at: path)
    case .replace(let path, let value):
      try checkDepth(of: value, at: path)
      try change(at: path, to: path.range.upperBound) { (target) throws(JSONPatchError.Reason) in target = value }
    case .move(let from, let path): try move(from: from, to: path)
    case .copy(let from, let path):
      let value = try value(at: from)
      try charge(value, at: path)
      try add(value, at: path)
    case .test(let path, let expected):
      guard try value(at: path).isEquivalent(to: expected) else { throw NodePatch.Fault(reason: .testFailed, pointer: path.pointer) }
    case .splice(let path, let at, let deleting, let inserting):
      try change(at: path, to: path.range.upperBound) { (target) throws(JSONPatchError.Reason) in
        try target.splice(inserting, at: at, deleting: deleting)
      }
    }
  }

  private func value(at path: PointerText) throws(NodePatch.Fault) -> JSONNode {
    guard let value = document.node(at: path) else {
      let pointer = path.pointer
      throw NodePatch.Fault(reason: document.faultReason(at: pointer), pointer: pointer)
    }
    return value
  }

  private mutating func add(_ value: JSONNode, at path: PointerText) throws(NodePatch.Fault) {
    guard let last = path.lastSlash else {
      document = value
      return
    }
    try change(at: path, to: last) { (parent) throws(JSONPatchError.Reason) in
      try path.withToken(at: last, to: path.range.upperBound) { (token) throws(JSONPatchError.Reason) in try parent.insert(value, token) }
    }
  }

  private mutating func remove(at path: PointerText) throws(NodePatch.Fault) -> JSONNode {
    guard let last = path.lastSlash else { throw NodePatch.Fault(reason: .removesDocument, pointer: path.pointer) }
    return try change(at: path, to: last) { (parent) throws(JSONPatchError.Reason) in
      try path.withToken(at: last, to: path.range.upperBound) { (token) throws(JSONPatchError.Reason) in try parent.remove(token) }
    }
  }

  private mutating func move(from: PointerText, to path: PointerText) throws(NodePatch.Fault) {
    let value = try value(at: from)
    if from.contains(path) {
      guard path.contains(from) else { throw NodePatch.Fault(reason: .moveIntoItself, pointer: path.pointer) }
      return
    }
    if path.depth > from.depth { try charge(value, at: path) }
    try add(try remove(at: from), at: path)
  }

  /// Calls `change` with the value that the path names up to `limit`, in place.
  @inline(__always)
  private mutating func change<Result>(
    at path: PointerText, to limit: Int, _ change: (inout JSONNode) throws(JSONPatchError.Reason) -> Result
  ) throws(NodePatch.Fault) -> Result {
    do {
      return try document.update(at: path, from: path.range.lowerBound, to: limit, change)
    } catch {
      throw NodePatch.Fault(reason: error, pointer: path.pointer)
    }
  }

  private func checkDepth(of value: JSONNode, at path: PointerText) throws(NodePatch.Fault) {
    let (height, limit) = (value.height, JSONValue.maximumDepth)
    guard height == 0 || height + path.depth <= limit else {
      throw NodePatch.Fault(reason: .tooDeep(limit: limit), pointer: path.pointer)
    }
  }

  /// Like `checkDepth`, for a copied value, whose size the patch's text does not bound.
  private mutating func charge(_ value: JSONNode, at path: PointerText) throws(NodePatch.Fault) {
    try checkDepth(of: value, at: path)
    var rest = JSONPatch.alwaysCopiedBytes
    value.spendSize(from: &rest)
    if rest >= 0 { return }
    if !isDocumentCharged {
      isDocumentCharged = true
      document.spendSize(from: &copyBudget)
    }
    value.spendSize(from: &copyBudget)
    guard copyBudget >= 0 else {
      throw NodePatch.Fault(reason: .copiesTooMuch(limit: JSONPatch.maximumCopiedBytes), pointer: path.pointer)
    }
  }
}
