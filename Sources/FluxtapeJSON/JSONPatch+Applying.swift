extension JSONPatch {
  /// Values that the copies of one patch may hold together.
  ///
  /// A copy shares its storage and costs nothing at first, so that 40 operations which each copy the document into itself would
  /// make one of 10¹² values: no memory, but for ever to write. So many values are tens of megabytes of text.
  public static let maximumCopiedValues = 1 << 20

  /// Changes `document` as the operations say, in their order. Unspecified after an error; ``applied(to:)`` leaves what it is given.
  ///
  /// Storage that no other value shares is changed where it lies. What is shared is copied along the operation's path only.
  ///
  /// - Throws: ``JSONPatchError`` of the first operation that fails.
  /// - Complexity: for each operation O(depth of its pointer), and O(elements behind it) where an array or object gains or loses
  ///   one; reading an added value's depth takes O(its size).
  public func apply(to document: inout JSONValue) throws(JSONPatchError) {
    var application = Application(document: document)
    document = .null  // held once, so that it is changed where it lies
    defer { document = application.document }
    for (index, operation) in operations.enumerated() {
      do {
        try application.perform(operation)
      } catch {
        throw JSONPatchError(error.reason, operationIndex: index, pointer: error.pointer)
      }
    }
  }

  /// `document` changed as the operations say. It shares what is the same.
  ///
  /// - Throws: ``JSONPatchError`` of the first operation that fails.
  public func applied(to document: JSONValue) throws(JSONPatchError) -> JSONValue {
    var document = document
    try apply(to: &document)
    return document
  }
}

extension JSONPatch {
  /// Why one operation fails, and at which of its pointers.
  package struct Fault: Error {
    package let reason: JSONPatchError.Reason
    package let pointer: JSONPointer

    package init(reason: JSONPatchError.Reason, pointer: JSONPointer) { (self.reason, self.pointer) = (reason, pointer) }
  }

  /// A patch on its way through a document.
  fileprivate struct Application {
    var document: JSONValue
    private var copyBudget = JSONPatch.maximumCopiedValues

    init(document: JSONValue) { self.document = document }
  }
}

extension JSONPatch.Application {
  mutating func perform(_ operation: JSONPatch.Operation) throws(JSONPatch.Fault) {
    switch operation {
    case .add(let path, let value):
      try checkDepth(of: value, at: path)
      try add(value, at: path)
    case .remove(let path): _ = try remove(at: path)
    case .replace(let path, let value):
      try checkDepth(of: value, at: path)
      try replace(at: path, with: value)
    case .move(let from, let path): try move(from: from, to: path)
    case .copy(let from, let path):
      let value = try value(at: from)
      try charge(value, at: path)
      try add(value, at: path)
    case .test(let path, let expected):
      guard try value(at: path).isEquivalent(to: expected) else { throw JSONPatch.Fault(reason: .testFailed, pointer: path) }
    case .splice(let path, let at, let deleting, let inserting):
      guard case .string(let text) = try value(at: path) else { throw JSONPatch.Fault(reason: .notAString, pointer: path) }
      guard let spliced = text.splicing(inserting, at: at, deleting: deleting) else {
        throw JSONPatch.Fault(reason: .spliceOutOfRange(count: text.unicodeScalars.count), pointer: path)
      }
      try replace(at: path, with: .string(spliced))
    }
  }

  private func value(at path: JSONPointer) throws(JSONPatch.Fault) -> JSONValue {
    guard let value = document[path] else { throw JSONPatch.Fault(reason: document.faultReason(at: path), pointer: path) }
    return value
  }
}

// MARK: - The four changes

extension JSONPatch.Application {
  private mutating func add(_ value: JSONValue, at path: JSONPointer) throws(JSONPatch.Fault) {
    guard let last = path.tokens.last else { return try replace(at: path, with: value) }
    try change(path, at: path.tokens.dropLast()) { (parent) throws(JSONPatchError.Reason) in try parent.insert(value, last) }
  }

  private mutating func remove(at path: JSONPointer) throws(JSONPatch.Fault) -> JSONValue {
    guard let last = path.tokens.last else { throw JSONPatch.Fault(reason: .removesDocument, pointer: path) }
    return try change(path, at: path.tokens.dropLast()) { (parent) throws(JSONPatchError.Reason) in try parent.remove(last) }
  }

  private mutating func replace(at path: JSONPointer, with value: JSONValue) throws(JSONPatch.Fault) {
    try change(path, at: path.tokens[...]) { target in target = value }
  }

  private mutating func move(from: JSONPointer, to path: JSONPointer) throws(JSONPatch.Fault) {
    let value = try value(at: from)
    guard from != path else { return }
    guard !from.contains(path) else { throw JSONPatch.Fault(reason: .moveIntoItself, pointer: path) }
    if path.tokens.count > from.tokens.count { try charge(value, at: path) }
    try add(try remove(at: from), at: path)
  }

  private mutating func change<Result>(
    _ path: JSONPointer, at tokens: ArraySlice<String>, _ change: (inout JSONValue) throws(JSONPatchError.Reason) -> Result
  ) throws(JSONPatch.Fault) -> Result {
    do {
      return try document.update(at: tokens, change)
    } catch {
      throw JSONPatch.Fault(reason: error, pointer: path)
    }
  }
}

// MARK: - Limits

extension JSONPatch.Application {
  private func checkDepth(of value: JSONValue, at path: JSONPointer) throws(JSONPatch.Fault) {
    var unlimited = Int.max
    try check(value, at: path, budget: &unlimited)
  }

  /// As `checkDepth`, for a value whose size the patch's own text does not bound.
  private mutating func charge(_ value: JSONValue, at path: JSONPointer) throws(JSONPatch.Fault) {
    try check(value, at: path, budget: &copyBudget)
  }

  private func check(_ value: JSONValue, at path: JSONPointer, budget: inout Int) throws(JSONPatch.Fault) {
    let limit = JSONValue.maximumDepth
    guard value.fits(depth: limit - path.tokens.count, budget: &budget) else {
      throw JSONPatch.Fault(reason: .tooDeep(limit: limit), pointer: path)
    }
    guard budget >= 0 else { throw JSONPatch.Fault(reason: .copiesTooMuch(limit: JSONPatch.maximumCopiedValues), pointer: path) }
  }
}

extension JSONValue {
  /// Whether containers nest at most `depth` levels here. Counts the values seen down from `budget`, and stops below 0.
  fileprivate func fits(depth: Int, budget: inout Int) -> Bool {
    budget -= 1
    switch self {
    case .array(let elements):
      guard depth > 0 else { return false }
      for element in elements where budget >= 0 {
        guard element.fits(depth: depth - 1, budget: &budget) else { return false }
      }
      return true
    case .object(let object):
      guard depth > 0 else { return false }
      for member in object where budget >= 0 {
        guard member.value.fits(depth: depth - 1, budget: &budget) else { return false }
      }
      return true
    default: return true
    }
  }
}
