import FluxtapeJSON

extension JSONPatchError: CustomStringConvertible {
  public var description: String {
    var place: [String] = []
    if let operationIndex { place.append("operation \(operationIndex)") }
    if let pointer { place.append(pointer.tokens.isEmpty ? "the whole document" : "'\(pointer)'") }
    return place.isEmpty ? "\(reason)" : place.joined(separator: ", ") + ": \(reason)"
  }
}

extension JSONPatchError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnArray: "a patch is an array of operations"
    case .operationNotAnObject: "an operation is an object"
    case .unknownOperation: "'op' must be one of add, remove, replace, move, copy, test, splice"
    case .missingMember(let key): "'\(key)' is missing"
    case .wrongType(let key): "'\(key)' has the wrong type"
    case .badPointer(let key, let error): "'\(key)': \(error)"
    case .noValue: "there is no such value"
    case .notAContainer: "the value above is neither an array nor an object"
    case .notAnIndex: "an array needs an index here"
    case .indexOutOfRange(let count): "the index is out of range, the array has \(count) elements"
    case .testFailed: "the value differs from the one in 'test'"
    case .moveIntoItself: "a value cannot be moved into itself"
    case .removesDocument: "the whole document cannot be removed, only replaced"
    case .notAString: "only a string can be spliced"
    case .spliceOutOfRange(let count): "the splice is out of range, the string has \(count) Unicode scalars"
    case .tooDeep(let limit): "a document nests at most \(limit) levels deep"
    case .copiesTooMuch(let limit): "with its copies the document would take more than \(limit >> 20) MB"
    }
  }
}

extension JSONPointerError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .noLeadingSlash: "a JSON Pointer is empty or begins with '/'"
    case .badEscape: "at byte \(offset): '~' must be followed by 0 or 1"
    }
  }
}
