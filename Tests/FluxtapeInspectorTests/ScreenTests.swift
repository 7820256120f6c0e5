import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

@Suite struct ScreenTests {
  @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 5), (200, 60), (19, 4)])
  func `the checkout log opens as its golden screen shows`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("g", "18g")
    try Screen.expect(app.frame(), is: "checkout-\(columns)x\(rows)")
  }
}
