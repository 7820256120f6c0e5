import FluxtapeJSON

extension BugKind {
  /// Kinds by an author who had read neither how causes are searched for nor what was found of the kinds before.
  ///
  /// They were written after the visitors by another author, from bugs of real apps, and fail in the words of several test libraries.
  /// Do not change one because it is not found.
  package static let guests = plainGuests + subtleGuests

  /// One action, value, order or change of the state differs in each red run.
  private static let plainGuests: [BugKind] = [
    // A new route leads to all stops of the plan. The cause is a reroute after a stop was reached: its patch puts that stop back.
    BugKind("a reroute to a stop that was reached", inAllRuns: true, causes: [["rerouted"]]) { run in
      let stops = (0..<run.number(2...4)).map { _ in run.id() }
      run.begin("plan", ["stops": .array(stops), "vehicle": run.pick(["car", "bicycle"])])
      run.begin("route", ["remaining": .array(stops), "meters": run.value(4000...30_000)])
      run.begin("traffic", ["reports": 0, "delay": 0])
      for (place, stop) in stops.enumerated() {
        run.at(2000 + place * 1900 + run.number(0...900)) { run in
          run.act(
            "route", "stopReached", ["stop": stop],
            sets: ["remaining": .array(run.list("route", "remaining").filter { $0 != stop }), "meters": run.value(500...9000)])
        }
      }
      for _ in 0..<run.number(1...3) {
        run.at(run.number(400...7500)) { run in
          let delay = run.number(10...600)
          run.act(
            "traffic", "trafficReported", ["road": run.id(), "delay": json(delay)],
            sets: ["delay": json(delay), "reports": json(run.int("traffic", "reports") + 1)])
          guard delay > 420, !run.list("route", "remaining").isEmpty else { return }
          run.after(60...300) { run in
            run.act(
              "route", "rerouted", ["reason": "traffic", "saves": run.value(60...400)],
              sets: ["remaining": run["plan", "stops"], "meters": run.value(4000...30_000)])
          }
        }
      }
      for _ in 0..<run.number(1...3) {
        run.at(run.number(600...9000)) { $0.act("route", "stepSpoken", ["turn": $0.pick(["left", "right", "straight"])]) }
      }
    } failure: { run in
      let remaining = run["route", "remaining"]
      return remaining == [] ? nil : "XCTAssertEqual failed: (\"\(remaining.text)\") is not equal to (\"[]\") - stops that remain"
    },
    // Another country must clear the region. The cause is that the choice of a country leaves the region of the country before. The form
    // looks complete, so nobody chooses a region again.
    BugKind("a country that keeps its region", causes: [["countryPicked"]]) { run in
      let regions: [String: [JSONValue]] = [
        "DE": ["Bavaria", "Hesse", "Saxony"], "US": ["Ohio", "Texas", "Utah"], "CA": ["Alberta", "Ontario", "Yukon"],
        "AU": ["Queensland", "Tasmania", "Victoria"],
      ]
      let names = regions.keys.sorted()
      run.begin("address", ["country": .string(names[run.number(0...3)]), "region": .null, "street": "", "postcode": ""])
      run.begin("parcel", ["status": "open", "weight": run.value(200...9000)])
      run.at(run.number(400...900)) { run in
        let street = run.id()
        run.act("address", "streetTyped", ["text": street], sets: ["street": street])
      }
      if run.chance(40) { run.at(run.number(1100...1500), pickCountry) }
      run.at(run.number(1900...2600), pickRegion)
      if run.chance(40) { run.at(run.number(2700...3000), pickRegion) }
      if run.chance(70) { run.at(run.number(3200...3900), pickCountry) }
      run.at(run.number(4400...5200)) { if $0["address", "region"].isNull { pickRegion(&$0) } }
      run.at(run.number(5300...6000)) { run in
        let postcode = run.value(10_000...99_999)
        run.act("address", "postcodeTyped", ["text": postcode], sets: ["postcode": postcode])
      }
      run.at(run.number(6600...7400)) { run in
        run.act("parcel", "labelAsked", sets: ["status": "asked"])
        run.after(90...500) { run in
          let isKnown = regions[run["address", "country"].string ?? ""]?.contains(run["address", "region"]) ?? false
          run.act("parcel", "labelAnswered", ["request": run.id()], sets: ["status": isKnown ? "ready" : "refused"])
        }
      }

      @Sendable func pickCountry(_ run: inout TestRun) {
        let country = run.pick(names.map(JSONValue.string).filter { $0 != run["address", "country"] })
        run.act(
          "address", "countryPicked", ["country": country],
          sets: run.isBuggy ? ["country": country] : ["country": country, "region": .null])
      }
      @Sendable func pickRegion(_ run: inout TestRun) {
        let region = run.pick(regions[run["address", "country"].string ?? ""] ?? [])
        run.act("address", "regionPicked", ["region": region], sets: ["region": region])
      }
    } failure: { run in
      let status = run["parcel", "status"].string ?? ""
      return status == "ready" ? nil : "expected to eventually equal <ready>, got <\(status)>"
    },
    // An edit sets a cell and the sum of all cells. The cause is that an undo sets the cell only. The next edit would repair the sum.
    BugKind("an undo that leaves the sum", causes: [["undoTapped"]]) { run in
      let cells = (0..<4).map { _ in run.value(0...99) }
      run.begin("sheet", ["cells": .array(cells), "sum": sum(cells), "undo": [], "color": "white"])
      run.begin("export", ["sum": .null, "format": run.pick(["csv", "pdf"])])
      for place in 0..<run.number(4...7) {
        run.at(500 + place * 1100 + run.number(0...700)) { run in
          var (cells, undo) = (run.list("sheet", "cells"), run.list("sheet", "undo"))
          if !undo.isEmpty, run.chance(35) {
            let last = undo.removeLast()
            cells[last["place"]?.int ?? 0] = last["value"] ?? 0
            run.act(
              "sheet", "undoTapped", ["by": run.pick(["key", "menu", "shake"])],
              sets: run.isBuggy
                ? ["cells": .array(cells), "undo": .array(undo)] : ["cells": .array(cells), "undo": .array(undo), "sum": sum(cells)])
          } else {
            let (place, old) = (run.number(0...3), cells)
            cells[place] = json(((old[place].int ?? 0) + run.number(1...99)) % 100)
            run.act(
              "sheet", "cellEdited", ["cell": json(place), "value": cells[place]],
              sets: [
                "cells": .array(cells), "sum": sum(cells), "undo": .array(undo + [["place": json(place), "value": old[place]]]),
              ])
          }
        }
      }
      if run.chance(60) {
        run.at(run.number(700...8000)) { run in
          let color = run.pick(["blue", "green", "yellow"])
          run.act("sheet", "colorPicked", ["color": color], sets: ["color": color])
        }
      }
      run.at(run.number(9200...9900)) { $0.act("export", "exported", ["bytes": $0.value(90...400)], sets: ["sum": $0["sheet", "sum"]]) }

      @Sendable func sum(_ cells: [JSONValue]) -> JSONValue { json(cells.reduce(0) { $0 + ($1.int ?? 0) }) }
    } failure: { run in
      let (sum, expected) = (run.int("export", "sum"), run.list("sheet", "cells").reduce(0) { $0 + ($1.int ?? 0) })
      return sum == expected ? nil : "Expectation failed: (export.sum → \(sum)) == (sheet.cells.reduce(0, +) → \(expected))"
    },
    // A tapped seat is held until the map is left. The cause is that the map is left with a swipe while a seat is held: the button releases
    // the seat, the swipe does not.
    BugKind("a seat that a swipe does not release", inAllRuns: true, causes: [["backSwiped", "seatReleased"]]) { run in
      run.begin("seatMap", ["flight": .null, "seat": .null])
      run.begin("seats", ["held": [], "requests": 0])
      run.begin("booking", ["passengers": 1, "status": "open"])
      let visits = run.number(1...3)
      for visit in 0...visits {
        let start = 500 + visit * 2300 + run.number(0...400)
        run.at(start) { run in
          let flight = run.id()
          run.act("seatMap", "mapOpened", ["flight": flight], sets: ["flight": flight, "seat": .null])
        }
        if visit == visits || run.chance(60) {
          run.at(start + run.number(400...800)) { run in
            let seat = run.id()
            run.act("seatMap", "seatTapped", ["seat": seat], sets: ["seat": seat])
            run.after(60...300) { run in
              run.act(
                "seats", "seatHeld", ["seat": seat],
                sets: ["held": .array(run.list("seats", "held") + [seat]), "requests": json(run.int("seats", "requests") + 1)])
            }
          }
        }
        guard visit < visits else { continue }
        run.at(start + run.number(1300...1700)) { run in
          let (isSwiped, seat) = (run.chance(30), run["seatMap", "seat"])
          run.act("seatMap", isSwiped ? "backSwiped" : "backTapped", sets: ["flight": .null, "seat": .null])
          guard !isSwiped, !seat.isNull else { return }
          run.after(40...200) { run in
            run.act("seats", "seatReleased", ["seat": seat], sets: ["held": .array(run.list("seats", "held").filter { $0 != seat })])
          }
        }
      }
      run.at(500 + visits * 2300 + run.number(2000...2600)) { run in
        run.act("booking", "bookTapped", sets: ["status": "asked"])
        run.after(100...600) { run in
          let isAllowed = run.list("seats", "held").count == run.int("booking", "passengers")
          run.act("booking", "bookingAnswered", ["code": run.id()], sets: ["status": isAllowed ? "booked" : "refused"])
        }
      }
    } failure: { run in
      let (held, passengers) = (run.list("seats", "held").count, run.int("booking", "passengers"))
      return held == passengers ? nil : "Rule 'a seat for each passenger' is broken: seats.held: \(held), passengers: \(passengers)"
    },
    // A strap that is not on the skin sends zeros. The cause is that the strap is lifted during the exercise: the lowest pulse is that of a
    // sample of zero. Before and after an exercise such samples do no harm.
    BugKind("a strap that sends zeros", inAllRuns: true, causes: [["strapLifted", "pulseSampled"]]) { run in
      run.begin("strap", ["isOnSkin": true, "battery": run.value(10...99)])
      run.begin("exercise", ["isRunning": false, "lowest": .null, "highest": .null, "laps": 0])
      run.begin("screen", ["pulse": 0])
      var time = run.number(300...700)
      while time < 9500 {
        run.at(time) { run in
          let pulse = run["strap", "isOnSkin"] == true ? run.number(72...171) : 0
          run.act("screen", "pulseSampled", ["pulse": json(pulse)], sets: ["pulse": json(pulse)])
          guard run["exercise", "isRunning"] == true else { return }
          run.after(1...5) { run in
            let (lowest, highest) = (run["exercise", "lowest"].int ?? pulse, run["exercise", "highest"].int ?? pulse)
            run.act("exercise", "pulseNoted", sets: ["lowest": json(min(lowest, pulse)), "highest": json(max(highest, pulse))])
          }
        }
        time += run.number(350...700)
      }
      let start = run.number(1500...3000)
      let end = start + run.number(3000...4500)
      run.at(start) { $0.act("exercise", "startTapped", ["sport": $0.pick(["run", "row", "ride"])], sets: ["isRunning": true]) }
      run.at(end) { $0.act("exercise", "stopTapped", sets: ["isRunning": false]) }
      for place in 1...run.number(1...2) {
        run.at(start + place * 1000 + run.number(0...400)) { $0.act("exercise", "lapTapped", sets: ["laps": json(place)]) }
      }
      guard run.chance(60) else { return }
      run.at(run.chance(55) ? run.number(end + 50...end + 1500) : run.number(400...end)) { run in
        run.act("strap", "strapLifted", sets: ["isOnSkin": false])
        run.after(500...1400) { $0.act("strap", "strapClosed", sets: ["isOnSkin": true]) }
      }
    } failure: { run in
      let lowest = run.int("exercise", "lowest")
      return lowest > 30 ? nil : "java.lang.AssertionError: \nExpected: a value greater than <30>\n     but: <\(lowest)> was less than <30>"
    },
    // A filter goes back to the first page, another query does not. The cause is a query that is typed after a page was turned: the search
    // asks for a later page of the new query, which has few hits.
    BugKind("a search that keeps its page", inAllRuns: true, causes: [["queryTyped", "pageTurned", "searchAsked"]]) { run in
      run.begin("search", ["query": "", "page": 1, "filter": .null])
      run.begin("results", ["hits": 0, "rows": 0, "opened": 0])
      run.at(run.number(500...900)) { type(hits: $0.number(24...60), &$0) }
      for place in 0..<run.number(1...3) {
        run.at(1900 + place * 1200 + run.number(0...700)) { run in
          let (count, page) = (json(run.int("results", "opened") + 1), run.int("search", "page"))
          switch run.number(0...9) {
          case 0...2 where page * 10 < run.int("results", "hits"):
            run.act("search", "pageTurned", sets: ["page": json(page + 1)])
            ask(hits: run.int("results", "hits"), &run)
          case 3...5:
            let filter = run.pick(["new", "near", "cheap"])
            run.act("search", "filterPicked", ["filter": filter], sets: ["filter": filter, "page": 1])
            ask(hits: run.number(24...60), &run)
          default: run.act("results", "resultOpened", ["row": run.value(0...9)], sets: ["opened": count])
          }
        }
      }
      if run.chance(60) { run.at(run.number(5900...6800)) { type(hits: $0.number(3...12), &$0) } }

      @Sendable func type(hits: Int, _ run: inout TestRun) {
        let query = run.id()
        run.act("search", "queryTyped", ["text": query], sets: ["query": query])
        ask(hits: hits, &run)
      }
      @Sendable func ask(hits: Int, _ run: inout TestRun) {
        run.after(150...200) { run in
          let page = run.int("search", "page")
          run.act("search", "searchAsked", ["query": run["search", "query"], "page": json(page)])
          run.after(80...400) { run in
            let rows = max(0, min(10, hits - (page - 1) * 10))
            run.act("results", "searchAnswered", ["ms": run.value(5...90)], sets: ["hits": json(hits), "rows": json(rows)])
          }
        }
      }
    } failure: { run in
      let rows = run.int("results", "rows")
      return rows > 0 ? nil : "XCTAssertGreaterThan failed: (\"0\") is not greater than (\"0\") - rows of results"
    },
    // An extension must begin when the ticket ends. The cause is that it begins when it is bought: `until` is `at` and the minutes, less than
    // what was paid for.
    BugKind("a ticket that is extended from now", causes: [["ticketExtended"]]) { run in
      let start = run.number(480...1000)
      run.begin("ticket", ["until": .null, "zone": run.value(1...9), "paid": 0])
      run.begin("warden", ["checks": 0, "fines": 0])
      run.at(1000) { run in
        let minutes = run.number(4...6) * 10
        run.act(
          "ticket", "ticketBought", ["at": json(start), "minutes": json(minutes)],
          sets: ["until": json(start + minutes), "paid": json(minutes)])
      }
      for place in 0..<run.number(0...2) {
        let minute = 8 + place * 18 + run.number(0...12)
        run.at(1000 + minute * 100) { run in
          let minutes = run.number(2...4) * 10
          let from = run.isBuggy ? start + minute : run.int("ticket", "until")
          run.act(
            "ticket", "ticketExtended", ["at": json(start + minute), "minutes": json(minutes)],
            sets: ["until": json(from + minutes), "paid": json(run.int("ticket", "paid") + minutes)])
        }
      }
      for place in 0..<run.number(1...3) {
        let minute = 15 + place * 25 + run.number(0...20)
        run.at(1000 + minute * 100 + run.number(1...90)) { run in
          guard minute <= run.int("ticket", "paid") else { return }
          let isFined = run.int("ticket", "until") < start + minute
          run.act(
            "warden", "plateChecked", ["at": json(start + minute)],
            sets: [
              "checks": json(run.int("warden", "checks") + 1), "fines": json(run.int("warden", "fines") + (isFined ? 1 : 0)),
            ])
        }
      }
      run.at(run.number(9500...9900)) { $0.act("ticket", "receiptOpened", ["id": $0.id()]) }
    } failure: { run in
      let fines = run.int("warden", "fines")
      return fines == 0 ? nil : "fines while time was paid ==> expected: <0> but was: <\(fines)>"
    },
    // A game that the system paused goes on when its window is active again; one that the player paused must wait. The cause is that the
    // game is resumed with the window although its menu is open.
    BugKind("a game that goes on under its menu", causes: [["gameResumed", "windowActivated"]]) { run in
      run.begin("game", ["isRunning": false, "points": 0, "pausedBy": .null])
      run.begin("menu", ["isOpen": false, "volume": run.value(0...10)])
      run.begin("window", ["isActive": true])
      run.at(run.number(400...800)) { $0.act("game", "gameStarted", ["level": $0.value(1...9)], sets: ["isRunning": true]) }
      for place in 0..<run.number(6...10) {
        run.at(900 + place * 800 + run.number(0...500)) { run in
          guard run["game", "isRunning"] == true else { return }
          let points = run.number(10...90)
          run.act("game", "coinTaken", ["points": json(points)], sets: ["points": json(run.int("game", "points") + points)])
        }
      }
      let pause = run.number(2500...5500)
      if run.chance(70) {
        run.at(pause) { run in
          guard run["game", "isRunning"] == true else { return }
          run.act("menu", "menuOpened", sets: ["isOpen": true])
          run.after(1...5) { $0.act("game", "gamePaused", ["by": "player"], sets: ["isRunning": false, "pausedBy": "player"]) }
        }
      }
      if run.chance(35) {
        run.at(pause + run.number(600...3500)) { run in
          guard run["menu", "isOpen"] == true else { return }
          run.act("menu", "menuClosed", sets: ["isOpen": false])
          if run["game", "isRunning"] == false { run.after(1...5, resume) }
        }
      }
      for place in 0..<run.number(1...2) {
        run.at(1500 + place * 3500 + run.number(0...2800)) { run in
          run.act("window", "windowResigned", ["for": run.pick(["call", "banner", "search"])], sets: ["isActive": false])
          if run["game", "isRunning"] == true {
            run.after(1...5) { $0.act("game", "gamePaused", ["by": "system"], sets: ["isRunning": false, "pausedBy": "system"]) }
          }
          run.after(200...500) { run in
            run.act("window", "windowActivated", sets: ["isActive": true])
            let by = run["game", "pausedBy"]
            if by == "system" || run.isBuggy && by == "player" { run.after(1...5, resume) }
          }
        }
      }

      @Sendable func resume(_ run: inout TestRun) { run.act("game", "gameResumed", sets: ["isRunning": true, "pausedBy": .null]) }
    } failure: { run in
      run["menu", "isOpen"] == true && run["game", "isRunning"] == true ? "XCTAssertFalse failed - game.isRunning under the open menu" : nil
    },
  ]
}
