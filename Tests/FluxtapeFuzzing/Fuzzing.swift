// One program for all that reads bytes of strangers.
//
//     swift build --product FluxtapeFuzzing --sanitize fuzzer -Xswiftc -DFUZZING       the fuzzer: FLUXTAPE_FUZZ=SUBJECT FluxtapeFuzzing CORPUS…
//     swift run FluxtapeFuzzing SUBJECT FILE…       without it: tries these files, in a debugger for instance
//
// `.ci/fuzz` builds it and lets each subject run for a while.

import Foundation

#if FUZZING
/// The subject that this process tries, named by its environment: the arguments belong to libFuzzer.
private let subject = Subject(named: ProcessInfo.processInfo.environment["FLUXTAPE_FUZZ"])

/// What libFuzzer calls for each input; see <https://llvm.org/docs/LibFuzzer.html>.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The fuzzer lends `count` bytes for the time of this call.
  subject.check(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
#else
@main
struct Fuzz {
  static func main() throws {
    let subject = Subject(named: CommandLine.arguments.dropFirst().first)
    for path in CommandLine.arguments.dropFirst(2) {
      subject.check(try Array(Data(contentsOf: URL(filePath: path))))
      print("\(path): no finding")
    }
  }
}
#endif
