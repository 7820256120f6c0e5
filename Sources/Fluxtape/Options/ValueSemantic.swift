#if !RECORDING_COMPILED_OUT
public import FluxtapeCoding

/// A type that says itself whether its values are values, so that a recorder may compare them by their bytes.
public typealias ValueSemantic = FluxtapeCoding.ValueSemantic
#endif
