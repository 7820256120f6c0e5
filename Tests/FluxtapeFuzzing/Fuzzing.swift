// One program for all code that reads untrusted bytes.
//
//     swift build --product FluxtapeFuzzing --sanitize fuzzer -Xswiftc -DFUZZING       the fuzzer: FLUXTAPE_FUZZ=SUBJECT FluxtapeFuzzing CORPUS…
//     swift run FluxtapeFuzzing SUBJECT FILE…       without the fuzzer: tries these files, for instance in a debugger
//
// `.ci/fuzz` builds it and runs each subject for a while.

import Foundation

#if FUZZING
/// The subject of this process, from the environment: the arguments belong to libFuzzer.
private let subject = Subject(named: ProcessInfo.processInfo.environment["FLUXTAPE_FUZZ"])

/// The entry point that libFuzzer calls for each input; see <https://llvm.org/docs/LibFuzzer.html>.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The fuzzer guarantees `count` bytes during this call.
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
