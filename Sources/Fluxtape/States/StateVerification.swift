internal import FluxtapeCoding
internal import FluxtapeJSON

/// Holds what is written as changed against whole states. See ``RecorderOptions/Verification``.
///
/// It does what a reader does: keeps the last whole state, and applies the patches since. The whole state that it compares the result with
/// is encoded anew, and compared with nothing that was kept.
struct StateVerification {
  /// Patches from one check to the next; `nil` if nothing is checked.
  private let interval: Int?
  /// A state as a reader has it, and the patches since.
  private var document: JSONValue?
  private var patches: [[UInt8]] = []

  init(_ verification: RecorderOptions.Verification) {
    switch verification {
    case .never: interval = nil
    case .every(let count): interval = max(1, count)
    }
  }

  /// Whether anything is checked.
  var isOn: Bool { interval != nil }

  /// Begins with a state that is written whole.
  mutating func begin(with whole: ArraySlice<UInt8>) {
    guard interval != nil else { return }
    document = try? JSONValue(parsing: Array(whole))
    patches = []
  }

  /// Takes a patch in. `false` if it is time for a check, and the patches up to this one do not lead to what `encode` appends.
  mutating func passes(_ patch: ArraySlice<UInt8>, leadingTo encode: (inout [UInt8]) -> Void) -> Bool {
    guard let interval else { return true }
    patches.append(Array(patch))
    guard patches.count >= interval else { return true }
    defer { patches = [] }
    var whole: [UInt8] = []
    encode(&whole)
    let expected = try? JSONValue(parsing: whole)
    let found = patched()
    document = expected
    return found == expected
  }

  /// What a reader makes of the patches.
  private func patched() -> JSONValue? {
    guard var document else { return nil }
    for bytes in patches {
      guard let json = try? JSONValue(parsing: bytes), let patch = try? JSONPatch(decoding: json), (try? patch.apply(to: &document)) != nil
      else { return nil }
    }
    return document
  }

  /// What to tell if a state does not pass.
  static func warning<State>(about state: State) -> String {
    """
    \(TypeName.of(type(of: state as Any))) changes in ways that recording it does not see: its encode(to:) reads something besides the value, \
    or objects that it shares are changed in place. From here on it is compared by all that it encodes.
    """
  }
}
