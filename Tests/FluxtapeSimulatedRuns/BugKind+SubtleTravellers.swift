import FluxtapeJSON

extension BugKind {
  /// Relations between values, two conditions, times, and what is stale.
  static let subtleTravellers: [BugKind] = [
    // An entry continues a streak if its day follows the last day, and begins a new one otherwise. The cause is an entry for a day before the
    // last one, which somebody adds or corrects. A day without an entry ends a streak rightly.
    BugKind("an earlier day that ends a streak", inAllRuns: true, causes: [["entryLogged"]]) { run in
      var day = run.number(40...300)
      run.begin("habit", ["streak": 0, "lastDay": .null, "days": []])
      run.begin("tips", ["shown": 0])
      for place in 0..<run.number(4...8) {
        if place > 0 { day += run.chance(15) ? 2 : 1 }
        let today = day
        run.at(500 + place * 1000 + run.number(0...300)) { log(today, &$0) }
        if run.chance(8) { run.at(900 + place * 1000 + run.number(0...300)) { log(today, &$0) } }
        if place > 1, run.chance(12) {
          let back = run.number(1...3)
          run.at(900 + place * 1000 + run.number(0...300)) { log(today - back, &$0) }
        }
      }
      for place in 1...run.number(1...3) {
        run.at(place * 2000 + run.number(0...1500)) { $0.act("tips", "tipShown", ["tip": $0.value(1...30)], sets: ["shown": json(place)]) }
      }

      @Sendable func log(_ day: Int, _ run: inout TestRun) {
        let (last, streak) = (run["habit", "lastDay"].int ?? 0, run.int("habit", "streak"))
        let days = run.list("habit", "days").filter { $0 != json(day) } + [json(day)]
        run.act(
          "habit", "entryLogged", ["day": json(day), "minutes": run.value(5...90)],
          sets: ["streak": json(day == last ? streak : day == last + 1 ? streak + 1 : 1), "lastDay": json(day), "days": .array(days)])
      }
    } failure: { run in
      let days = Set(run.list("habit", "days").map { $0.int ?? 0 })
      var expected = 0
      while let last = days.max(), days.contains(last - expected) { expected += 1 }
      let streak = run.int("habit", "streak")
      return streak == expected ? nil : "java.lang.AssertionError: \nExpected: is <\(expected)>\n     but: was <\(streak)>"
    },
    // A bar code is parsed as a number and looked up by its digits. The cause is a bar code that begins with zero: the zero is lost. A QR code
    // and what is typed stay text.
    BugKind("a bar code that begins with zero", inAllRuns: true, causes: [["codeScanned", "codeParsed"]]) { run in
      run.begin("scanner", ["torch": false, "scans": 0])
      run.begin("lookup", ["code": .null])
      run.begin("stock", ["items": [], "unknown": []])
      for place in 0..<run.number(3...6) {
        run.at(700 + place * 1300 + run.number(0...600)) { run in
          let way = run.pick(["ean", "ean", "qr", "typed"])
          let digits = "\(run.chance(22) ? 0 : run.number(1...9))\(run.number(1_000_000...9_999_999))"
          let scans = json(run.int("scanner", "scans") + 1)
          if way == "typed" {
            run.act("scanner", "codeTyped", ["text": .string(digits)])
          } else {
            run.act("scanner", "codeScanned", ["kind": way, "text": .string(digits)], sets: ["scans": scans])
          }
          let code = way == "ean" ? json(Int(digits) ?? 0) : JSONValue.string(digits)
          run.after(5...30) { run in
            run.act("lookup", "codeParsed", sets: ["code": code])
            run.after(80...400) { run in
              let text = way == "ean" ? "\(code.int ?? 0)" : digits
              let key = text == digits ? "items" : "unknown"
              run.act(
                "stock", text == digits ? "itemFound" : "itemUnknown", ["request": run.id()],
                sets: JSONObject([(key, .array(run.list("stock", key) + [.string(text)]))]))
            }
          }
        }
      }
      if run.chance(50) { run.at(run.number(500...7000)) { $0.act("scanner", "torchTapped", sets: ["torch": true]) } }
    } failure: { run in
      let unknown = run["stock", "unknown"]
      return unknown == [] ? nil : "expected to be empty, got <\(unknown.text)>"
    },
    // A till gives its staff a discount for one sale. A payment switches it off. The cause is that a sale is voided with the discount on: the
    // void leaves it on for the next sale, that of a customer.
    BugKind("a staff discount that a void leaves on", inAllRuns: true, causes: [["saleVoided", "staffTapped"]]) { run in
      run.begin("till", ["sum": 0, "items": 0, "staffPercent": 0])
      run.begin("journal", ["gross": 0, "net": 0, "sales": 0])
      let sales = run.number(2...4)
      for sale in 0..<sales {
        let start = 500 + sale * 2200
        for place in 0..<run.number(1...3) {
          run.at(start + place * 350 + run.number(0...250)) { run in
            let cents = run.number(2...60) * 50
            run.act(
              "till", "itemScanned", ["cents": json(cents), "sku": run.id()],
              sets: ["sum": json(run.int("till", "sum") + cents), "items": json(run.int("till", "items") + 1)])
          }
        }
        if sale < sales - 1, run.chance(35) {
          run.at(start + run.number(200...1100)) { run in
            run.act("till", "staffTapped", ["badge": run.id()], sets: ["staffPercent": 20])
          }
        }
        let isVoid = sale < sales - 1 && run.chance(35)
        run.at(start + 1200 + run.number(0...500)) { run in
          if isVoid { return run.act("till", "saleVoided", ["reason": run.pick(["wrong", "left"])], sets: ["sum": 0, "items": 0]) }
          let gross = run.int("till", "sum")
          let net = gross * (100 - run.int("till", "staffPercent")) / 100
          run.act("till", "salePaid", ["by": run.pick(["cash", "card"])], sets: ["sum": 0, "items": 0, "staffPercent": 0])
          run.after(10...90) { run in
            let count = json(run.int("journal", "sales") + 1)
            run.act("journal", "saleBooked", ["receipt": run.id()], sets: ["gross": json(gross), "net": json(net), "sales": count])
          }
        }
      }
    } failure: { run in
      let (gross, net) = (run.int("journal", "gross"), run.int("journal", "net"))
      return gross == net ? nil : "XCTAssertEqual failed: (\"\(net)\") is not equal to (\"\(gross)\") - the customer pays the full price"
    },
    // A podcast is left and opened again where it was. The cause is that it is left while an advertisement plays: the saved position is that
    // in the advertisement.
    BugKind("a position in an advertisement", inAllRuns: true, causes: [["adBegan", "positionSaved", "appLeft"]]) { run in
      let first = run.number(200...1500)
      run.begin("player", ["item": "episode", "seconds": json(first), "speed": 1])
      run.begin("episode", ["heard": json(first)])
      run.begin("library", ["saved": json(first), "downloads": run.value(0...20)])
      let leave = run.number(3000...8000)
      run.at(400) { $0.act("player", "playTapped", ["episode": $0.id()]) }
      var time = run.number(700...1000)
      while time < leave {
        run.at(time) { run in
          let seconds = json(run.int("player", "seconds") + run.number(3...6))
          run.act("player", "timeObserved", ["item": run["player", "item"]], sets: ["seconds": seconds])
          guard run["player", "item"] == "episode" else { return }
          run.after(1...5) { $0.act("episode", "progressNoted", sets: ["heard": seconds]) }
        }
        time += run.number(350...600)
      }
      for place in 0..<run.number(1...3) {
        run.at(1400 + place * 2300 + run.number(0...1200)) { run in
          guard run["player", "item"] == "episode", run["library", "saved"] == json(first) else { return }
          let seconds = run["player", "seconds"]
          run.act("player", "adBegan", ["sponsor": run.id()], sets: ["item": "ad", "seconds": 0])
          run.after(500...1000) { run in
            guard run["library", "saved"] == json(first) else { return }
            run.act("player", "adEnded", sets: ["item": "episode", "seconds": seconds])
          }
        }
      }
      if run.chance(40) {
        run.at(run.number(600...2900)) { run in
          let speed = run.value(2...3)
          run.act("player", "speedPicked", ["speed": speed], sets: ["speed": speed])
        }
      }
      run.at(leave) { run in
        run.act("player", "appLeft", ["to": run.pick(["home", "call", "maps"])])
        run.after(2...20) { $0.act("library", "positionSaved", sets: ["saved": $0["player", "seconds"]]) }
        run.after(900...2500) { $0.act("player", "episodeOpened", sets: ["item": "episode", "seconds": $0["library", "saved"]]) }
      }
    } failure: { run in
      let (seconds, heard) = (run.int("player", "seconds"), run.int("episode", "heard"))
      return seconds >= heard ? nil : "expect(received).toBeGreaterThanOrEqual(expected)\n\nExpected: >= \(heard)\nReceived:    \(seconds)"
    },
    // A dialog asks whether a change is for one event of a series, for it and those after it, or for all. The cause is that the choice of an
    // edit before is still set when an event is deleted without a choice.
    BugKind("a deletion with the scope of an edit", inAllRuns: true, causes: [["scopePicked", "eventDeleted"]]) { run in
      let days = (0..<run.number(4...7)).map { json(3 + $0 * 7) }
      run.begin("series", ["days": .array(days), "count": json(days.count), "title": "Standup"])
      run.begin("dialog", ["scope": "one"])
      run.begin("month", ["shown": run.value(1...12)])
      for place in 0..<run.number(0...2) {
        let time = 700 + place * 2200 + run.number(0...700)
        if run.chance(75) { run.at(time) { pickScope($0.pick(["one", "one", "following", "all"]), &$0) } }
        run.at(time + run.number(300...900)) { run in
          let title = run.id()
          run.act("series", "titleEdited", ["title": title, "day": run.pick(days)], sets: ["title": title])
        }
      }
      for _ in 0..<run.number(0...3) {
        run.at(run.number(500...6500)) { run in
          let month = run.value(1...12)
          run.act("month", "monthTurned", ["to": month], sets: ["shown": month])
        }
      }
      if run.chance(45) { run.at(run.number(5200...5700)) { pickScope("one", &$0) } }
      run.at(run.number(6000...7000)) { run in
        let (day, scope) = (run.pick(days), run["dialog", "scope"])
        let left = days.filter { other in
          scope == "one" ? other != day : scope == "following" ? (other.int ?? 0) < (day.int ?? 0) : false
        }
        run.act("series", "eventDeleted", ["day": day], sets: ["days": .array(left)])
        run.after(80...400) { $0.act("month", "syncEnded", ["etag": $0.id()]) }
      }

      @Sendable func pickScope(_ scope: JSONValue, _ run: inout TestRun) {
        run.act("dialog", "scopePicked", ["scope": scope], sets: ["scope": scope])
      }
    } failure: { run in
      let (left, expected) = (run.list("series", "days").count, run.int("series", "count") - 1)
      return left == expected ? nil : "events that are left ==> expected: <\(expected)> but was: <\(left)>"
    },
    // A thermostat heats below one target and cools above another. The cause is that a target is set so that heating ends above the point at
    // which cooling begins. The failure needs a temperature between them.
    BugKind("two targets that cross", inAllRuns: true, causes: [["heatTargetSet", "coolTargetSet"]]) { run in
      run.begin("targets", ["heatTo": 19, "coolFrom": 26])
      run.begin("room", ["degrees": 21, "window": "closed"])
      run.begin("relays", ["heater": "off", "cooler": "off"])
      for place in 0..<run.number(1...4) {
        run.at(700 + place * 1500 + run.number(0...900)) { run in
          let isHeat = run.chance(50)
          let degrees = isHeat ? run.value(16...24) : run.value(20...28)
          run.act(
            "targets", isHeat ? "heatTargetSet" : "coolTargetSet", ["degrees": degrees],
            sets: isHeat ? ["heatTo": degrees] : ["coolFrom": degrees])
        }
      }
      for place in 0..<run.number(6...9) {
        run.at(1000 + place * 900 + run.number(0...600)) { run in
          let degrees = run.number(18...25)
          run.act("room", "temperatureMeasured", ["humidity": run.value(30...70)], sets: ["degrees": json(degrees)])
          run.after(10...40) { run in
            run.act(
              "relays", "relaysSwitched",
              sets: [
                "heater": degrees < run.int("targets", "heatTo") ? "on" : "off",
                "cooler": degrees > run.int("targets", "coolFrom") ? "on" : "off",
              ])
          }
        }
      }
      if run.chance(50) { run.at(run.number(600...8000)) { $0.act("room", "windowMoved", sets: ["window": "open"]) } }
    } failure: { run in
      run["relays", "heater"] == "on" && run["relays", "cooler"] == "on"
        ? "Rule 'never heat and cool at once' is broken: heater: on, cooler: on, room: \(run.int("room", "degrees"))" : nil
    },
    // An update goes to a device in chunks. The cause is that the link is lost after a chunk was sent and before the device stored it: the
    // update goes on behind the last chunk that was sent, not behind the last that was stored.
    BugKind("a chunk that was sent and not stored", inAllRuns: true, causes: [["linkLost", "updateResumed"]]) { run in
      let count = run.number(9...15)
      run.begin("link", ["isUp": true, "session": 1])
      run.begin("update", ["sent": 0, "count": json(count), "status": "idle"])
      run.begin("device", ["stored": 0, "last": .null])
      run.at(run.number(500...900)) { run in
        run.act("update", "updateBegan", ["version": run.pick(["2.1", "2.2"])], sets: ["status": "running"])
        run.after(20...60, send)
      }
      for place in 0..<run.number(0...2) {
        run.at(1300 + place * 1700 + run.number(0...1200)) { run in
          guard run["link", "isUp"] == true, run["update", "status"] == "running" else { return }
          run.act("link", "linkLost", ["signal": run.value(-99 ... -80)], sets: ["isUp": false])
          run.after(300...800) { run in
            run.act("link", "linkFound", sets: ["isUp": true, "session": json(run.int("link", "session") + 1)])
            run.after(10...50) { run in
              run.act("update", "updateResumed", ["from": run["update", "sent"]])
              run.after(10...50, send)
            }
          }
        }
      }

      @Sendable func send(_ run: inout TestRun) {
        let (number, session) = (run.int("update", "sent"), run.int("link", "session"))
        guard run["link", "isUp"] == true else { return }
        guard number < count else { return run.act("update", "updateEnded", sets: ["status": "done"]) }
        run.act("update", "chunkSent", ["number": json(number), "bytes": run.value(180...244)], sets: ["sent": json(number + 1)])
        run.after(50...150) { run in
          guard run["link", "isUp"] == true, run.int("link", "session") == session else { return }
          let stored = json(run.int("device", "stored") + 1)
          run.act("device", "chunkStored", ["number": json(number)], sets: ["stored": stored, "last": json(number)])
          run.after(120...350) { run in
            guard run.int("link", "session") == session else { return }
            send(&run)
          }
        }
      }
    } failure: { run in
      let stored = run.int("device", "stored")
      let count = run.int("update", "count")
      return stored == count ? nil : "Expectation failed: (device.stored → \(stored)) == (update.count → \(count))"
    },
    // A form of some steps goes on with a button. The cause is a second tap before the next step is shown: that step is skipped and its field
    // stays empty. The step with a photo may be skipped, and at the last step a second tap does nothing.
    BugKind("a double tap that skips a step", inAllRuns: true, causes: [["nextTapped"]]) { run in
      let steps: [JSONValue] = run.chance(50) ? ["name", "photo", "address", "consent"] : ["name", "address", "photo", "consent"]
      run.begin("wizard", ["step": 0, "steps": .array(steps)])
      run.begin("form", ["filled": []])
      run.begin("help", ["isOpen": false])
      run.at(run.number(500...800), show)
      if run.chance(40) {
        run.at(run.number(900...4000)) { run in
          run.act("help", "helpOpened", sets: ["isOpen": true])
          run.after(300...900) { $0.act("help", "helpClosed", sets: ["isOpen": false]) }
        }
      }

      @Sendable func show(_ run: inout TestRun) {
        let step = run.int("wizard", "step")
        guard step < steps.count else { return run.act("wizard", "reviewShown", ["ms": run.value(3...40)]) }
        run.act("wizard", "stepShown", ["name": steps[step]])
        run.after(500...900) { run in
          run.act("form", "fieldFilled", ["name": steps[step]], sets: ["filled": .array(run.list("form", "filled") + [steps[step]])])
          run.after(300...600) { run in
            tap(&run)
            guard run.chance(18) else { return }
            run.after(80...170, tap)
          }
        }
      }
      @Sendable func tap(_ run: inout TestRun) {
        let old = run.int("wizard", "step")
        let step = min(steps.count, old + 1)
        run.act("wizard", "nextTapped", ["x": run.value(20...300), "y": run.value(600...700)], sets: ["step": json(step)])
        run.after(250...350) { run in
          guard step > old, run.int("wizard", "step") == step else { return }
          show(&run)
        }
      }
    } failure: { run in
      let filled = run.list("form", "filled")
      let missing = run.list("wizard", "steps").first { $0 != "photo" && !filled.contains($0) }
      return missing.map { "expected to contain <\($0.string ?? "")>, got <\(JSONValue.array(filled).text)>" }
    },
  ]
}
