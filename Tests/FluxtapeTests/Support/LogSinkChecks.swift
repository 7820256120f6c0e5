import Testing

@testable import Fluxtape

/// The requirements of every sink.
func checkLogSink(_ make: () throws -> any LogSink, contents: (any LogSink) throws -> [UInt8]) throws {
  let sink = try make()
  var written: [UInt8] = []
  for size in [1, 2, 100, 5000] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try sink.write(rest)
      #expect((1...rest.count).contains(count))
      rest = rest.dropFirst(count)
    }
    written += bytes
    #expect(try contents(sink) == written)
  }
  sink.close()
  sink.close()
  #expect(try contents(sink) == written)
}
