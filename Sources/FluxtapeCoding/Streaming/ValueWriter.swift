package import FluxtapeJSON

/// Encodes any Swift value as JSON bytes under rules: secrets and oversized values are replaced before any byte leaves the writer. A value
/// needs no conformance, and encoding it never throws and never traps.
///
/// A value is encoded in the first of these ways that applies:
/// 1. a built-in encoding: numbers, strings, `Bool`, `Date` (RFC 3339), `Data` (base64), `URL`, `UUID`, `Decimal`, optionals, arrays, sets,
/// dictionaries;
/// 2. `Encodable`; if its `encode(to:)` throws, the next way is used for that value alone;
/// 3. reflection: structs, tuples and classes as objects, enums in the form that the compiler synthesizes for `Codable`;
/// 4. `{"$opaque":"TypeName"}` for values without readable contents: closures, pointers, actors, system objects, references back to an
/// object that is being encoded, and the contents of repeated objects beyond 65,536 values.
///
/// Equal values give equal texts: fields keep their order, dictionary keys are sorted by their UTF-8 bytes, elements of sets by the bytes
/// of their JSON. This requires `encode(to:)` to be a pure function of the value.
///
/// Objects are read in place. Encoding an object while another thread changes it is a data race, like any other read. A recorder reads only
/// objects of the app's own classes; see ``ObjectRules``.
///
/// Each store has one writer and uses it under the store's lock: it keeps buffers and caches for types and keys.
package final class ValueWriter {
  package let rules: EncodingRules
  package var names: SecretNames
  package var paths: PathMatching
  /// The last result of ``context(named:)``.
  var latestNamed: (name: String, context: WritingContext)?
  /// The buffer for a whole value, or for the parts of a patch.
  package let output = OutputMemory.take()
  package let session: EncodingSession
  // These skip the dynamic exclusivity check, since they are used for every value; see ``EncodingSession``. Sound: one thread uses the
  // writer, and each access ends before other code runs.
  @safe @exclusivity(unchecked) var manyKeys = ManyKeys()
  @safe @exclusivity(unchecked) private var isWriting = false

  package init(rules: EncodingRules) {
    var rules = rules
    rules.maximumDepth = min(rules.maximumDepth, OutputMemory.largestDepth)
    self.rules = rules
    names = SecretNames(rules)
    paths = PathMatching(rules.hiddenPaths)
    session = EncodingSession(rules)
    output.serve(self, session)
    session.output = output
  }

  deinit {
    // App code may have kept an encoder, which retains the session.
    session.output = nil
    OutputMemory.giveBack(output)
  }

  /// Appends the JSON of `value`.
  ///
  /// - Parameter name: The key for a value without a label: the name of a store.
  package func write<Value>(_ value: Value, named name: String, appendingTo bytes: inout [UInt8]) {
    write(value, isState: true, appendingTo: &bytes) { $0.context(named: name) }
  }

  /// Appends the JSON of an action's payload.
  ///
  /// - Parameter name: The key for a value without a label: the name of a case, type or scope.
  package func write<Value>(_ value: Value, ofActionNamed name: String, appendingTo bytes: inout [UInt8]) {
    write(value, isState: false, appendingTo: &bytes) { $0.context(ofActionNamed: name) }
  }

  private func write<Value>(
    _ value: Value, isState: Bool, appendingTo bytes: inout [UInt8], in context: (ValueWriter) -> WritingContext
  ) {
    // A call from inside an encoding, which the owner of the lock prevents; a new writer keeps this one intact.
    guard !isWriting else { return ValueWriter(rules: rules).write(value, isState: isState, appendingTo: &bytes, in: context) }
    if let objects = session.objects { isState ? objects.begin(with: value) : objects.begin(withContents: value) }
    let start = output.count
    // Callers pass an error as whatever was thrown.
    if !isState, let error = value as? any Error {
      whileWriting(in: context(self)) { output.write(contents: error) }
    } else {
      write(value, in: context(self))
    }
    move(from: start, to: &bytes)
  }
}

extension ValueWriter {
  /// Returns the JSON of a value by its dynamic type. Only the rules for types apply.
  package func json(of value: Any) -> JSONValue {
    var json = JSONValue.null
    whileWriting(in: WritingContext()) { json = output.json { output.write(dynamic: value) } }
    return json
  }
}

// MARK: - Records

extension ValueWriter {
  /// Begins a record with this many bytes, in addition to those in the buffer, and ``EncodingRules/maximumValues`` values. Encoding stops
  /// beyond the limits; ``endRecord()`` reports it.
  package func beginRecord(bytes: Int) { output.beginRecord(bytes: bytes, values: rules.maximumValues) }

  /// Ends the record. Returns `false` if it was too large: the bytes are not the whole value.
  package func endRecord() -> Bool { output.endRecord() }
}

// MARK: - Parts of values

extension ValueWriter {
  /// Appends the value at an address to the writer's buffer.
  package func write(_ type: Any.Type, at address: UnsafeRawPointer, in context: WritingContext) {
    whileWriting(in: context) { unsafe output.write(address, output.form(of: type)) }
  }

  /// Appends a value to the writer's buffer.
  package func write<Value>(_ value: Value, in context: WritingContext) {
    // The type of a whole value is that of its store or action, however it is passed.
    whileWriting(in: context) { output.isExistential(Value.self) ? output.write(dynamic: value) : output.write(value) }
  }

  private func whileWriting(in context: WritingContext, _ write: () -> Void) {
    isWriting = true
    session.reset()
    output.begin(in: context)
    write()
    output.end()
    if !manyKeys.isEmpty { manyKeys = ManyKeys() }
    isWriting = false
  }

  /// Whether values of the type are replaced or hidden as a whole.
  package func isWrittenWhole(_ type: Any.Type) -> Bool {
    rules.hook(for: type) != nil || TypeSecrecy(of: type, under: rules) != .none
  }
}

// MARK: - The writer's own buffer

extension ValueWriter {
  /// The number of bytes in the buffer.
  package var count: Int { output.count }

  /// Moves the bytes from `start` on to the end of `bytes`.
  package func move(from start: Int, to bytes: inout [UInt8]) {
    let used = output.count
    unsafe output.withBytes(start..<output.count) { written in unsafe bytes.append(contentsOf: written) }
    output.rollBack(to: start)
    if start == 0 { output.trim(used: used) }
  }
}
