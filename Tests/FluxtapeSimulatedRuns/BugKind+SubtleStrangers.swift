import FluxtapeJSON

extension BugKind {
  /// Each action is in green runs too; only together with another one, from a number on or in one member is it wrong.
  static let subtleStrangers: [BugKind] = [
    // The rollback restores what the vote was before the tap that failed, although there was another tap since.
    BugKind("a rollback over a newer vote", inAllRuns: true, causes: [["voteRejected"]]) { run in
      run.begin("post", ["vote": 0, "comments": run.value(0...90)])
      run.begin("api", ["vote": 0, "writes": 0])
      var time = run.number(700...1500)
      for _ in 0..<run.number(1...3) {
        run.at(time) { run in
          let (earlier, vote) = (run["post", "vote"], run.pick([1, -1, 0]))
          run.act("post", "voteTapped", ["vote": vote], sets: ["vote": vote])
          if run.chance(25) {
            run.after(200...900) { $0.act("post", "voteRejected", ["status": $0.pick([409, 429, 503])], sets: ["vote": earlier]) }
          } else {
            run.after(80...400) { run in
              run.act("api", "voteStored", ["vote": vote], sets: ["vote": vote, "writes": json(run.int("api", "writes") + 1)])
            }
          }
        }
        time += run.number(450...2600)
      }
    } failure: { run in
      let (shown, stored) = (run.int("post", "vote"), run.int("api", "vote"))
      return shown == stored ? nil : "Expectation failed: (post.vote → \(shown)) == (api.vote → \(stored))"
    },
    // The answer 401 empties the form; after the login it is filled with what was saved last, which may be seconds ago.
    BugKind("a login that ends while a form is filled", inAllRuns: true, causes: [["submitDenied", "draftRestored"]]) { run in
      run.begin("login", ["isValid": true])
      run.begin("report", ["text": "", "draft": "", "keys": 0])
      run.begin("inbox", ["text": ""])
      let end = run.number(2500...6500)
      for time in stride(from: run.number(600...900), to: end, by: run.number(350...700)) {
        run.at(time) { run in
          let text = JSONValue.string((run["report", "text"].string ?? "") + (run.pick(["a", "e", "n", "r"]).string ?? ""))
          run.act("report", "typed", ["text": text], sets: ["text": text, "keys": json(run.int("report", "keys") + 1)])
        }
      }
      for time in stride(from: run.number(1000...2000), to: end + 900, by: 1000) {
        run.at(time) { run in
          guard run["report", "text"] != "" else { return }
          run.act("report", "autosaved", sets: ["draft": run["report", "text"]])
        }
      }
      let isLate = run.chance(45)
      run.at(end + run.number(100...900)) { run in
        run.act("report", "submitTapped")
        run.after(80...300) { run in
          guard isLate else { return run.act("inbox", "reportReceived", ["id": run.id()], sets: ["text": run["report", "text"]]) }
          run.act("report", "submitDenied", ["status": 401], sets: ["text": ""])
          run.after(900...2200) { run in
            run.act("login", "signedInAgain", ["token": run.id()])
            run.after(3...9) { $0.act("report", "draftRestored", sets: ["text": $0["report", "draft"]]) }
            run.after(600...1200) { run in
              run.act("report", "submitTapped")
              run.after(80...300) { $0.act("inbox", "reportReceived", ["id": $0.id()], sets: ["text": $0["report", "text"]]) }
            }
          }
        }
      }
    } failure: { run in
      let (received, typed) = (run["inbox", "text"].string?.count ?? 0, run.int("report", "keys"))
      return received == typed ? nil : "Expectation failed: (inbox.text.count → \(received)) == \(typed)"
    },
    // "10" comes before "9".
    BugKind("numbers that are sorted as text", inAllRuns: true, causes: [["chaptersAnswered", "chaptersSorted"]]) { run in
      run.begin("chapters", ["rows": [], "isLoading": false])
      run.begin("reader", ["page": 0])
      run.at(run.number(500...1500)) { run in
        run.act("chapters", "bookOpened", ["book": run.id()], sets: ["isLoading": true])
        run.after(80...400) { run in
          let first = run.number(1...6)
          var rest = Array(first...first + run.number(2...6))
          var rows: [JSONValue] = []
          while !rest.isEmpty {
            rows.append(["number": json(rest.remove(at: run.number(0...rest.count - 1))), "pages": run.value(4...40)])
          }
          run.act("chapters", "chaptersAnswered", ["rows": .array(rows)], sets: ["rows": .array(rows), "isLoading": false])
          run.after(2...9) { run in
            let sorted = run.list("chapters", "rows").sorted { "\($0["number"]?.int ?? 0)" < "\($1["number"]?.int ?? 0)" }
            run.act("chapters", "chaptersSorted", ["by": "number"], sets: ["rows": .array(sorted)])
          }
        }
      }
      run.at(run.number(2500...4000)) { $0.act("reader", "pageTurned", sets: ["page": 1]) }
    } failure: { run in
      let numbers = run.list("chapters", "rows").map { $0["number"]?.int ?? 0 }
      return numbers == numbers.sorted() ? nil : "chapters are not in order: \(numbers.map(String.init).joined(separator: ", "))"
    },
    // The badge asks which chat is visible, and that is known only when the transition to the chat has ended.
    BugKind("a push for a chat that is opening", inAllRuns: true, causes: [["pushArrived"]]) { run in
      let chats: [JSONValue] = ["ada", "bob", "cleo"]
      run.begin("inbox", ["open": .null, "visible": .null])
      run.begin("badges", ["ada": 0, "bob": 0, "cleo": 0])
      run.begin("database", ["ada": 0, "bob": 0, "cleo": 0])
      for visit in 0..<2 {
        let opened = 900 + visit * 3500 + run.number(0...900)
        run.at(opened) { run in
          let chat = run.pick(chats)
          let key = chat.string ?? ""
          run.act("inbox", "chatOpened", ["chat": chat], sets: ["open": chat])
          run.after(1...3) { $0.act("badges", "badgeCleared", ["chat": chat], sets: [key: 0]) }
          run.after(4...6) { $0.act("database", "markedRead", ["chat": chat], sets: [key: 0]) }
          run.after(300...600) { $0.act("inbox", "transitionEnded", sets: ["visible": chat]) }
        }
        run.at(opened + run.number(1000...2300)) { $0.act("inbox", "chatClosed", sets: ["open": .null, "visible": .null]) }
      }
      for _ in 0..<run.number(2...7) {
        run.at(run.number(300...8000)) { run in
          let chat = run.pick(chats)
          let key = chat.string ?? ""
          let (isVisible, isOpen) = (run["inbox", "visible"] == chat, run["inbox", "open"] == chat)
          run.act(
            "badges", "pushArrived", ["chat": chat, "id": run.id()], sets: isVisible ? [:] : [key: json(run.int("badges", key) + 1)])
          run.after(1...5) { run in
            run.act("database", "messageStored", ["chat": chat], sets: isOpen ? [:] : [key: json(run.int("database", key) + 1)])
          }
        }
      }
    } failure: { run in
      guard let chat = ["ada", "bob", "cleo"].first(where: { run["badges", $0] != run["database", $0] }) else { return nil }
      return "XCTAssertEqual failed: (\"\(run.int("badges", chat))\") is not equal to (\"\(run.int("database", chat))\") - badge of \(chat)"
    },
    // The rowing machine sends one byte.
    BugKind("a count of eight bits", inAllRuns: true, causes: [["strokesCounted"]]) { run in
      run.begin("rower", ["strokes": 0, "best": 0])
      run.begin("phone", ["pulse": run.value(50...90)])
      for place in 0..<run.number(7...13) {
        run.at(400 + place * 500 + run.number(0...300)) { run in
          let by = run.number(5...35)
          let strokes = (run.int("rower", "strokes") + by) & 255
          run.act(
            "rower", "strokesCounted", ["by": json(by)],
            sets: ["strokes": json(strokes), "best": json(max(strokes, run.int("rower", "best")))])
        }
        run.at(500 + place * 500) { $0.act("phone", "pulseRead", sets: ["pulse": $0.value(50...190)]) }
      }
    } failure: { run in
      let (strokes, best) = (run.int("rower", "strokes"), run.int("rower", "best"))
      return strokes == best ? nil : "Expectation failed: (rower.strokes → \(strokes)) >= (rower.best → \(best))"
    },
    // A new stroke must empty what could be drawn again; the reducer forgets that.
    BugKind("a redo after a new stroke", causes: [["strokeDrawn"]]) { run in
      run.begin("canvas", ["strokes": [], "undone": [], "selected": .null])
      let undos = run.number(0...2)
      let (before, after) = (run.number(2...4), run.number(1...2))
      for place in 0..<before + undos + after {
        run.at(600 + place * 700 + run.number(0...400)) { run in
          let strokes = run.list("canvas", "strokes")
          guard place < before || place >= before + undos else {
            let rest = run.list("canvas", "undone") + [strokes.last ?? .null]
            return run.act("canvas", "undoTapped", sets: ["strokes": .array(Array(strokes.dropLast())), "undone": .array(rest)])
          }
          let stroke = run.id()
          run.act(
            "canvas", "strokeDrawn", ["stroke": stroke, "points": run.value(9...90)],
            sets: [
              "strokes": .array(strokes + [stroke]), "undone": run.isBuggy ? run["canvas", "undone"] : .array([]), "selected": stroke,
            ])
        }
      }
      run.at(run.number(7200...8000)) { run in
        let undone = run.list("canvas", "undone")
        let strokes = run.list("canvas", "strokes") + undone.suffix(1)
        run.act("canvas", "redoTapped", sets: ["strokes": .array(strokes), "undone": .array(Array(undone.dropLast()))])
      }
    } failure: { run in
      run.list("canvas", "strokes").last == run["canvas", "selected"] ? nil : "Expectation failed: canvas.strokes.last == canvas.selected"
    },
    // The form keeps the whole account as it was when the form opened, and saves all of it.
    BugKind("a form that saves an old copy", inAllRuns: true, causes: [["emailConfirmed", "emailChanged", "formSaved"]]) { run in
      let email = run.id()
      run.begin("account", ["email": email, "language": "en", "version": 1])
      run.begin("mailbox", ["confirmed": email])
      run.begin("form", ["email": .null, "language": .null])
      let opened = run.number(1500...3000)
      run.at(opened) { $0.act("form", "formOpened", sets: ["email": $0["account", "email"], "language": $0["account", "language"]]) }
      if run.chance(70) {
        run.at(run.number(300...9000)) { run in
          let email = run.id()
          run.act("mailbox", "emailConfirmed", ["email": email], sets: ["confirmed": email])
          run.after(3...9) { $0.act("account", "emailChanged", ["email": email], sets: ["email": email]) }
        }
      }
      run.at(opened + run.number(500...1000)) { run in
        let language = run.pick(["de", "fr", "ja"])
        run.act("form", "languagePicked", ["language": language], sets: ["language": language])
      }
      run.at(opened + run.number(1300...2200)) { run in
        let (email, language) = (run["form", "email"], run["form", "language"])
        run.act("form", "formSaved", ["email": email, "language": language])
        run.after(80...300) { run in
          run.act("account", "accountStored", ["etag": run.id()], sets: ["email": email, "language": language, "version": 2])
        }
      }
    } failure: { run in
      let (email, confirmed) = (run["account", "email"], run["mailbox", "confirmed"])
      return email == confirmed ? nil : "Expectation failed: (account.email → \(email.text)) == \(confirmed.text)"
    },
    // Each return to the app starts a timer, and nobody stops the one before. The server bears three.
    BugKind("one timer more for each return", inAllRuns: true, causes: [["becameActive", "pollStarted"]]) { run in
      run.begin("app", ["phase": "active"])
      run.begin("poll", ["timers": 0, "error": .null])
      let start: @Sendable (inout TestRun) -> Void = { run in
        run.act("poll", "pollStarted", ["every": 1000], sets: ["timers": json(run.int("poll", "timers") + 1)])
      }
      run.at(run.number(50...150)) { run in
        run.act("app", "launched", ["build": run.value(100...999)])
        run.after(2...6, start)
      }
      for place in 0..<run.number(0...3) {
        run.at(1500 + place * 2000 + run.number(0...900)) { run in
          run.act("app", "resigned", sets: ["phase": "inactive"])
          run.after(200...800) { run in
            run.act("app", "becameActive", sets: ["phase": "active"])
            run.after(2...6, start)
          }
        }
      }
      for second in 1...9 {
        run.at(second * 1000) { run in
          for timer in 0..<run.int("poll", "timers") {
            run.at(second * 1000 + timer * 4) { run in
              run.act("poll", "pollAsked", ["request": run.id()])
              run.after(60...300) { run in
                let status: JSONValue = timer < 3 ? 200 : 429
                run.act("poll", "pollAnswered", ["status": status], sets: timer < 3 ? [:] : ["error": status])
              }
            }
          }
        }
      }
    } failure: {
      $0["poll", "error"].isNull ? nil : "Caught error: HTTPError(status: 429, retryAfter: 60)"
    },
    // A date without a time is read as midnight in Greenwich and written in the zone of the device.
    BugKind("a birthday west of Greenwich", inAllRuns: true, causes: [["zoneRead", "birthdayFormatted"]]) { run in
      let east = [("Europe/Berlin", 60), ("Europe/London", 0), ("Asia/Tokyo", 540), ("Asia/Kolkata", 330), ("Australia/Sydney", 660)]
      let west = [("America/Lima", -300), ("America/Denver", -420), ("Pacific/Honolulu", -600), ("Atlantic/Azores", -60)]
      let zones = run.chance(18) ? west : east
      let (zone, minutes) = zones[run.number(0...zones.count - 1)]
      run.begin("device", ["zone": "GMT", "is24Hours": run.pick([true, false])])
      run.begin("contact", ["day": 0, "month": 0])
      run.begin("card", ["day": 0, "month": 0])
      run.at(run.number(50...200)) { run in
        run.act("device", "zoneRead", ["name": .string(zone), "seconds": json(minutes * 60)], sets: ["zone": .string(zone)])
      }
      run.at(run.number(1500...3000)) { run in
        let (day, month) = (run.number(2...28), run.value(1...12))
        run.act("contact", "birthdayPicked", ["day": json(day), "month": month], sets: ["day": json(day), "month": month])
        run.after(20...90) { run in
          run.act("card", "birthdayFormatted", ["style": "long"], sets: ["day": json(minutes < 0 ? day - 1 : day), "month": month])
        }
      }
    } failure: { run in
      let (shown, picked) = (run.int("card", "day"), run.int("contact", "day"))
      return shown == picked ? nil : "XCTAssertEqual failed: (\"\(shown)\") is not equal to (\"\(picked)\") - day of the birthday"
    },
    // After a success the next failure is to wait briefly again, but the attempts are still counted from the first failure on.
    BugKind("a delay that is not reset", causes: [["pageLoaded", "retryPlanned"]]) { run in
      run.begin("feed", ["attempts": 0, "page": 0, "isOpen": true])
      for page in 1...2 {
        let failures = run.number(0...(page == 1 ? 3 : 1))
        run.at(page == 1 ? 300 : 6500) { ask(page, failures, &$0) }
      }
      run.at(8100) { $0.act("feed", "feedClosed", sets: ["isOpen": false]) }

      @Sendable func ask(_ page: Int, _ failures: Int, _ run: inout TestRun) {
        guard run["feed", "isOpen"] == true else { return }
        run.act("feed", "pageAsked", ["page": json(page)])
        run.after(80...250) { run in
          guard failures > 0 else {
            return run.act(
              "feed", "pageLoaded", ["page": json(page)],
              sets: ["page": json(page), "attempts": run.isBuggy ? run["feed", "attempts"] : 0])
          }
          let attempts = run.int("feed", "attempts") + 1
          run.act("feed", "pageFailed", ["status": run.pick([500, 502, 503])], sets: ["attempts": json(attempts)])
          run.after(1...3) { run in
            let delay = 200 << attempts
            run.act("feed", "retryPlanned", ["delay": json(delay)])
            run.after(delay...delay + 5) { ask(page, failures - 1, &$0) }
          }
        }
      }
    } failure: { run in
      run.int("feed", "page") == 2 ? nil : "Timed out after 1.6 s: page 2 is not on the screen"
    },
    // Pages are cached by their name alone.
    BugKind("a cache that forgets the language", inAllRuns: true, causes: [["cacheHit", "languagePicked"]]) { run in
      run.begin("help", ["language": "en", "page": .null, "pageLanguage": "en"])
      run.begin("cache", ["faq": .null, "terms": .null, "contact": .null])
      for place in 0..<run.number(2...4) {
        if place > 0, run.chance(35) {
          run.at(place * 1800 + run.number(0...500)) { run in
            let language = run.pick(["en", "de", "fr"])
            run.act("help", "languagePicked", ["language": language], sets: ["language": language])
          }
        }
        run.at(800 + place * 1800 + run.number(0...500)) { run in
          let name = run.pick(["faq", "terms", "contact"])
          let key = name.string ?? ""
          run.act("help", "helpOpened", ["page": name])
          run.after(2...6) { run in
            let cached = run["cache", key]
            let language = cached.isNull ? run["help", "language"] : cached["language"] ?? .null
            run.act("cache", cached.isNull ? "cacheMissed" : "cacheHit", ["key": name])
            run.after(cached.isNull ? 80...400 : 2...9) { run in
              if cached.isNull {
                let entry: JSONValue = ["language": language, "bytes": run.value(900...9000)]
                run.act("cache", "pageStored", ["key": name], sets: [key: entry])
              }
              run.act("help", "pageShown", ["page": name], sets: ["page": name, "pageLanguage": language])
            }
          }
        }
      }
    } failure: { run in
      let (shown, picked) = (run["help", "pageLanguage"], run["help", "language"])
      return shown == picked ? nil : "the text of the page is in \(shown.text), expected \(picked.text)"
    },
  ]
}
