import FluxtapeHistory
import FluxtapeJSON

/// A kind of bug as a program: the expectation at its end decides whether a run is red.
///
/// The kinds were written by an author who had not read how causes are searched for. Do not change one because it is not found.
package struct BugKind: Sendable {
  package let name: String
  /// Whether green runs have the bug too, and only circumstances make a run red.
  let isInAllRuns: Bool
  /// The types of actions of which the first facts must name one, for each cause that is planted; for the start of a store, with its name.
  package let causes: [Set<String>]
  let program: @Sendable (inout TestRun) -> Void
  /// Returns what the test says if it fails.
  let failure: @Sendable (TestRun) -> String?

  init(
    _ name: String, inAllRuns: Bool = false, causes: [Set<String>], _ program: @escaping @Sendable (inout TestRun) -> Void,
    failure: @escaping @Sendable (TestRun) -> String?
  ) {
    (self.name, isInAllRuns, self.causes, self.program, self.failure) = (name, inAllRuns, causes, program, failure)
  }

  /// - Parameter check: Returns the expectation that failed.
  init(
    _ name: String, inAllRuns: Bool = false, causes: [Set<String>], _ program: @escaping @Sendable (inout TestRun) -> Void,
    check: @escaping @Sendable (TestRun) -> String?
  ) {
    self.init(name, inAllRuns: inAllRuns, causes: causes, program, failure: { run in check(run).map { "Expectation failed: " + $0 } })
  }

  /// Returns the log of a run, repeated with other seeds until it is red or green as wanted.
  package func log(isRed: Bool, seed: Int, noise: Bool) throws -> String { try run(isRed: isRed, seed: seed, noise: noise).log }

  /// Returns the log of a run in which all was well and the expectation failed nevertheless.
  func logFailingWithoutCause(seed: Int) throws -> String {
    let text = try run(isRed: true, seed: seed, noise: false).failure
    let seed = try run(isRed: false, seed: seed, noise: true).seed
    var run = TestRun(isBuggy: isInAllRuns, seed: seed)
    return run.log(of: program, failure: { _ in text }, noise: true)
  }

  private func run(isRed: Bool, seed: Int, noise: Bool) throws -> (log: String, failure: String?, seed: Int) {
    for attempt in 0..<2000 {
      let seed = seed &* 10_007 &+ attempt
      var run = TestRun(isBuggy: isRed || isInAllRuns, seed: seed)
      let text = run.log(of: program, failure: failure, noise: noise)
      if (run.failure != nil) == isRed { return (text, run.failure, seed) }
    }
    throw FaultWithoutEffect(app: name)
  }
}

func json(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }

extension BugKind {
  /// The kinds with which the search was developed.
  package static let known: [BugKind] = [
    BugKind("a page begins one row too early", causes: [["pageAsked", "pageAnswered"]]) { run in
      let size = run.number(5...9)
      run.begin("list", ["rows": [], "page": 0])
      let pages = run.number(2...4)
      for page in 0..<pages {
        run.at(600 + page * 1200 + run.number(0...400)) { run in
          let offset = run.list("list", "rows").count - (run.isBuggy && page > 0 ? 1 : 0)
          run.act("list", "pageAsked", ["offset": json(offset), "limit": json(size)], sets: ["page": json(page + 1)])
          run.after(80...400) { run in
            let rows = (offset..<offset + size).map { JSONValue.string("row \($0)") }
            run.act("list", "pageAnswered", ["rows": .array(rows)], sets: ["rows": .array(run.list("list", "rows") + rows)])
          }
        }
      }
    } check: {
      Set($0.list("list", "rows")).count == $0.list("list", "rows").count ? nil : "Set(list.rows).count == list.rows.count"
    },
    BugKind("a refresh between two taps", inAllRuns: true, causes: [["refreshed"]]) { run in
      run.begin("mail", ["rows": ["a", "b", "c", "d"], "selected": .null, "deleted": .null])
      for _ in 0..<run.number(1...4) {
        run.at(run.number(300...6000)) { run in
          run.act("mail", "refreshed", ["new": run.id()], sets: ["rows": .array([run.id()] + run.list("mail", "rows"))])
        }
      }
      let time = run.number(1500...3500)
      run.at(time) { run in
        run.act("mail", "rowTapped", ["index": 2], sets: ["selected": run.list("mail", "rows")[2]])
      }
      run.at(time + run.number(500...1200)) { run in
        run.act("mail", "deleteTapped", ["index": 2], sets: ["deleted": run.list("mail", "rows")[2]])
      }
    } check: {
      $0["mail", "deleted"] == $0["mail", "selected"] ? nil : "mail.deleted == mail.selected"
    },
    BugKind("a slow disk", inAllRuns: true, causes: [["writeBegan", "written", "suspended"]]) { run in
      run.begin("draft", ["text": "", "saved": .null, "isWriting": false])
      run.begin("app", ["phase": "active"])
      for place in 0..<run.number(2...5) {
        run.at(500 + place * 400 + run.number(0...300)) { run in
          let text = run.id()
          run.act("draft", "edited", ["text": text], sets: ["text": text])
        }
      }
      run.at(run.number(3000...3600)) { run in
        run.act("app", "resigned", sets: ["phase": "inactive"])
        run.after(2...9) { run in
          run.act("draft", "writeBegan", sets: ["isWriting": true])
          let isSlow = run.chance(15)
          run.after(isSlow ? 700...1500 : 40...300) { run in
            guard run["app", "phase"] != "suspended" else { return }
            run.act("draft", "written", ["bytes": run.value(100...900)], sets: ["saved": run["draft", "text"], "isWriting": false])
          }
        }
        run.after(500...600) { $0.act("app", "suspended", sets: ["phase": "suspended"]) }
      }
    } check: {
      $0["draft", "saved"] == $0["draft", "text"] ? nil : "draft.saved == draft.text"
    },
    BugKind("an insertion that is not sorted", inAllRuns: true, causes: [["received"]]) { run in
      run.begin("chat", ["messages": [], "unread": 0])
      let start = run.number(1000...9000)
      for place in 0..<run.number(4...8) {
        let sent = start + place * 10 + run.number(0...9)
        run.at(600 + place * 500 + run.number(0...300) + (run.chance(8) ? 700 : 0)) { run in
          run.act(
            "chat", "received", ["id": run.id(), "sent": json(sent)],
            sets: [
              "messages": .array(run.list("chat", "messages") + [["sent": json(sent)]]), "unread": json(run.int("chat", "unread") + 1),
            ])
        }
      }
    } check: { run in
      let times = run.list("chat", "messages").map { $0["sent"]?.int ?? 0 }
      return times == times.sorted() ? nil : "chat.messages == chat.messages.sorted()"
    },
    BugKind("two flags on together", inAllRuns: true, causes: [["flagsLoaded"]]) { run in
      run.begin("flags", ["newCheckout": false, "express": false, "dark": false, "beta": false])
      run.begin("cart", ["steps": 0, "status": "open"])
      run.at(run.number(100...400)) { run in
        let flags = JSONObject(["newCheckout", "express", "dark", "beta"].map { ($0, run.pick([true, false])) })
        run.act("flags", "flagsLoaded", flags, sets: flags)
      }
      run.at(run.number(2000...3000)) { run in
        run.act("cart", "checkoutTapped", sets: ["status": "submitting"])
        let isBroken = run["flags", "newCheckout"] == true && run["flags", "express"] == true
        run.after(80...400) { $0.act("cart", "confirmed", sets: ["status": isBroken ? "stuck" : "paid"]) }
      }
    } check: {
      $0["cart", "status"] == "paid" ? nil : "cart.status == \"paid\""
    },
    BugKind("two bugs at once", causes: [["couponApplied"], ["addressSaved"]]) { run in
      let isFirst = run.chance(50)
      run.begin("cart", ["total": 0, "discount": 0, "address": .null])
      for place in 0..<run.number(2...5) {
        run.at(500 + place * 700 + run.number(0...300)) { run in
          let price = run.number(300...4000)
          run.act("cart", "added", ["price": json(price), "sku": run.id()], sets: ["total": json(run.int("cart", "total") + price)])
        }
      }
      run.at(run.number(4500...5000)) { run in
        run.act("cart", "couponTyped", ["code": run.pick(["MAY", "JUNE"])])
        run.after(80...400) { $0.act("cart", "couponApplied", ["percent": 10], sets: ["discount": $0.isBuggy && isFirst ? 0 : 10]) }
      }
      run.at(run.number(6000...7000)) { run in
        let street = run.id()
        run.act("cart", "addressTyped", ["street": street])
        guard !run.isBuggy || isFirst else { return }
        run.after(80...400) { $0.act("cart", "addressSaved", ["street": street], sets: ["address": street]) }
      }
    } check: {
      $0["cart", "discount"] == 10 ? $0["cart", "address"].isNull ? "cart.address != nil" : nil : "cart.discount == 10"
    },
    BugKind("two rows with one identifier", causes: [["added"]]) { run in
      let first = run.number(1...50)
      run.begin("todos", ["rows": [], "next": json(first)])
      var place = 0
      let fault = run.number(1...2)
      for _ in 0..<run.number(3...6) {
        place += 1
        let isStale = run.isBuggy && place == fault
        run.at(500 + place * 600 + run.number(0...300)) { run in
          let next = run.int("todos", "next")
          run.act(
            "todos", "added", ["id": json(next), "title": run.id()],
            sets: ["rows": .array(run.list("todos", "rows") + [["id": json(next)]]), "next": json(isStale ? next : next + 1)])
        }
      }
    } check: { run in
      Set(run.list("todos", "rows")).count == run.list("todos", "rows").count ? nil : "Set(todos.rows.map(\\.id)).count == todos.rows.count"
    },
    BugKind("a price that changes between cart and payment", inAllRuns: true, causes: [["priceChanged"]]) { run in
      run.begin("catalog", ["price": run.value(100...900)])
      run.begin("cart", ["price": 0, "paid": 0])
      for _ in 0..<run.number(0...3) {
        run.at(run.number(300...9000)) { run in
          let price = run.value(100...900)
          run.act("catalog", "priceChanged", ["price": price], sets: ["price": price])
        }
      }
      let time = run.number(2500...3500)
      run.at(time) { $0.act("cart", "added", ["sku": $0.id()], sets: ["price": $0["catalog", "price"]]) }
      run.at(time + run.number(900...2500)) { run in
        run.act("cart", "payTapped")
        run.after(80...400) { $0.act("cart", "charged", ["amount": $0["catalog", "price"]], sets: ["paid": $0["catalog", "price"]]) }
      }
    } check: {
      $0["cart", "paid"] == $0["cart", "price"] ? nil : "cart.paid == cart.price"
    },
    BugKind("a day that is one off late in the evening", inAllRuns: true, causes: [["planned"]]) { run in
      run.begin("calendar", ["day": 21, "planned": .null])
      run.at(run.number(1000...2000)) { run in
        let hour = run.number(6...23)
        run.act("calendar", "planned", ["hour": json(hour), "id": run.id()], sets: ["planned": hour >= 22 ? 22 : 21])
        run.after(80...300) { $0.act("calendar", "stored", ["etag": $0.id()]) }
      }
    } check: {
      $0["calendar", "planned"] == $0["calendar", "day"] ? nil : "calendar.planned == calendar.day"
    },
    BugKind("a retry with another key", causes: [["payRetried", "payAsked"]]) { run in
      run.begin("pay", ["charges": [], "status": "open"])
      run.at(run.number(2000...3000)) { run in
        let key = run.id()
        run.act("pay", "payAsked", ["key": key, "cents": run.value(500...9000)], sets: ["status": "asked"])
        guard run.isBuggy || run.chance(50) else {
          return run.after(80...400) { $0.act("pay", "charged", ["key": key], sets: ["charges": [key], "status": "paid"]) }
        }
        run.after(900...1000) { run in
          let other = run.isBuggy ? run.id() : key
          run.act("pay", "payRetried", ["key": other])
          run.after(80...400) { run in
            run.act("pay", "charged", ["key": other], sets: ["charges": other == key ? [key] : [key, other], "status": "paid"])
          }
        }
      }
    } check: {
      $0.list("pay", "charges").count == 1 ? nil : "pay.charges.count == 1"
    },
    BugKind("more rows than a limit", inAllRuns: true, causes: [["added"]]) { run in
      run.begin("favorites", ["rows": [], "count": 0])
      for place in 0..<run.number(4...14) {
        run.at(400 + place * 400 + run.number(0...300)) { run in
          let rows = run.list("favorites", "rows")
          run.act(
            "favorites", "added", ["id": run.id()],
            sets: ["rows": .array(rows.count < 12 ? rows + [run.id()] : rows), "count": json(run.int("favorites", "count") + 1)])
        }
      }
    } check: {
      $0.list("favorites", "rows").count == $0.int("favorites", "count") ? nil : "favorites.rows.count == favorites.count"
    },
    BugKind("a message is lost", causes: [["received"]]) { run in
      let start = run.number(100...900)
      run.begin("feed", ["last": json(start), "texts": 0])
      let lost = run.number(2...3)
      for place in 1...run.number(4...7) where !(run.isBuggy && place == lost) {
        run.at(500 + place * 500 + run.number(0...300)) { run in
          run.act(
            "feed", "received", ["number": json(start + place), "text": run.id()],
            sets: ["last": json(start + place), "texts": json(run.int("feed", "texts") + 1)])
        }
      }
      run.begin("server", ["first": json(start)])
    } check: {
      $0.int("feed", "last") - $0.int("server", "first") == $0.int("feed", "texts") ? nil : "feed.texts == feed.last - server.first"
    },
  ]
}
