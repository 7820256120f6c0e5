import FluxtapeCoding

/// The parts of one type, as needed to prove its value semantics.
struct TypeAnatomy {
  /// Why equal bytes prove nothing, if the type alone is reason enough.
  private(set) var doubt: Doubt?
  /// The types of a value's contents, in its own bytes or behind references. Each must be proven.
  private(set) var parts: [(label: String, type: Any.Type)] = []
  /// The ranges of significant bytes, in ascending order and not adjacent. The rest is padding, which a copy may or may not include.
  private(set) var significant: [Range<Int>]

  struct Doubt {
    /// The path in the type: `.user.session`.
    let path: String
    let reason: String
  }

  init(of type: Any.Type) { self.init(of: type, depth: 0) }

  /// The nesting depth up to which padding is excluded. At deeper levels all bytes count, which is correct but slower.
  private static let maximumDepth = 32

  private init(of type: Any.Type, depth: Int) {
    let extent = ValueExtent(of: type)
    significant = extent.size == 0 ? [] : [0..<extent.size]
    if let type = type as? any ValueSemantic.Type {
      examineMarked(type, depth: depth)
    } else if let type = type as? any CopiedOnWrite.Type {
      parts = type.contents
    } else if !FoundationType.isCopiedOnWrite(type) {
      examine(TypeMetadata(type), extent, depth: depth)
    }
  }

  private mutating func examine(_ metadata: TypeMetadata, _ extent: ValueExtent, depth: Int) {
    switch metadata.kind {
    case .structure: examineStructure(metadata, extent, depth: depth)
    case .tuple: examineTuple(metadata, extent, depth: depth)
    case .enumeration: examineEnumeration(metadata, extent, depth: depth)
    case .builtin: examineBuiltin(metadata.type)
    // The runtime makes each type once, so its address identifies it.
    case .metatype: break
    case .object: reject("is a class", metadata.type)
    case .function: reject("is a function", metadata.type)
    case .existential: reject("can hold a class", metadata.type)
    case .unknown: reject("is of a kind that is not known here", metadata.type)
    }
  }

  /// A type whose author declares value semantics. Only its generic arguments still have to be examined.
  private mutating func examineMarked(_ type: any ValueSemantic.Type, depth: Int) {
    guard type.hasValueSemantics else { return reject("says that it has no value semantics", type) }
    let metadata = TypeMetadata(type)
    if metadata.kind == .structure {
      var walked = self
      walked.examineStructure(metadata, ValueExtent(of: type), depth: depth)
      if walked.doubt == nil { significant = walked.significant }
    }
    if metadata.kind == .object, !TypeName.of(type).contains("<") { return }
    guard let arguments = metadata.genericArgumentTypes else { return reject("is generic in a way that is not known here", type) }
    parts = arguments.map { ("<\(TypeName.of($0))>", $0) }
  }

  private mutating func reject(_ reason: String, _ type: Any.Type, at path: String = "") {
    guard doubt == nil else { return }
    doubt = Doubt(path: path, reason: path.isEmpty ? "\(TypeName.of(type)) \(reason)" : reason)
  }
}

// MARK: - Structs and tuples

extension TypeAnatomy {
  private mutating func examineStructure(_ metadata: TypeMetadata, _ extent: ValueExtent, depth: Int) {
    guard let fields = metadata.fields, let offsets = metadata.fieldOffsets, fields.count == offsets.count else {
      return reject("does not tell its fields", metadata.type)
    }
    var members: [(label: String, type: Any.Type, offset: Int)] = []
    for (field, offset) in zip(fields, offsets) {
      let label = "." + StorageName.declared(field.name)
      guard field.ownership == .strong else { return reject("the reference is not strong", metadata.type, at: label) }
      guard let type = metadata.type(of: field) else { return reject("the type is not known at run time", metadata.type, at: label) }
      members.append((label, type, offset))
    }
    // A C struct may have members that are invisible to Swift and look like padding.
    let isFromC = TypeName.qualified(metadata.type).hasPrefix("__C.")
    examine(members, of: metadata.type, extent, allowsPadding: !isFromC, depth: depth)
  }

  private mutating func examineTuple(_ metadata: TypeMetadata, _ extent: ValueExtent, depth: Int) {
    guard let elements = metadata.tupleElements else { return reject("does not tell its elements", metadata.type) }
    let members = elements.enumerated().map { (label: ".\($0)", type: $1.type, offset: $1.offset) }
    examine(members, of: metadata.type, extent, allowsPadding: true, depth: depth)
  }

  /// Each field must begin where the previous field and its alignment say, and the last one must end where the value ends. Otherwise the
  /// value contains something that the metadata does not describe.
  private mutating func examine(
    _ members: [(label: String, type: Any.Type, offset: Int)], of type: Any.Type, _ extent: ValueExtent, allowsPadding: Bool, depth: Int
  ) {
    var runs: [Range<Int>] = []
    var end = 0
    for member in members {
      parts.append((member.label, member.type))
      let inner = ValueExtent(of: member.type)
      guard inner.size > 0 else { continue }
      guard member.offset == (allowsPadding ? inner.aligned(end) : end) else {
        return reject("has bytes that belong to no field", type)
      }
      for run in Self.significantBytes(of: member.type, depth: depth) {
        Self.append(run.lowerBound + member.offset..<run.upperBound + member.offset, to: &runs)
      }
      end = member.offset + inner.size
    }
    guard end == extent.size else { return reject("has bytes that belong to no field", type) }
    significant = runs
  }

  private static func significantBytes(of type: Any.Type, depth: Int) -> [Range<Int>] {
    if depth < maximumDepth { return TypeAnatomy(of: type, depth: depth + 1).significant }
    return [0..<ValueExtent(of: type).size]
  }

  private static func append(_ run: Range<Int>, to runs: inout [Range<Int>]) {
    if let last = runs.last, last.upperBound == run.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<run.upperBound
    } else {
      runs.append(run)
    }
  }
}

// MARK: - Enums and builtins

extension TypeAnatomy {
  private mutating func examineEnumeration(_ metadata: TypeMetadata, _ extent: ValueExtent, depth: Int) {
    guard let counts = metadata.caseCounts else { return reject("does not tell its cases", metadata.type) }
    guard let cases = metadata.fields else {
      // C enums have no case records, and contain only a number.
      return counts.withPayload == 0 ? () : reject("does not tell its cases", metadata.type)
    }
    guard cases.filter(\.hasType).count >= counts.withPayload else { return reject("does not tell its cases", metadata.type) }
    let isOptional = metadata.type is any AnyOptional.Type
    for payload in cases where payload.hasType {
      let label = isOptional ? "?" : "." + payload.name
      guard let type = metadata.type(of: payload) else { return reject("the type is not known at run time", metadata.type, at: label) }
      guard payload.isIndirect || ValueExtent(of: type).size <= extent.size else {
        return reject("has a case larger than itself", metadata.type)
      }
      parts.append((label, type))
    }
    if counts.withPayload == 1, parts.count == 1, let payload = cases.first, !payload.isIndirect, let type = parts.first?.type {
      narrow(toPayload: type, casesWithout: counts.without, extent, depth: depth)
    }
  }

  /// The padding inside of the payload is insignificant if only one case has a payload, as in `Optional`. The other cases are encoded by
  /// invalid values of one payload field, or by bytes behind the payload; then their number is in the payload's first byte.
  ///
  /// With two payloads, a tag may use their spare bits, so all bytes of such an enum count.
  private mutating func narrow(toPayload type: Any.Type, casesWithout: Int, _ extent: ValueExtent, depth: Int) {
    let inner = ValueExtent(of: type)
    var runs = Self.significantBytes(of: type, depth: depth)
    guard casesWithout <= 1 || casesWithout <= 256 && runs.first?.lowerBound == 0 else { return }
    if inner.size < extent.size { Self.append(inner.size..<extent.size, to: &runs) }
    significant = runs
  }

  private mutating func examineBuiltin(_ type: Any.Type) {
    let name = TypeName.qualified(type)
    // `Builtin.Vec4xFPIEEE32`; a vector of pointers would be `Builtin.Vec2xRawPointer`.
    let isNumber = ["Int", "FPIEEE", "Word"].contains { kind in
      name.hasPrefix("Builtin." + kind) || name.hasPrefix("Builtin.Vec") && name.contains("x" + kind)
    }
    if !isNumber { reject("is a reference or a pointer", type) }
  }
}

private protocol AnyOptional {}
extension Optional: AnyOptional {}
