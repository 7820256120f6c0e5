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
  private var harmless = HarmlessText()

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

  /// Whether the record is too large already.
  package var isExhausted: Bool { output.isExhausted }

  /// Counts a value that takes as much memory as several written ones. Returns `false` if the limit is exceeded.
  package func countValue(_ weight: UInt64) -> Bool { output.countValue(weight) }
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

  /// Appends an atom in an open context. Returns `false` if the type is not an atom.
  package func write(number type: Any.Type, at address: UnsafeRawPointer) -> Bool {
    let entry = output.form(of: type)
    guard entry.atom != .none else { return false }
    unsafe output.write(address, entry.atom)
    return true
  }

  /// Whether the single value written from `start` on marks its neighbors as secret.
  package func isSecretName(at start: Int) -> Bool { output.isSecretName(at: start) }

  /// Appends a text in an open context.
  package func write(text: String) { output.write(text) }

  /// Whether the rules leave two texts unchanged. The earlier text differs from the later one only at these places.
  package func writesAsTheyAre(_ later: Span<UInt8>, _ earlier: Span<UInt8>, where places: Range<Int>) -> Bool {
    output.writesAsTheyAre(later, earlier, where: places, &harmless)
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

  /// Whether any encoding depended on its coding path or stack depth.
  package var dependsOnPlace: Bool { session.dependsOnPlace }

  /// Whether anything was ever cut off because the thread's stack was nearly full.
  package var dependsOnStack: Bool { session.dependsOnStack }

  /// The objects around the next part: references to them are written as back references.
  package var surroundingObjects: Set<ObjectIdentifier> {
    get { session.surroundingObjects }
    set { session.surroundingObjects = newValue }
  }

  /// Runs `body`, which writes one value in parts: repeated objects count as in a single write.
  package func whileWritingParts<Result>(_ body: () -> Result) -> Result {
    session.reset()
    session.encodesParts = true
    defer { session.encodesParts = false }
    return body()
  }

  /// Whether values of the type are replaced or hidden as a whole.
  package func isWrittenWhole(_ type: Any.Type) -> Bool {
    rules.hook(for: type) != nil || TypeSecrecy(of: type, under: rules) != .none
  }

  /// Whether object members of this type are omitted.
  package func isLeftOut(_ type: Any.Type) -> Bool { rules.leavesOut(type) }
}

// MARK: - The writer's own buffer

extension ValueWriter {
  /// The number of bytes in the buffer.
  package var count: Int { output.count }

  /// The bytes written so far.
  package var buffer: WrittenBytes { WrittenBytes(output: output) }

  package subscript(place: Int) -> UInt8 { buffer[place] }

  /// Returns a copy of written bytes.
  package func bytes(_ range: Range<Int>) -> [UInt8] { Array(buffer[range]) }

  /// Discards everything behind the first `count` bytes.
  package func rollBack(to count: Int) { output.rollBack(to: count) }

  /// Whether both ranges contain the same bytes.
  package func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool { output.isSame(left, right) }

  package func append(_ byte: UInt8) { output.append(byte) }
  package func append(_ text: StaticString) { output.append(text) }
  package func append(raw text: String) { output.append(Array(text.utf8)) }
  package func append(_ bytes: [UInt8]) { output.append(bytes) }
  package func append(_ path: PathText) { unsafe path.withBytes { bytes in unsafe output.append(bytes) } }
  package func append(_ number: Int) { output.write(number) }
  /// Appends a text as JSON, without redaction.
  package func append(quoted text: String) { output.append(quoted: text) }
  /// Appends part of a text as JSON; both ends lie between Unicode scalars.
  package func append(quoted range: Range<Int>, of text: Span<UInt8>) {
    unsafe text.extracting(range).withUnsafeBufferPointer { bytes in unsafe output.quote(bytes) }
  }

  /// Moves the bytes from `start` on to the end of `bytes`.
  package func move(from start: Int, to bytes: inout [UInt8]) {
    let used = output.count
    unsafe output.withBytes(start..<output.count) { written in unsafe bytes.append(contentsOf: written) }
    output.rollBack(to: start)
    if start == 0 { output.trim(used: used) }
  }
}
