import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

/// Patches beside snapshots.
struct SnapshotPatchTests {
  /// Regression: the scanner once kept the place of an earlier line's patch.
  @Test func `an empty patch beside a snapshot is not the patch of an earlier line`() throws {
    let patch = #"[{"op":"replace","path":"/a","value":2}]"#
    let history = try History.of(
      """
      {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
      {"t":0,"store":"s","type":"@@STATE","state":{"a":1,"b":1}}
      {"seq":1,"t":1,"store":"s","type":"x","patch":\(patch),"state":{"a":2,"b":1}}
      {"seq":2,"t":2,"store":"s","type":"x","patch":[{"op":"replace","path":"/a","value":3}]}
      {"seq":3,"t":3,"store":"s","type":"x","patch":[],"state":{"a":3,"b":1}}

      """)
    #expect(try history.check().filter { !$0.isNote } == [])
    let path = try StatePath(parsing: ".a")
    #expect(try history.blame(path)?.map(\.origin) == [.action(row: 2)])
    #expect(try history.changes(of: [path]).map(\.new) == [1, 2, 3])
  }
}
