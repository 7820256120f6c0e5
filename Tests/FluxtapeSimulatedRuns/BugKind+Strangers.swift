import FluxtapeJSON

extension BugKind {
  /// Kinds by an author who had read neither how causes are searched for nor what was found of the kinds before.
  ///
  /// They were written when the search was done, from bugs of real apps, and fail in the words of several test libraries. Do not change
  /// one because it is not found.
  package static let strangers = plainStrangers + subtleStrangers

  /// One action, value or order differs in each red run.
  private static let plainStrangers: [BugKind] = [
    // The answer is an enumeration that has got another case; the spinner waits for one of the others.
    BugKind("a permission for some photos only", inAllRuns: true, causes: [["permissionAnswered"]]) { run in
      run.begin("photos", ["access": "notDetermined", "isLoading": false, "albums": 0])
      run.begin("composer", ["hint": .null, "text": ""])
      run.at(run.number(200...900)) { $0.act("composer", "composed", ["to": $0.id()], sets: ["text": $0.id()]) }
      run.at(run.number(1200...2400)) { run in
        run.act("composer", "attachTapped")
        run.after(2...9) { run in
          run.act("photos", "permissionAsked", sets: ["isLoading": true])
          run.after(700...2600) { run in
            let access = run.chance(12) ? "limited" : run.pick(["authorized", "authorized", "denied"])
            run.act("photos", "permissionAnswered", ["access": access], sets: ["access": access])
            if access == "authorized" {
              let count = run.value(1...40)
              run.after(60...300) { $0.act("photos", "albumsRead", ["count": count], sets: ["albums": count, "isLoading": false]) }
            } else if access == "denied" {
              run.after(1...5) { $0.act("photos", "accessRefused", sets: ["isLoading": false]) }
              run.after(6...9) { $0.act("composer", "hintShown", sets: ["hint": "settings"]) }
            }
          }
        }
      }
    } failure: {
      $0["photos", "isLoading"] == true ? "Timed out after 10 s: photos.isLoading never became false" : nil
    },
    // The queue is a stack: the newest change is sent first, and the oldest one wins.
    BugKind("an offline queue that is sent backwards", causes: [["posted"]]) { run in
      run.begin("reach", ["isUp": true])
      run.begin("note", ["title": "", "renames": 0])
      run.begin("outbox", ["pending": []])
      run.begin("server", ["title": ""])
      run.at(run.number(300...600)) { $0.act("reach", "wentDown", sets: ["isUp": false]) }
      for place in 0..<run.number(1...4) {
        run.at(1000 + place * 700 + run.number(0...400)) { run in
          let title = run.id()
          run.act("note", "renamed", ["title": title], sets: ["title": title, "renames": json(run.int("note", "renames") + 1)])
          run.after(1...4) { run in
            run.act("outbox", "queued", ["title": title], sets: ["pending": .array(run.list("outbox", "pending") + [title])])
          }
        }
      }
      run.at(run.number(4800...5600)) { run in
        run.act("reach", "cameUp", sets: ["isUp": true])
        run.after(10...40) { run in
          let pending = run.list("outbox", "pending")
          run.act("outbox", "flushBegan", ["count": json(pending.count)])
          for (place, title) in (run.isBuggy ? pending.reversed() : pending).enumerated() {
            run.after(place * 400 + 20...place * 400 + 60) { run in
              let rest = run.list("outbox", "pending").filter { $0 != title }
              run.act("outbox", "posted", ["title": title], sets: ["pending": .array(rest)])
              run.after(80...300) { $0.act("server", "applied", ["etag": $0.id()], sets: ["title": title]) }
            }
          }
        }
      }
    } failure: { run in
      let (server, note) = (run["server", "title"], run["note", "title"])
      return server == note ? nil : "Expectation failed: (server.title → \(server.text)) == (note.title → \(note.text))"
    },
    // 'try?' around the statement: nobody looks at the number of rows that changed, and the toast says "Saved".
    BugKind("an insert that fails in silence", inAllRuns: true, causes: [["inserted"]]) { run in
      run.begin("notes", ["ids": [], "toast": .null])
      run.begin("database", ["rows": 0, "pages": run.value(40...900)])
      for place in 0..<run.number(2...5) {
        run.at(500 + place * 900 + run.number(0...400)) { run in
          let id = run.id()
          run.act("notes", "saveTapped", ["id": id])
          run.after(5...60) { run in
            let changes = run.chance(4) ? 0 : 1
            run.act(
              "database", "inserted", ["table": "note", "changes": json(changes), "ms": run.value(1...9)],
              sets: ["rows": json(run.int("database", "rows") + changes)])
            run.after(2...12) { run in
              run.act("notes", "saveEnded", ["id": id], sets: ["ids": .array(run.list("notes", "ids") + [id]), "toast": "Saved"])
            }
          }
        }
      }
      run.at(run.number(6000...6500)) { $0.act("database", "vacuumed", ["pages": $0.value(1...40)], sets: ["pages": $0.value(40...900)]) }
    } failure: { run in
      let (rows, notes) = (run.int("database", "rows"), run.list("notes", "ids").count)
      return rows == notes ? nil : "XCTAssertEqual failed: (\"\(rows)\") is not equal to (\"\(notes)\")"
    },
    // The detail screen takes back the newest token but one, which is that of the list.
    BugKind("a subscription of another screen is ended", causes: [["unsubscribed"]]) { run in
      run.begin("quotes", ["price": 0, "tokens": []])
      run.begin("list", ["price": 0, "token": .null])
      run.begin("detail", ["price": 0, "token": .null])
      let opened = run.number(1500...2500)
      let closed = opened + run.number(1500...2500)
      for (screen, time) in [("list", run.number(200...400)), ("detail", opened)] {
        run.at(time) { run in
          let token = run.id()
          run.act(screen, "appeared", sets: ["token": token])
          run.after(2...8) { run in
            run.act("quotes", "subscribed", ["token": token], sets: ["tokens": .array(run.list("quotes", "tokens") + [token])])
          }
        }
      }
      run.at(closed) { run in
        run.act("detail", "disappeared")
        run.after(2...8) { run in
          let token = run.isBuggy ? run["list", "token"] : run["detail", "token"]
          let rest = run.list("quotes", "tokens").filter { $0 != token }
          run.act("quotes", "unsubscribed", ["token": token], sets: ["tokens": .array(rest)])
        }
      }
      for place in 0..<12 {
        run.at(600 + place * 600 + run.number(0...300)) { run in
          let price = run.value(400...900)
          run.act("quotes", "priceMoved", ["price": price], sets: ["price": price])
          for screen in ["list", "detail"] where run.list("quotes", "tokens").contains(run[screen, "token"]) {
            run.after(1...3) { $0.act(screen, "priceDrawn", ["price": price], sets: ["price": price]) }
          }
        }
      }
    } failure: { run in
      let (list, last) = (run.int("list", "price"), run.int("quotes", "price"))
      return list == last ? nil : "Expectation failed: (list.price → \(list)) == \(last)"
    },
    // A missing key is read as 0, so each request is too late at once.
    BugKind("a setting that the server does not send", inAllRuns: true, causes: [["configLoaded"]]) { run in
      run.begin("config", ["timeout": 30, "pageSize": 20, "build": .null])
      run.begin("upload", ["status": "idle", "bytes": 0])
      run.at(run.number(100...500)) { run in
        let (timeout, size, build) = (run.value(5...30), run.value(10...40), run.value(100...999))
        let isShort = run.chance(12)
        var payload: JSONObject = ["pageSize": size, "build": build, "region": run.pick(["eu", "us", "ap"])]
        if !isShort { payload["timeout"] = timeout }
        run.act("config", "configLoaded", payload, sets: ["timeout": isShort ? 0 : timeout, "pageSize": size, "build": build])
      }
      run.at(run.number(2500...4000)) { run in
        run.act("upload", "uploadTapped", ["file": run.id()], sets: ["status": "running", "bytes": run.value(900...90_000)])
        let isLate = run.int("config", "timeout") == 0
        run.after(isLate ? 1...4 : 300...900) { run in
          run.act("upload", isLate ? "uploadTimedOut" : "uploadEnded", sets: ["status": isLate ? "error" : "done"])
        }
      }
    } failure: {
      $0["upload", "status"] == "done"
        ? nil : "Caught error: Error Domain=NSURLErrorDomain Code=-1001 \"The request timed out.\" UserInfo={_kCFStreamErrorCodeKey=-2102}"
    },
    // The list is asked for as soon as the editor closes, and not when the save was answered.
    BugKind("a list that does not wait for the save", inAllRuns: true, causes: [["committed"]]) { run in
      let count = run.number(3...30)
      run.begin("editor", ["isOpen": true])
      run.begin("backend", ["rows": json(count)])
      run.begin("table", ["rows": json(count), "isLoading": false])
      run.at(run.number(1500...3500)) { run in
        run.act("editor", "doneTapped", ["id": run.id()], sets: ["isOpen": false])
        run.after(2...6) { run in
          run.act("editor", "saveAsked", ["bytes": run.value(100...900)])
          run.after(run.chance(20) ? 260...700 : 50...220) {
            $0.act("backend", "committed", ["version": $0.value(100...999)], sets: ["rows": json($0.int("backend", "rows") + 1)])
          }
        }
        run.after(150...200) { run in
          run.act("table", "listAsked", sets: ["isLoading": true])
          run.after(80...240) { run in
            let rows = run["backend", "rows"]
            run.act("table", "listAnswered", ["count": rows], sets: ["rows": rows, "isLoading": false])
          }
        }
      }
    } failure: { run in
      run["table", "rows"] == run["backend", "rows"] ? nil : "table.rows has no row with the title that was typed"
    },
    // The menu acts on the window that was opened last, not on the one in front.
    BugKind("a filter for the window behind", causes: [["filterPicked"]]) { run in
      run.begin("windows", ["front": "browser-2", "checked": "all"])
      run.begin("browser-1", ["filter": "all", "rows": 40])
      run.begin("browser-2", ["filter": "all", "rows": 40])
      for place in 0..<run.number(2...5) {
        run.at(800 + place * 1500 + run.number(0...500)) { run in
          let window = run.pick(["browser-1", "browser-2"])
          run.act("windows", "broughtToFront", ["window": window], sets: ["front": window])
        }
        run.at(1600 + place * 1500 + run.number(0...500)) { run in
          let filter = run.pick(["unread", "flagged", "today", "all"])
          run.act("windows", "menuPicked", ["title": filter], sets: ["checked": filter])
          run.after(1...4) { run in
            let window = run.isBuggy ? "browser-2" : run["windows", "front"].string ?? ""
            run.act(window, "filterPicked", ["filter": filter], sets: ["filter": filter, "rows": run.value(1...40)])
          }
        }
      }
    } failure: { run in
      let (front, checked) = (run["windows", "front"].string ?? "", run["windows", "checked"])
      return run[front, "filter"] == checked ? nil : "XCTAssertTrue failed - the toolbar of the front window does not say \(checked.text)"
    },
    // The simulator keeps the preferences of the test that ran before.
    BugKind("favorites of the test before", inAllRuns: true, causes: [["favorites @@INIT"]]) { run in
      let leftovers = run.chance(12) ? (0..<run.number(1...2)).map { _ in run.id() } : []
      run.begin("favorites", ["ids": .array(leftovers), "isEditing": false])
      run.begin("catalog", ["starred": 0])
      for place in 0..<run.number(1...3) {
        run.at(900 + place * 1100 + run.number(0...500)) { run in
          let id = run.id()
          run.act("catalog", "starTapped", ["id": id], sets: ["starred": json(run.int("catalog", "starred") + 1)])
          run.after(1...4) { run in
            run.act("favorites", "favoriteAdded", ["id": id], sets: ["ids": .array(run.list("favorites", "ids") + [id])])
          }
        }
      }
      run.at(run.number(5200...6000)) { $0.act("favorites", "editTapped", sets: ["isEditing": true]) }
    } failure: { run in
      let (count, starred) = (run.list("favorites", "ids").count, run.int("catalog", "starred"))
      return count == starred ? nil : "XCTAssertEqual failed: (\"\(count)\") is not equal to (\"\(starred)\")"
    },
    // The age comes in seconds, and the clock of the cache counts milliseconds.
    BugKind("an age in another unit", causes: [["imageAnswered"]]) { run in
      run.begin("images", ["expires": 0, "requests": 0])
      run.begin("profile", ["opened": 0, "image": .null])
      let first = run.number(600...1500)
      for time in [first, first + run.number(2500...5500)] {
        run.at(time) { run in
          run.act("profile", "profileOpened", ["user": run.id()], sets: ["opened": json(run.int("profile", "opened") + 1)])
          run.after(1...4) { run in
            guard run.int("images", "expires") <= time else { return run.act("images", "imageReused", ["ms": run.value(1...9)]) }
            run.act("images", "imageAsked", ["size": "64"], sets: ["requests": json(run.int("images", "requests") + 1)])
            run.after(80...400) { run in
              let age = run.number(4...30) * 30
              run.act(
                "images", "imageAnswered", ["maxAge": json(age), "bytes": run.value(9000...90_000)],
                sets: ["expires": json(time + age * (run.isBuggy ? 1 : 1000))])
            }
          }
        }
      }
    } failure: { run in
      let count = run.int("images", "requests")
      return count == 1 ? nil : "Expectation failed: (images.requests → \(count)) == 1"
    },
    // The field was renamed in version 3 and got its old name back in version 4.
    BugKind("a saved state of one version", inAllRuns: true, causes: [["stateRestored", "stateMigrated"]]) { run in
      run.begin("library", ["version": 6, "sort": "title", "shelves": 0])
      run.at(run.number(40...120)) { run in
        run.act("app", "launched", ["build": run.value(100...999)])
        run.after(5...40) { run in
          let (version, shelves) = (run.number(1...6), run.value(2...9))
          let sort = version == 3 ? .null : run.pick(["title", "author", "added"])
          run.act(
            "library", "stateRestored", ["version": json(version), "bytes": run.value(900...9000)],
            sets: ["version": json(version), "sort": sort, "shelves": shelves])
          guard version < 6 else { return }
          run.after(2...9) { $0.act("library", "stateMigrated", ["from": json(version), "to": 6], sets: ["version": 6]) }
        }
      }
      run.at(run.number(1500...3000)) { $0.act("library", "shelfOpened", ["shelf": $0.value(0...1)]) }
      run.at(run.number(3500...5000)) { $0.act("library", "sortMenuOpened") }
    } failure: {
      $0["library", "sort"].isNull ? "Fatal error: Unexpectedly found nil while unwrapping an Optional value" : nil
    },
    // The keyboard of the region has a comma, and the parser stops there.
    BugKind("a decimal comma", inAllRuns: true, causes: [["amountTyped", "amountParsed"]]) { run in
      let region = run.chance(25) ? run.pick(["de", "fr", "br"]) : run.pick(["us", "gb", "jp", "in"])
      let mark = ["de", "fr", "br"].contains(region) ? "," : "."
      run.begin("device", ["region": region, "isMetric": .bool(region != "us")])
      run.begin("transfer", ["text": "", "cents": 0, "sent": 0])
      let (whole, part) = (run.number(2...90), run.chance(50) ? 0 : run.number(10...99))
      run.at(run.number(1000...2500)) { run in
        let text = part == 0 ? "\(whole)" : "\(whole)\(mark)\(part)"
        run.act("transfer", "amountTyped", ["text": .string(text)], sets: ["text": .string(text)])
        run.after(1...4) { run in
          let cents = json(whole * 100 + (mark == "." ? part : 0))
          run.act("transfer", "amountParsed", ["cents": cents], sets: ["cents": cents])
        }
      }
      run.at(run.number(3200...4500)) { run in
        run.act("transfer", "sendTapped", ["to": run.id()])
        run.after(80...400) { $0.act("transfer", "transferSent", ["id": $0.id()], sets: ["sent": $0["transfer", "cents"]]) }
      }
    } failure: { run in
      let digits = (run["transfer", "text"].string ?? "").split { ",.".contains($0) }
      let (sent, typed) = (run.int("transfer", "sent"), (Int(digits.first ?? "") ?? 0) * 100 + (Int(digits.dropFirst().first ?? "") ?? 0))
      return sent == typed ? nil : "XCTAssertEqual failed: (\"\(sent)\") is not equal to (\"\(typed)\") - cents"
    },
  ]
}
