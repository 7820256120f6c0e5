/// Which row wrote a value, as far as the log tells.
public enum ValueOrigin: Hashable, Sendable {
  /// The action at this row, or the state without an action: no recorded action wrote the value then.
  case action(row: Int)
  /// One of these rows. The states after some of them are not recorded, or their records are lost.
  case between(first: Int, last: Int)
  /// It was there when the first state of the store was recorded, at this row.
  case beforeRecording(row: Int)
}

extension ValueOrigin {
  /// The row at which the log shows the value: the one that wrote it, the last one that may have been it, or the first state of the store.
  public var row: Int {
    switch self {
    case .action(let row), .between(_, let row), .beforeRecording(let row): row
    }
  }

  /// Whether no other row may have written the value.
  package var isOfOneRow: Bool { if case .between(let first, let last) = self { first == last } else { true } }
}
