#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReplayHost {
  /// Answers on standard output what is asked on standard input, until that ends. What the reducers print goes to standard error.
  public func run() {
    let answers = dup(STDOUT_FILENO)
    guard answers >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return }
    defer { close(answers) }
    while let line = readLine(strippingNewline: true) {
      guard Self.write(answer(to: line) + "\n", to: answers) else { return }
    }
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // Sound: no more bytes are read than there are.
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }
}
