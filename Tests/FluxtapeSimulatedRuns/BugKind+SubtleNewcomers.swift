import FluxtapeJSON

extension BugKind {
  /// Each action is in green runs too; only in a moment, with a value or without what follows it is it wrong.
  static let subtleNewcomers: [BugKind] = [
    // What was read before the row was deleted is merged after it, and the merge adds what the list does not have.
    BugKind("a deleted row that comes back", inAllRuns: true, causes: [["rowDeleted", "pullMerged"]]) { run in
      let rows = JSONValue.array((1...run.number(5...8)).map { _ in run.id() })
      run.begin("list", ["rows": rows, "isPulling": false])
      run.begin("cloud", ["rows": rows, "version": run.value(100...900)])
      for place in 0..<run.number(2...3) {
        run.at(900 + place * 2300 + run.number(0...800)) { run in
          run.act("list", "pullAsked", ["request": run.id()], sets: ["isPulling": true])
          run.after(40...120) { run in
            let rows = run.list("cloud", "rows")
            run.act("cloud", "rowsRead", ["count": json(rows.count)])
            run.after(120...450) { run in
              let own = run.list("list", "rows")
              let merged = own + rows.filter { !own.contains($0) }
              run.act("list", "pullMerged", ["rows": .array(rows)], sets: ["rows": .array(merged), "isPulling": false])
            }
          }
        }
        run.at(700 + place * 2300 + run.number(0...1500)) { run in
          let row = run.id()
          run.act("cloud", "rowShared", ["by": run.id()], sets: ["rows": .array(run.list("cloud", "rows") + [row])])
        }
      }
      for _ in 0..<run.number(1...2) {
        run.at(run.number(600...7500)) { run in
          let rows = run.list("list", "rows")
          let row = rows[run.number(0...rows.count - 1)]
          run.act("list", "rowDeleted", ["row": row], sets: ["rows": .array(rows.filter { $0 != row })])
          run.after(60...200) { run in
            run.act("cloud", "rowRemoved", ["row": row], sets: ["rows": .array(run.list("cloud", "rows").filter { $0 != row })])
          }
        }
      }
    } failure: { run in
      let (own, cloud) = (run.list("list", "rows"), run.list("cloud", "rows"))
      guard let place = own.firstIndex(where: { !cloud.contains($0) }) else { return nil }
      return """
        State was not expected to change, but a change occurred: …

            List.State(
              rows: [
            +   [\(place)]: \(own[place].text)
              ]
            )

        (Expected: −, Actual: +)
        """
    },
    // The coupon lowers the sum below what is sent for nothing; the new code computes the shipping of added items alone.
    BugKind("a coupon after free shipping", causes: [["couponAccepted", "shippingComputed"]]) { run in
      run.begin("basket", ["sum": 0, "discount": 0, "shipping": 490])
      run.begin("order", ["total": .null, "number": .null])
      let computeShipping: @Sendable (inout TestRun) -> Void = { run in
        let cents: JSONValue = run.int("basket", "sum") - run.int("basket", "discount") >= 5000 ? 0 : 490
        run.act("basket", "shippingComputed", ["cents": cents], sets: ["shipping": cents])
      }
      for place in 0..<run.number(2...6) {
        run.at(500 + place * 900 + run.number(0...500)) { run in
          let price = run.number(5...25) * 100
          run.act("basket", "itemAdded", ["sku": run.id(), "cents": json(price)], sets: ["sum": json(run.int("basket", "sum") + price)])
          run.after(1...3, computeShipping)
        }
      }
      if run.chance(70) {
        run.at(run.number(1500...6500)) { run in
          run.act("basket", "couponTyped", ["code": run.pick(["HELLO", "SPRING", "FRIEND"])])
          run.after(80...300) { run in
            let cents = json(run.number(1...4) * 500)
            run.act("basket", "couponAccepted", ["cents": cents], sets: ["discount": cents])
            guard !run.isBuggy else { return }
            run.after(1...3, computeShipping)
          }
        }
      }
      run.at(run.number(7200...8000)) { run in
        run.act("order", "orderTapped")
        run.after(80...400) { run in
          let goods = run.int("basket", "sum") - run.int("basket", "discount")
          let total = json(goods + (goods >= 5000 ? 0 : 490))
          run.act("order", "orderAnswered", ["etag": run.id()], sets: ["total": total, "number": run.id()])
        }
      }
    } failure: { run in
      let shown = run.int("basket", "sum") - run.int("basket", "discount") + run.int("basket", "shipping")
      let total = run.int("order", "total")
      return shown == total ? nil : "XCTAssertEqual failed: (\"\(shown)\") is not equal to (\"\(total)\") - total of the order"
    },
    // The button looks at the fields when a key is pressed, and the password manager presses none.
    BugKind("a password that is filled in", inAllRuns: true, causes: [["autofilled"]]) { run in
      run.begin("form", ["user": "", "password": 0, "canSubmit": false])
      run.begin("session", ["isSignedIn": false, "user": .null])
      let isFilled = run.chance(40)
      if isFilled {
        run.at(run.number(700...1400)) { run in
          let (user, length) = (run.id(), run.value(8...20))
          run.act("form", "autofilled", ["from": run.pick(["keychain", "vault"])], sets: ["user": user, "password": length])
        }
      } else {
        run.at(run.number(500...900)) { $0.act("form", "userTyped", sets: ["user": $0.id()]) }
      }
      if !isFilled || run.chance(50) {
        for place in 0..<run.number(1...5) {
          run.at(1700 + place * 250 + run.number(0...150)) { run in
            let length = json(run.int("form", "password") + 1)
            run.act("form", "passwordTyped", ["length": length], sets: ["password": length, "canSubmit": true])
          }
        }
      }
      run.at(run.number(3400...4500)) { run in
        run.act("form", "signInTapped")
        guard run["form", "canSubmit"] == true else { return }
        run.after(80...400) { $0.act("session", "signedIn", ["token": $0.id()], sets: ["isSignedIn": true, "user": $0["form", "user"]]) }
      }
      run.at(run.number(5500...6500)) { $0.act("form", "keyboardHidden", ["ms": $0.value(200...300)]) }
    } failure: {
      $0["session", "isSignedIn"] == true ? nil : "Timed out after 5.0 seconds waiting for session.isSignedIn to become true"
    },
    // Nights are the hours of the stay divided by 24 and rounded up; the night to the 25th has an hour more.
    BugKind("a night with an hour more", inAllRuns: true, causes: [["datesPicked", "nightsCounted"]]) { run in
      let cents = run.number(60...240) * 100
      run.begin("stay", ["from": 1, "to": 2, "nights": 1, "guests": 2])
      run.begin("price", ["perNight": json(cents), "total": json(cents)])
      for place in 0..<run.number(1...3) {
        run.at(900 + place * 2000 + run.number(0...700)) { run in
          let from = run.number(10...25)
          let to = from + run.number(1...6)
          run.act(
            "stay", "datesPicked", ["from": .string("2026-10-\(from)"), "to": .string("2026-10-\(to)")],
            sets: ["from": json(from), "to": json(to)])
          run.after(1...4) { run in
            let hours = (to - from) * 24 + (from < 25 && to >= 25 ? 1 : 0)
            let nights = (hours + 23) / 24
            run.act("stay", "nightsCounted", ["hours": json(hours)], sets: ["nights": json(nights)])
            run.after(80...300) { $0.act("price", "quoted", ["quote": $0.id()], sets: ["total": json(cents * nights)]) }
          }
        }
        run.at(1500 + place * 2000 + run.number(0...900)) { run in
          let guests = run.value(1...4)
          run.act("stay", "guestsPicked", ["guests": guests], sets: ["guests": guests])
        }
      }
      run.at(run.number(7400...8200)) { $0.act("stay", "bookTapped", ["room": $0.id()]) }
    } failure: { run in
      let (total, expected) = (run.int("price", "total"), run.int("price", "perNight") * (run.int("stay", "to") - run.int("stay", "from")))
      return total == expected ? nil : "Expectation failed: (price.total → \(total)) == \(expected)"
    },
    // 'if' and not 'while': who gets enough for two levels rises by one.
    BugKind("two levels at once", inAllRuns: true, causes: [["monsterBeaten", "levelRaised"]]) { run in
      run.begin("hero", ["experience": run.value(0...60), "level": 1, "lives": 3])
      run.begin("map", ["x": 0, "y": 0])
      for place in 0..<run.number(4...9) {
        run.at(500 + place * 900 + run.number(0...400)) { run in
          let (x, y) = (run.value(0...40), run.value(0...40))
          run.act("map", "moved", ["x": x, "y": y], sets: ["x": x, "y": y])
        }
        run.at(1000 + place * 900 + run.number(0...300)) { run in
          let won = run.chance(8) ? run.number(110...180) : run.number(10...80)
          let earlier = run.int("hero", "experience")
          run.act(
            "hero", "monsterBeaten", ["monster": run.id(), "experience": json(won), "hits": run.value(1...12)],
            sets: ["experience": json(earlier + won)])
          guard (earlier + won) / 100 > earlier / 100 else { return }
          run.after(300...600) { run in
            let level = json(run.int("hero", "level") + 1)
            run.act("hero", "levelRaised", ["level": level], sets: ["level": level])
          }
        }
      }
    } failure: { run in
      let (level, expected) = (run.int("hero", "level"), run.int("hero", "experience") / 100 + 1)
      return level == expected ? nil : "Expectation failed: (hero.level → \(level)) == (hero.experience / 100 + 1 → \(expected))"
    },
    // Who carries the phone and wears the watch is counted by both, and the samples are added.
    BugKind("steps that two devices counted", inAllRuns: true, causes: [["samplesRead"]]) { run in
      run.begin("walk", ["steps": 0, "walks": 0])
      run.begin("day", ["steps": 0, "samples": 0])
      run.begin("heart", ["pulse": run.value(50...90)])
      var minute = run.number(480...700)
      for place in 0..<run.number(3...6) {
        let (from, length) = (minute, run.number(4...20))
        minute += length + run.number(3...30)
        run.at(600 + place * 1400 + run.number(0...400)) { run in
          let steps = length * run.number(85...115)
          run.act(
            "walk", "walkEnded", ["minutes": json(length)],
            sets: ["steps": json(run.int("walk", "steps") + steps), "walks": json(run.int("walk", "walks") + 1)])
          let (isDouble, hasPhone) = (run.chance(6), run.chance(60))
          let half = run.chance(40) ? length / 2 : 0
          if hasPhone || isDouble {
            if half > 0 { run.after(60...150) { read("phone", from, from + half, steps * half / length, &$0) } }
            run.after(160...350) { read("phone", from + half, from + length, steps - steps * half / length, &$0) }
          }
          if !hasPhone || isDouble {
            run.after(400...900) { read("watch", from, from + length, steps + $0.number(-4...4), &$0) }
          }
        }
        run.at(900 + place * 1400 + run.number(0...900)) { run in
          let pulse = run.value(50...150)
          run.act("heart", "pulseRead", ["pulse": pulse], sets: ["pulse": pulse])
        }
      }

      @Sendable func read(_ source: JSONValue, _ from: Int, _ to: Int, _ steps: Int, _ run: inout TestRun) {
        run.act(
          "day", "samplesRead", ["source": source, "from": json(from), "to": json(to), "steps": json(steps)],
          sets: ["steps": json(run.int("day", "steps") + steps), "samples": json(run.int("day", "samples") + 1)])
      }
    } failure: { run in
      let (day, walk) = (run.int("day", "steps"), run.int("walk", "steps"))
      return abs(day - walk) <= 60 ? nil : "XCTAssertEqual failed: (\"\(day)\") is not equal to (\"\(walk)\") +/- (\"60\")"
    },
  ]
}
