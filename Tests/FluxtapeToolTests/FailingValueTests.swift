import Foundation
import Testing

/// A failed expectation names a value; the answers name the action that wrote it, not the last one before the failure.
struct FailingValueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func log(_ failure: String, stores: [String] = ["cart"], name: String = "CartTests.pays.1-failed.jsonl") throws -> String {
    var lines = [
      #"{"fluxtape":1,"run":"r1","meta":{"test":"CartTests/pays()","id":"M.CartTests/pays()","attempt":"1"}}"#
    ]
    let state = #""state":{"total":5,"note":"-5","paid":false}"#
    lines.append(#"{"seq":1,"t":1,"store":"cart","type":"@@INIT",\#(state)}"#)
    for store in stores.dropFirst() { lines.append(#"{"t":1,"store":"\#(store)","type":"@@STATE",\#(state)}"#) }
    lines += [
      #"{"seq":2,"t":2,"store":"cart","type":"couponEntered","patch":[]}"#,
      #"{"seq":3,"t":3,"cause":2,"store":"cart","type":"discounted","patch":[{"op":"replace","path":"/total","value":-5}]}"#,
      #"{"seq":4,"t":4,"store":"cart","type":"viewed","patch":[{"op":"replace","path":"/note","value":"seen"}]}"#,
      #"{"seq":5,"t":5,"mark":"\#(failure)","level":"error","site":"M/CartTests.swift:9"}"#, #"{"seq":6,"t":6,"end":"failed"}"#,
    ]
    return try folder.write(lines.map { $0 + "\n" }.joined(), to: name)
  }

  @Test(
    arguments: [
      "Expectation failed: (cart.state.total → -5) >= 0", "Expectation failed: (store.state?.total → Optional(-5)) == 0",
      "Expectation failed: (5 → 5) == (cart.total → -5)",
    ]) func `check, compare and report name the writer of the failing value, and the failure once`(_ failure: String) throws
  {
    let log = try log(failure)
    let checked = try BuiltTool.run("check", log).output
    #expect(checked.contains("\n  value   cart.total  5 → -5, written by 3 discounted\n  causes  2 couponEntered\n"), "\(checked)")
    #expect(try BuiltTool.run("check", log, "--json").lines.first?.contains(#""proof":["\#(log):3"]"#) == true)
    let compared = try BuiltTool.run("compare", folder.url.path).output
    #expect(compared.contains("cart.total  5 → -5, written by 3 discounted\n    led there by 2 couponEntered\n"), "\(compared)")
    #expect(try BuiltTool.run("report", folder.url.path, "-o", folder.path("summary.md")).status == 0)
    let summary = try String(contentsOfFile: folder.path("summary.md"), encoding: .utf8)
    #expect(summary.hasPrefix("## ❌ 1 test fails\n"), "\(summary)")
    #expect(summary.contains("cart.total: 5 → -5, written by 3 discounted\n  - caused by 2 couponEntered\n"), "\(summary)")
    #expect(summary.components(separatedBy: "Expectation failed").count == 2, "\(summary)")
    #expect(try BuiltTool.run("report", folder.url.path, "-o", folder.path("pages")).status == 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path("pages")).filter { $0.hasSuffix(".html") }
    let page = try pages.map { try String(contentsOfFile: folder.path("pages/\($0)"), encoding: .utf8) }.joined()
    #expect(page.contains(#"["cart.total","5 → -5, written by 3 discounted"]"#), "\(pages)")
    for answer in [compared, summary] { #expect(!answer.lowercased().contains("last action") && !answer.contains("viewed"), "\(answer)") }
  }

  @Test func `a flag has no value in the text, and false is the one that failed`() throws {
    let answer = try BuiltTool.run("check", log("Expectation failed: cart.paid")).output
    #expect(answer.contains("\n  value   cart.paid  false, written by 1 @@INIT\n"), "\(answer)")
  }

  @Test(
    arguments: [
      ("Expectation failed: (total → -5) >= 0", ["cart", "archive"]), ("Expectation failed: (cart.total → -4) >= 0", ["cart"]),
      ("Expectation failed: (cart.items.count → -5) == 0", ["cart"]), ("it is broken", ["cart"]),
    ]) func `where no value fits, or several do, none is named`(_ failure: String, _ stores: [String]) throws
  {
    var text = try String(contentsOfFile: log(failure, stores: stores), encoding: .utf8)
    // Both totals have the value.
    text = text.replacing(#""archive","type":"@@STATE","state":{"total":5"#, with: #""archive","type":"@@STATE","state":{"total":-5"#)
    let answer = try BuiltTool.run("check", folder.write(text, to: "CartTests.pays.1-failed.jsonl")).output
    #expect(answer.contains(failure) && !answer.contains("written by") && !answer.contains("  value  "), "\(answer)")
  }
}
