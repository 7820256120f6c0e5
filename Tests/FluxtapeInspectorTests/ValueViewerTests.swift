import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// A value at its full length.
struct ValueViewerTests {
  private static func viewer(_ text: String, columns: Int) -> ValueViewer {
    ValueViewer(text, title: "v", columns: columns, typesetting: .unicode)
  }

  @Test func `what was found is looked for anew when lines are broken elsewhere`() {
    var viewer = Self.viewer(String(repeating: "x", count: 500) + "needle", columns: 12)
    viewer.pattern = "needle"
    #expect(viewer.find(isForward: true, includingThis: true, height: 10) && viewer.found == viewer.lines.count - 1)
    viewer.wrap(columns: 200, .unicode)
    #expect(viewer.find(isForward: true, includingThis: true, height: 10) && viewer.found == viewer.lines.count - 1)
    viewer.wrap(columns: 12, .unicode)
    #expect(viewer.find(isForward: false, height: 10) && viewer.found == viewer.lines.count - 1)
  }

  @Test(arguments: [0, 1, 2]) func `something is found on a screen of any height`(height: Int) {
    var viewer = Self.viewer("needle\nb\nc\nd", columns: 20)
    viewer.pattern = "needle"
    viewer.window.scroll(by: 100, count: viewer.lines.count, height: height)
    #expect(viewer.find(isForward: true, includingThis: true, height: height) && viewer.found == 0)
  }
}
