// A program that records, for tests that kill it, fork it and fill its disk.
//
//     FluxtapeFaultProgram MODE LOG [ARGUMENT…]
//
// It writes its own facts beside the log, so that a test can compare the log with them.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { stop("usage: FluxtapeFaultProgram MODE LOG [ARGUMENT...]") }
let log = arguments[1]
let rest = Array(arguments.dropFirst(2))

switch arguments[0] {
case "loop": recordForEver(to: log, rest)
case "fork": recordAndFork(to: log, rest)
case "live": forkLocked(to: log)
case "full": recordUntilFull(to: log, rest)
case "filled": recordOntoFullDisk(to: log, rest)
case "readonly": recordIntoReadOnlyFolder(to: log, rest)
default: stop("no such mode: \(arguments[0])")
}
