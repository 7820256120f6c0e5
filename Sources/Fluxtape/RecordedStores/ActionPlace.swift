#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding

/// Where an action lies, and as what it was passed there. What comes of it is found out only where something is recorded.
///
/// Sound as ``ActionSubject`` is: made of the address that `withUnsafePointer` gives, and used only while that runs.
@safe
@usableFromInline struct ActionPlace {
  private let address: UnsafeRawPointer
  private let type: any Any.Type
  private let size: Int

  @usableFromInline init(_ address: UnsafeRawPointer, _ type: any Any.Type, size: Int) {
    unsafe self.address = address
    self.type = type
    self.size = size
  }

  var subject: ActionSubject { unsafe ActionSubject(at: address, passedAs: type, size: size) }
}
#endif
