import FluxtapeScreen

/// A suite whose tests press keys in the log `checkout`.
protocol CheckoutSuite {}

extension CheckoutSuite {
  func app(_ keys: String..., columns: Int = 120, rows: Int = 40) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    for key in keys { app.press(key) }
    return app
  }

  func press(_ row: Int, _ column: Int) -> [Key] {
    let position = Position(row: row, column: column)
    return [.mouse(Key.Mouse(.press, at: position)), .mouse(Key.Mouse(.release, at: position))]
  }
}
