#if !RECORDING_COMPILED_OUT
extension TaskLocal {
  /// Runs `body` with a value. The standard function rethrows any error; here the outcome carries the type of this one through it.
  @inlinable
  func set<Result, Failure: Error>(_ value: Value, during body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outcome: Swift.Result<Result, Failure> = withValue(value) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
#endif
