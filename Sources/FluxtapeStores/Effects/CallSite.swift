/// Where in the app's source something was asked for.
struct CallSite: Sendable {
  let fileID: StaticString
  let line: UInt
}
