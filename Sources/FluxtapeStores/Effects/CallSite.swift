/// A call's place in the app's source.
struct CallSite: Sendable {
  let fileID: StaticString
  let line: UInt
}
