/// What there is while something is recorded: the log of a recorder, the store behind a tap.
///
/// There is nothing where a recorder is off. In a release build with the package trait `DebugOnly` there never is, which the compiler
/// sees: what stands behind it is left out of the program.
@usableFromInline struct Attached<Part: Sendable>: Sendable {
  #if RECORDING_COMPILED_OUT
    @inlinable var part: Part? { nil }

    /// Does not even ask for `part`.
    init(_ part: @autoclosure () -> Part?) {}
  #else
    @usableFromInline let part: Part?

    init(_ part: @autoclosure () -> Part?) { self.part = part() }
  #endif
}

extension Attached {
  /// What comes with the part, or nothing as well.
  func map<Other>(_ body: (Part) -> Other) -> Attached<Other> { Attached<Other>(part.map(body)) }
}

extension Recorder {
  /// Whether recording is part of this build: always, but for release builds with the package trait `DebugOnly`.
  public static var isCompiledIn: Bool {
    #if RECORDING_COMPILED_OUT
      false
    #else
      true
    #endif
  }
}
