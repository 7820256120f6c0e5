import FluxtapeJSON

extension BugKind {
  /// Kinds by an author who had read neither how causes are searched for nor what was found of the kinds before.
  ///
  /// They were written after the guests by another author, in the way that trackers of apps tell of bugs. Do not change one because it is
  /// not found.
  package static let travellers = plainTravellers + subtleTravellers

  /// One action, value, order or change of the state differs in each red run.
  private static let plainTravellers: [BugKind] = [
    // A pause of a kitchen timer must move its end. The cause is a resume that leaves `endsAt` as it was, so that the bell rings too early.
    BugKind("a kitchen timer whose end a pause does not move", causes: [["timerResumed"]]) { run in
      let start = run.number(500...900)
      run.begin("timer", ["endsAt": .null, "isPaused": false, "pausedAt": .null])
      run.begin("dish", ["wanted": 0, "cooked": 0, "pauses": 0, "stirs": 0])
      run.at(start) { run in
        let length = run.number(30...50) * 100
        run.act("dish", "dishChosen", ["name": run.pick(["rice", "eggs", "pasta", "beans"])], sets: ["wanted": json(length)])
        run.after(1...5) { $0.act("timer", "timerStarted", ["length": json(length)], sets: ["endsAt": json(start + length)]) }
        ring(at: start + length, &run)
      }
      for place in 0..<run.number(0...2) {
        let time = start + 300 + place * 1300 + run.number(0...300)
        let length = run.number(200...800)
        run.at(time) { $0.act("timer", "timerPaused", sets: ["isPaused": true, "pausedAt": json(time)]) }
        run.at(time + length) { run in
          let end = run.int("timer", "endsAt") + (run.isBuggy ? 0 : length)
          run.act("timer", "timerResumed", sets: ["isPaused": false, "pausedAt": .null, "endsAt": json(end)])
          run.after(1...5) {
            $0.act("dish", "pauseNoted", ["length": json(length)], sets: ["pauses": json($0.int("dish", "pauses") + length)])
          }
          ring(at: end, &run)
        }
      }
      if run.chance(40) {
        run.at(start + 2650 + run.number(0...200)) { run in
          let end = run.int("timer", "endsAt") + 500
          run.act("timer", "moreTapped", ["length": 500], sets: ["endsAt": json(end)])
          run.after(1...5) { $0.act("dish", "moreWanted", sets: ["wanted": json($0.int("dish", "wanted") + 500)]) }
          ring(at: end, &run)
        }
      }
      for place in 1...run.number(1...3) {
        run.at(start + place * 900 + run.number(0...500)) { $0.act("dish", "stirred", sets: ["stirs": json(place)]) }
      }

      @Sendable func ring(at end: Int, _ run: inout TestRun) {
        run.at(end) { run in
          guard run.int("timer", "endsAt") == end else { return }
          run.act("timer", "bellRang", ["at": json(end)], sets: ["endsAt": .null])
          run.after(1...5) { $0.act("dish", "dishTaken", sets: ["cooked": json(end - start - $0.int("dish", "pauses"))]) }
        }
      }
    } failure: { run in
      let (cooked, wanted) = (run.int("dish", "cooked"), run.int("dish", "wanted"))
      return cooked == wanted ? nil : "XCTAssertEqual failed: (\"\(cooked)\") is not equal to (\"\(wanted)\") - milliseconds of cooking"
    },
    // A restore tells of all purchases, with the time at which one was taken back. The cause is a transaction for `premium` with `revokedAt`,
    // which is granted like the others. The other products may be revoked without harm here, and another premium may be valid.
    BugKind("a refunded purchase that is restored", inAllRuns: true, causes: [["transactionRestored"]]) { run in
      run.begin("account", ["isPremium": false, "coins": run.value(0...50)])
      run.begin("purchases", ["transactions": [], "isRestoring": false])
      run.begin("server", ["isEntitled": false])
      let time = run.number(1200...2500)
      run.at(time) { $0.act("purchases", "restoreTapped", ["from": $0.pick(["settings", "paywall"])], sets: ["isRestoring": true]) }
      for place in 0..<run.number(2...5) {
        run.at(time + 400 + place * 300 + run.number(0...200)) { run in
          let product = run.pick(["premium", "coins", "stickers", "themes"])
          let revoked = run.chance(30) ? run.date() : .null
          run.act(
            "purchases", "transactionRestored", ["product": product, "id": run.id(), "bought": run.date(), "revokedAt": revoked],
            sets: ["transactions": .array(run.list("purchases", "transactions") + [["product": product, "revokedAt": revoked]])])
          guard product == "premium" else { return }
          run.after(1...9) { $0.act("account", "premiumGranted", sets: ["isPremium": true]) }
        }
      }
      run.at(time + 2300) { $0.act("purchases", "restoreEnded", sets: ["isRestoring": false]) }
      run.at(time + 2600) { run in
        let isEntitled = run.list("purchases", "transactions").contains { $0 == ["product": "premium", "revokedAt": .null] }
        run.act("server", "entitlementsLoaded", ["etag": run.id()], sets: ["isEntitled": isEntitled ? true : false])
      }
    } failure: { run in
      let (isPremium, isEntitled) = (run["account", "isPremium"], run["server", "isEntitled"])
      return isPremium == isEntitled
        ? nil : "expect(received).toBe(expected) // Object.is equality\n\nExpected: \(isEntitled.text)\nReceived: \(isPremium.text)"
    },
    // The referee cancels a goal. The cause is a cancellation for the team that is away: the app takes the goal from the team at home.
    BugKind("a cancelled goal that the other team loses", inAllRuns: true, causes: [["goalCancelled"]]) { run in
      run.begin("match", ["home": 0, "away": 0, "half": 1])
      run.begin("official", ["home": 0, "away": 0])
      run.begin("commentary", ["lines": 0])
      for place in 0..<run.number(2...6) {
        let time = 600 + place * 1300 + run.number(0...500)
        run.at(time) { run in
          let team = run.pick(["home", "away"])
          let key = team.string ?? ""
          run.act(
            "match", "goalScored", ["team": team, "minute": json(time / 100), "player": run.id()],
            sets: JSONObject([(key, json(run.int("match", key) + 1))]))
          guard run.chance(25) else {
            return run.after(90...300) { run in
              run.act("official", "goalConfirmed", sets: JSONObject([(key, json(run.int("official", key) + 1))]))
            }
          }
          run.after(200...500) { run in
            run.act(
              "match", "goalCancelled", ["team": team, "reason": run.pick(["offside", "hand", "foul"])],
              sets: ["home": json(run.int("match", "home") - 1)])
          }
        }
      }
      for place in 1...run.number(2...5) {
        run.at(place * 1500 + run.number(0...900)) { $0.act("commentary", "lineAdded", ["text": $0.id()], sets: ["lines": json(place)]) }
      }
      run.at(4700) { $0.act("match", "halfBegan", sets: ["half": 2]) }
      run.at(9500) { $0.act("match", "matchEnded", ["attendance": $0.value(900...60_000)]) }
    } failure: { run in
      let score = "\(run.int("match", "home")):\(run.int("match", "away"))"
      let official = "\(run.int("official", "home")):\(run.int("official", "away"))"
      return score == official ? nil : "Expectation failed: (match.score → \"\(score)\") == (official.score → \"\(official)\")"
    },
    // The dialog looks for printers while it is open. The cause is a discovery after the choice that finds a new printer: it selects the
    // first one again. A discovery that finds nothing new leaves the selection.
    BugKind("a printer that a discovery deselects", inAllRuns: true, causes: [["printersFound"]]) { run in
      run.begin("printers", ["names": ["office"], "selected": "office"])
      run.begin("dialog", ["picked": .null, "copies": 1])
      run.begin("job", ["printer": .null, "status": "none"])
      for place in 0..<run.number(2...4) {
        run.at(400 + place * 1100 + run.number(0...900)) { run in
          let new = ["kitchen", "lobby", "attic", "cellar"].map(JSONValue.string).filter { !run.list("printers", "names").contains($0) }
          let isNew = run.chance(55) && !new.isEmpty
          let names = run.list("printers", "names") + (isNew ? [run.pick(new)] : [])
          run.act(
            "printers", "printersFound", ["protocol": run.pick(["ipp", "usb"]), "count": json(names.count)],
            sets: isNew ? ["names": .array(names), "selected": names[0]] : [:])
        }
      }
      run.at(run.number(1600...3800)) { run in
        let name = run.pick(run.list("printers", "names"))
        run.act("dialog", "printerPicked", ["name": name], sets: ["picked": name])
        run.after(1...5) { $0.act("printers", "printerSelected", ["name": name], sets: ["selected": name]) }
      }
      for copies in 2..<run.number(2...4) {
        run.at(1500 + copies * 800) { $0.act("dialog", "copiesChanged", sets: ["copies": json(copies)]) }
      }
      run.at(run.number(5200...6400)) { run in
        run.act("job", "printTapped", ["pages": run.value(1...30)], sets: ["status": "queued"])
        run.after(40...300) { $0.act("job", "jobSent", ["id": $0.id()], sets: ["printer": $0["printers", "selected"], "status": "sent"]) }
      }
    } failure: { run in
      let (printer, picked) = (run["job", "printer"].string ?? "", run["dialog", "picked"].string ?? "")
      return printer == picked ? nil : "expected to eventually equal <\(picked)>, got <\(printer)>"
    },
    // A late bid extends an auction. The cause is that the extension does not move the timer that closes the page: it is closed at the old
    // end, and a bid between the old end and the new one is refused.
    BugKind("an auction that closes at its old end", inAllRuns: true, causes: [["auctionExtended", "auctionClosed"]]) { run in
      let end = run.number(5000...6200)
      run.begin("auction", ["endsAt": json(end), "price": run.value(10...90), "isOpen": true])
      run.begin("bidder", ["bids": 0, "status": "watching", "lastBid": .null])
      for _ in 0..<run.number(1...4) {
        let time = run.number(600...end - 50)
        run.at(time) { run in
          let price = json(run.int("auction", "price") + run.number(1...20))
          run.act("auction", "bidHeard", ["by": run.id(), "price": price], sets: ["price": price])
          guard time > end - 1300, run.int("auction", "endsAt") == end else { return }
          run.after(10...40) { $0.act("auction", "auctionExtended", ["by": 2000], sets: ["endsAt": json(end + 2000)]) }
        }
      }
      run.at(end) { $0.act("auction", "auctionClosed", sets: ["isOpen": false]) }
      for time in [run.number(1000...4000), run.number(end - 900...end + 1800)] {
        run.at(time) { run in
          guard time < run.int("auction", "endsAt") else { return }
          let price = json(run.int("auction", "price") + run.number(1...20))
          run.act("bidder", "bidTapped", ["price": price], sets: ["bids": json(run.int("bidder", "bids") + 1), "lastBid": json(time)])
          let isOpen = run["auction", "isOpen"] == true
          run.after(60...300) { run in
            run.act("bidder", "bidAnswered", ["request": run.id()], sets: ["status": isOpen ? "accepted" : "refused"])
          }
        }
      }
      run.at(9000) { $0.act("bidder", "historyOpened", ["rows": $0.value(1...9)]) }
    } failure: { run in
      let (bid, end) = (run.int("bidder", "lastBid"), run.int("auction", "endsAt"))
      return run["bidder", "status"] == "accepted"
        ? nil : "Rule 'a bid before the end is accepted' is broken: bid: \(bid), end: \(end), status: \(run["bidder", "status"].text)"
    },
    // In low power mode the system gives no positions. The cause is that this mode is on for a part of the ride, whose meters are missing.
    // When the ride is over, it does no harm.
    BugKind("a ride in low power mode", inAllRuns: true, causes: [["lowPowerEntered"]]) { run in
      run.begin("battery", ["level": run.value(22...90), "isLowPower": false])
      run.begin("ride", ["isRunning": false, "meters": 0])
      run.begin("wheel", ["meters": 0])
      run.begin("lamp", ["isOn": false])
      let start = run.number(800...1500)
      let end = start + run.number(4500...6000)
      run.at(start) { $0.act("ride", "rideStarted", ["bike": $0.pick(["road", "city", "cargo"])], sets: ["isRunning": true]) }
      var time = start + 200
      while time < end - 100 {
        run.at(time) { run in
          let meters = run.number(3...7)
          run.act("wheel", "wheelTurned", ["meters": json(meters)], sets: ["meters": json(run.int("wheel", "meters") + meters)])
          guard run["battery", "isLowPower"] != true else { return }
          run.after(5...60) { run in
            let all = json(run.int("ride", "meters") + meters)
            run.act("ride", "positionArrived", ["accuracy": run.value(3...12)], sets: ["meters": all])
          }
        }
        time += run.number(300...500)
      }
      run.at(end) { $0.act("ride", "rideEnded", sets: ["isRunning": false]) }
      if run.chance(60) {
        run.at(run.chance(50) ? run.number(end + 50...end + 2000) : run.number(start + 300...end - 1500)) { run in
          let level = run.value(5...20)
          run.act("battery", "lowPowerEntered", ["by": run.pick(["system", "user"])], sets: ["isLowPower": true, "level": level])
          run.after(1300...4000) { $0.act("battery", "lowPowerLeft", ["by": $0.pick(["charger", "user"])], sets: ["isLowPower": false]) }
        }
      }
      for place in 0..<run.number(0...3) {
        run.at(900 + place * 2000 + run.number(0...900)) { $0.act("lamp", "lampTapped", sets: ["isOn": place % 2 == 0 ? true : false]) }
      }
    } failure: { run in
      let (meters, wheel) = (run.int("ride", "meters"), run.int("wheel", "meters"))
      return abs(meters - wheel) <= 5
        ? nil : "expect(received).toBeCloseTo(expected)\n\nExpected: \(wheel)\nReceived: \(meters)\n\nExpected difference: < 5"
    },
    // A deletion is for the selected rows. The cause is a filter after the selection: it hides rows and leaves them selected, and the
    // deletion takes them too. A filter before the selection is fine, and one that is cleared before the deletion.
    BugKind("a selection behind a filter", inAllRuns: true, causes: [["filterTyped", "deleteTapped"]]) { run in
      let rows = (0..<run.number(5...9)).map { JSONValue.string(["img", "doc"][$0 % 2] + "\($0)") }
      run.begin("files", ["rows": .array(rows), "visible": .array(rows), "selected": [], "filter": ""])
      run.begin("trash", ["rows": [], "hidden": 0])
      if run.chance(70) {
        let time = run.number(600...4500)
        run.at(time) { run in
          let filter = run.pick(["img", "doc"])
          let visible = rows.filter { ($0.string ?? "").hasPrefix(filter.string ?? "") }
          run.act("files", "filterTyped", ["text": filter], sets: ["filter": filter, "visible": .array(visible)])
        }
        if run.chance(40) {
          run.at(time + run.number(300...1000)) { $0.act("files", "filterCleared", sets: ["filter": "", "visible": .array(rows)]) }
        }
      }
      run.at(run.number(1500...3500)) { run in
        if run.chance(50) { return run.act("files", "allSelected", sets: ["selected": run["files", "visible"]]) }
        for place in 0..<run.number(1...2) {
          run.after(1 + place * 200...150 + place * 200) { run in
            let selected =
              run.list("files", "selected") + [run.list("files", "visible").filter { !run.list("files", "selected").contains($0) }[0]]
            run.act("files", "rowSelected", ["row": selected[place]], sets: ["selected": .array(selected)])
          }
        }
      }
      if run.chance(50) {
        run.at(run.number(500...5800)) { $0.act("files", "orderPicked", ["by": $0.pick(["name", "date", "size"])]) }
      }
      run.at(run.number(6000...7000)) { run in
        let (selected, visible) = (run.list("files", "selected"), run.list("files", "visible"))
        run.act("files", "deleteTapped", ["count": json(selected.count)])
        run.after(40...200) { run in
          let hidden = selected.filter { !visible.contains($0) }
          run.act("trash", "filesMoved", ["bytes": run.value(900...9000)], sets: ["rows": .array(selected), "hidden": json(hidden.count)])
        }
      }
    } failure: { run in
      let hidden = run.int("trash", "hidden")
      return hidden == 0 ? nil : "files deleted that were not shown ==> expected: <0> but was: <\(hidden)>"
    },
    // A gift card pays first and a bank card the rest. The cause is a bank card that is declined: nothing returns what the gift card paid.
    // Green runs have such an answer too, with a return after it.
    BugKind("a gift card that a declined payment empties", causes: [["bankDeclined", "giftReturned"]]) { run in
      let issued = run.number(10...40) * 100
      run.begin("gift", ["issued": json(issued), "balance": json(issued)])
      run.begin("order", ["total": json(issued + run.number(500...9000)), "byGift": 0, "byBank": 0, "status": "open"])
      run.begin("form", ["note": ""])
      run.at(run.number(600...1200)) { run in
        let note = run.id()
        run.act("form", "noteTyped", ["text": note], sets: ["note": note])
      }
      let declines = run.chance(90) ? run.number(1...2) : 0
      for attempt in 0...declines {
        run.at(1600 + attempt * 1800 + run.number(0...600)) { run in
          run.act("order", "payTapped", ["card": run.pick(["visa", "master", "amex"])], sets: ["status": "asked"])
          let (part, total) = (run.int("gift", "balance"), run.int("order", "total"))
          run.after(20...60) { run in
            if part > 0 { run.act("gift", "giftCharged", ["cents": json(part)], sets: ["balance": 0]) }
            run.after(200...600) { run in
              guard attempt < declines else {
                return run.act(
                  "order", "bankAccepted", ["code": run.id()],
                  sets: ["byGift": json(part), "byBank": json(total - part), "status": "paid"])
              }
              run.act("order", "bankDeclined", ["reason": run.pick(["funds", "limit", "expired"])], sets: ["status": "declined"])
              guard !run.isBuggy else { return }
              run.after(20...90) { $0.act("gift", "giftReturned", ["cents": json(part)], sets: ["balance": json(issued)]) }
            }
          }
        }
      }
    } failure: { run in
      let (paid, issued) = (run.int("order", "byGift"), run.int("gift", "issued"))
      return paid == issued ? nil : "Expectation failed: (order.byGift → \(paid)) == (gift.issued → \(issued))"
    },
  ]
}
