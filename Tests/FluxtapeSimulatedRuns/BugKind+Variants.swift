import FluxtapeJSON

extension BugKind {
  /// Kinds as above in apps of other shapes: causes in stores of their own, nothing that says what caused what, one expectation for all.
  package static let variants: [BugKind] = [
    BugKind("a first page that is left out", causes: [["pageAsked", "pageAnswered"]]) { run in
      let (size, pages) = (run.number(5...8), run.number(2...4))
      run.begin("list", ["rows": [], "isBusy": false])
      run.begin("api", ["total": json(size * pages)])
      for page in 0..<pages {
        run.at(600 + page * 900 + run.number(0...300)) { run in
          let asked = page + (run.isBuggy ? 1 : 0)
          run.act("list", "pageAsked", ["page": json(asked)], sets: ["isBusy": true])
          run.after(80...400) { run in
            let rows = (0..<(asked < pages ? size : 0)).map { JSONValue.object(["id": .string("item \(asked)/\($0)")]) }
            run.act(
              "list", "pageAnswered", ["count": json(rows.count)], sets: ["rows": .array(run.list("list", "rows") + rows), "isBusy": false])
          }
        }
      }
    } check: { run in
      let (count, total) = (run.list("list", "rows").count, run.int("api", "total"))
      return count == total ? nil : "(list.rows.count → \(count)) == (api.total → \(total))"
    },
    BugKind("prices that are rounded too early", inAllRuns: true, causes: [["totalled", "quoted"]]) { run in
      run.begin("basket", ["items": [], "total": 0, "quote": 0])
      for place in 0..<run.number(2...4) {
        run.at(500 + place * 800 + run.number(0...300)) { run in
          let cents = run.number(30...99)
          let item: JSONValue = ["half": json(cents), "cents": json((cents + 1) / 2)]
          run.act("basket", "added", ["half": json(cents)], sets: ["items": .array(run.list("basket", "items") + [item])])
        }
      }
      run.at(run.number(4500...5000)) { run in
        let items = run.list("basket", "items")
        run.act("basket", "totalled", sets: ["total": json(items.reduce(0) { $0 + ($1["cents"]?.int ?? 0) })])
        let quote = (items.reduce(0) { $0 + ($1["half"]?.int ?? 0) } + 1) / 2
        run.after(80...400) { $0.act("basket", "quoted", ["cents": json(quote)], sets: ["quote": json(quote)]) }
      }
    } check: { run in
      run["basket", "total"] == run["basket", "quote"]
        ? nil : "(basket.total → \(run.int("basket", "total"))) == \(run.int("basket", "quote"))"
    },
    BugKind("a memory warning in a store of its own", inAllRuns: true, causes: [["memoryWarned", "purged"]]) { run in
      run.begin("thumbnails", ["ready": 0])
      run.begin("gallery", ["missing": 0])
      if run.chance(60) {
        run.at(run.number(200...6000)) { run in
          run.act("system", "memoryWarned", ["level": run.value(1...3)])
          run.after(1...9) { $0.act("thumbnails", "purged", sets: ["ready": 0]) }
        }
      }
      let time = run.number(800...2000)
      run.at(time) { $0.act("thumbnails", "rendered", ["count": 12], sets: ["ready": 12]) }
      run.at(time + run.number(700...2500)) { $0.act("gallery", "opened", sets: ["missing": json(12 - $0.int("thumbnails", "ready"))]) }
    } check: {
      $0.int("gallery", "missing") == 0 ? nil : "(gallery.missing → \($0.int("gallery", "missing"))) == 0"
    },
    BugKind("settings from a slow disk", inAllRuns: true, causes: [["read", "readBegan"]]) { run in
      run.begin("settings", ["currency": "USD"])
      run.begin("shop", ["currency": .null])
      run.at(run.number(20...60)) { run in
        run.act("disk", "readBegan", ["file": "settings"])
        let isSlow = run.chance(15)
        run.after(isSlow ? 900...2500 : 10...80) { $0.act("settings", "read", ["bytes": $0.value(100...900)], sets: ["currency": "EUR"]) }
      }
      run.at(run.number(300...700)) { $0.act("shop", "appeared", sets: ["currency": $0["settings", "currency"]]) }
    } check: {
      $0["shop", "currency"] == "EUR" ? nil : "(shop.currency → \"USD\") == \"EUR\""
    },
    BugKind("a deep link after the first screen", inAllRuns: true, causes: [["linkReceived", "routed"]]) { run in
      run.begin("navigation", ["stack": []])
      run.at(run.number(100...300)) { $0.act("navigation", "homeShown", sets: ["stack": ["home"]]) }
      let time = run.chance(15) ? run.number(350...1500) : run.number(10...90)
      run.at(time) { run in
        run.act("app", "linkReceived", ["path": run.id()])
        run.after(1...5) { run in
          let isLate = !run.list("navigation", "stack").isEmpty
          run.act("navigation", "routed", sets: ["stack": isLate ? ["item"] : []])
        }
      }
      run.at(run.number(3000...4000)) { $0.act("navigation", "settled", sets: ["stack": .array($0.list("navigation", "stack") + ["end"])]) }
    } check: {
      $0.list("navigation", "stack").first == "home" ? nil : "(navigation.stack.first → \"item\") == \"home\""
    },
    BugKind("an insertion at the top", causes: [["arrived"]]) { run in
      run.begin("news", ["rows": []])
      for place in 0..<run.number(4...7) {
        let minute = place * 5 + run.number(10...20)
        run.at(500 + place * 500 + run.number(0...300)) { run in
          let row: JSONValue = ["at": .string("2026-11-21T09:\(minute):00Z"), "title": run.id()]
          let rows = run.list("news", "rows")
          let later = run.isBuggy ? 0 : rows.prefix { ($0["at"]?.string ?? "") > (row["at"]?.string ?? "") }.count
          run.act("news", "arrived", ["row": row], sets: ["rows": .array(Array(rows.prefix(later)) + [row] + Array(rows.dropFirst(later)))])
        }
      }
    } check: { run in
      let times = run.list("news", "rows").map { $0["at"]?.string ?? "" }
      return times == times.sorted(by: >) ? nil : "news.rows.map(\\.at).isSorted(by: >)"
    },
    BugKind("two flags on at the start", inAllRuns: true, causes: [["@@INIT"]]) { run in
      let flags = JSONObject(["a", "b", "c", "d", "e", "f"].map { ("flag" + $0, run.pick([true, false])) })
      run.begin("features", flags)
      run.begin("feed", ["isEmpty": true])
      run.at(run.number(500...2000)) { run in
        run.act("feed", "loadAsked")
        let isBroken = run["features", "flagb"] == true && run["features", "flage"] == true
        run.after(80...400) { $0.act("feed", "loaded", sets: ["isEmpty": .bool(isBroken)]) }
      }
    } check: {
      $0["feed", "isEmpty"] == false ? nil : "!feed.isEmpty"
    },
    BugKind("a rotation while a picker opens", inAllRuns: true, causes: [["rotated"]]) { run in
      run.begin("device", ["orientation": "portrait"])
      run.begin("picker", ["phase": "closed", "value": .null])
      let time = run.number(1500...3500)
      for _ in 0..<run.number(0...2) {
        run.at(run.number(200...6000)) { $0.act("device", "rotated", sets: ["orientation": $0.pick(["portrait", "landscape", "flat"])]) }
      }
      run.at(time) { run in
        let orientation = run["device", "orientation"]
        run.act("picker", "tapped", sets: ["phase": "opening"])
        run.after(400...700) { run in
          run.act("picker", "presented", sets: ["phase": run["device", "orientation"] == orientation ? "open" : "lost"])
        }
      }
    } check: {
      $0["picker", "phase"] == "open" ? nil : "(picker.phase → \"lost\") == \"open\""
    },
    BugKind("two bugs and one expectation", causes: [["tokenStored"], ["cartMerged"]]) { run in
      let isFirst = run.chance(50)
      run.begin("session", ["token": .null])
      run.begin("cart", ["count": 1, "isMerged": false])
      run.begin("order", ["isPaid": false])
      run.at(run.number(500...900)) { run in
        run.act("session", "loginTapped")
        guard !run.isBuggy || !isFirst else { return }
        run.after(80...400) { $0.act("session", "tokenStored", ["token": $0.id()], sets: ["token": $0.id()]) }
      }
      run.at(run.number(1500...2500)) { run in
        run.act("cart", "synced")
        run.after(80...400) {
          $0.act("cart", "cartMerged", ["lines": 2], sets: ["count": $0.isBuggy && !isFirst ? 1 : 3, "isMerged": true])
        }
      }
      run.at(run.number(4000...5000)) { run in
        let isFine = !run["session", "token"].isNull && run.int("cart", "count") == 3
        run.act("order", "payTapped")
        run.after(80...400) { $0.act("order", "answered", sets: ["isPaid": .bool(isFine)]) }
      }
    } check: {
      $0["order", "isPaid"] == true ? nil : "order.isPaid"
    },
    BugKind("an answer for the tab before", inAllRuns: true, causes: [["tabAnswered"]]) { run in
      run.begin("tabs", ["selected": 0, "shown": .null])
      var time = 500
      for place in 0..<run.number(2...4) {
        time += run.number(250...900)
        run.at(time) { run in
          let tab = JSONValue.string("tab-\(place)")
          run.act("tabs", "tabTapped", ["tab": tab], sets: ["selected": tab])
          run.after(run.chance(10) ? 900...1500 : 60...240) { $0.act("tabs", "tabAnswered", ["tab": tab], sets: ["shown": tab]) }
        }
      }
    } check: {
      $0["tabs", "shown"] == $0["tabs", "selected"] ? nil : "tabs.shown == tabs.selected"
    },
    BugKind("a discount that is taken twice", inAllRuns: true, causes: [["voucherApplied", "voucherTapped"]]) { run in
      run.begin("till", ["total": run.value(40...90), "vouchers": 0])
      let taps = run.chance(15) ? 2 : 1
      for tap in 0..<taps {
        run.at(2000 + tap * 120 + run.number(0...40)) { run in
          run.act("till", "voucherTapped", ["code": "TEN"])
          run.after(200...300) { run in
            run.act(
              "till", "voucherApplied", ["cents": 10],
              sets: ["total": json(run.int("till", "total") - 10), "vouchers": json(run.int("till", "vouchers") + 1)])
          }
        }
      }
    } check: {
      $0.int("till", "vouchers") == 1 ? nil : "(till.vouchers → \($0.int("till", "vouchers"))) == 1"
    },
    BugKind("a sum that forgets a removal", inAllRuns: true, causes: [["removed"]]) { run in
      run.begin("wallet", ["cards": [], "sum": 0])
      for place in 0..<run.number(3...6) {
        run.at(400 + place * 500 + run.number(0...300)) { run in
          let cents = run.number(100...900)
          run.act(
            "wallet", "added", ["cents": json(cents)],
            sets: ["cards": .array(run.list("wallet", "cards") + [["cents": json(cents)]]), "sum": json(run.int("wallet", "sum") + cents)])
        }
      }
      if run.chance(50) {
        run.at(run.number(4000...5000)) { run in
          let cards = run.list("wallet", "cards")
          let cents = cards.first?["cents"]?.int ?? 0
          let sum = run.int("wallet", "sum") - (run.chance(30) ? 0 : cents)
          run.act("wallet", "removed", ["place": 0], sets: ["cards": .array(Array(cards.dropFirst())), "sum": json(sum)])
        }
      }
    } check: { run in
      let sum = run.list("wallet", "cards").reduce(0) { $0 + ($1["cents"]?.int ?? 0) }
      return sum == run.int("wallet", "sum") ? nil : "(wallet.sum → \(run.int("wallet", "sum"))) == \(sum)"
    },
  ]
}
