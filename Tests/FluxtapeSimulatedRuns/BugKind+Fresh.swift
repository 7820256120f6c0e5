import FluxtapeJSON

extension BugKind {
  /// The kinds that were first searched when the search was done.
  package static let fresh: [BugKind] = [
    BugKind("each line is rounded and not the sum", inAllRuns: true, causes: [["summed", "taxed"]]) { run in
      run.begin("cart", ["lines": [], "net": 0, "tax": 0])
      run.begin("invoice", ["tax": 0])
      for place in 0..<run.number(2...4) {
        run.at(500 + place * 800 + run.number(0...300)) { run in
          let net = run.number(1...40) * 25
          run.act(
            "cart", "added", ["net": json(net), "sku": run.id()],
            sets: [
              "lines": .array(run.list("cart", "lines") + [["net": json(net), "tax": json((net * 19 + 50) / 100)]]),
              "net": json(run.int("cart", "net") + net),
            ])
        }
      }
      run.at(run.number(4500...5000)) { run in
        let tax = run.list("cart", "lines").reduce(0) { $0 + ($1["tax"]?.int ?? 0) }
        run.act("cart", "summed", ["tax": json(tax)], sets: ["tax": json(tax)])
        run.after(80...400) { run in
          let tax = json((run.int("cart", "net") * 19 + 50) / 100)
          run.act("invoice", "taxed", ["tax": tax], sets: ["tax": tax])
        }
      }
    } check: {
      $0["cart", "tax"] == $0["invoice", "tax"] ? nil : "cart.tax == invoice.tax"
    },
    BugKind("a memory warning clears a cache", inAllRuns: true, causes: [["memoryWarned"]]) { run in
      run.begin("images", ["cached": .null, "shown": .null])
      run.begin("share", ["image": .null])
      if run.chance(70) { run.at(run.number(200...9000)) { $0.act("images", "memoryWarned", sets: ["cached": .null]) } }
      let time = run.number(1500...3000)
      run.at(time) { run in
        let image = run.id()
        run.act("images", "opened", ["image": image], sets: ["shown": image])
        run.after(80...400) { $0.act("images", "loaded", ["bytes": $0.value(9000...90_000)], sets: ["cached": image]) }
      }
      run.at(time + run.number(900...2500)) { $0.act("share", "shareTapped", sets: ["image": $0["images", "cached"]]) }
    } check: {
      $0["share", "image"] == $0["images", "shown"] ? nil : "share.image == images.shown"
    },
    BugKind("a late deep link", inAllRuns: true, causes: [["linkOpened"]]) { run in
      run.begin("router", ["screen": "splash", "item": .null])
      run.at(run.number(50...200)) { run in
        run.act("router", "launched")
        run.after(200...500) {
          $0.act("router", "configured", ["build": $0.value(100...999)], sets: ["screen": $0["router", "item"].isNull ? "home" : "item"])
        }
      }
      run.at(run.chance(15) ? run.number(700...1500) : run.number(10...190)) { run in
        let item = run.id()
        run.act("router", "linkOpened", ["item": item], sets: ["item": item])
      }
      run.at(run.number(3000...4000)) { $0.act("router", "appeared") }
    } check: {
      $0["router", "screen"] == "item" ? nil : "router.screen == \"item\""
    },
    BugKind("a rotation that interrupts", inAllRuns: true, causes: [["rotated"]]) { run in
      run.begin("sheet", ["phase": "closed", "orientation": "portrait"])
      for _ in 0..<run.number(0...3) {
        run.at(run.number(200...7000)) { run in
          let isMoving = run["sheet", "phase"] == "opening"
          run.act(
            "sheet", "rotated", ["to": run.pick(["portrait", "landscape"])],
            sets: ["orientation": run.pick(["portrait", "landscape"]), "phase": isMoving ? "broken" : run["sheet", "phase"]])
        }
      }
      run.at(run.number(2000...4000)) { run in
        run.act("sheet", "openTapped", sets: ["phase": "opening"])
        run.after(300...500) {
          $0.act("sheet", "openEnded", sets: ["phase": $0["sheet", "phase"] == "opening" ? "open" : $0["sheet", "phase"]])
        }
      }
    } check: {
      $0["sheet", "phase"] == "open" ? nil : "sheet.phase == \"open\""
    },
    BugKind("a badge counts what was deleted", inAllRuns: true, causes: [["deleted"]]) { run in
      run.begin("inbox", ["unread": [], "read": [], "badge": 0])
      for place in 0..<run.number(3...6) {
        run.at(400 + place * 500 + run.number(0...300)) { run in
          run.act(
            "inbox", "arrived", ["from": run.id()],
            sets: ["unread": .array(run.list("inbox", "unread") + [run.id()]), "badge": json(run.int("inbox", "badge") + 1)])
          guard run.chance(60) else { return }
          run.after(100...300) { run in
            guard let first = run.list("inbox", "unread").first else { return }
            run.act(
              "inbox", "opened",
              sets: [
                "unread": .array(Array(run.list("inbox", "unread").dropFirst())), "read": .array(run.list("inbox", "read") + [first]),
                "badge": json(run.int("inbox", "badge") - 1),
              ])
          }
        }
      }
      run.at(run.number(4500...5500)) { run in
        let key = run.chance(20) || run.list("inbox", "read").isEmpty ? "unread" : "read"
        run.act("inbox", "deleted", ["from": .string(key)], sets: [key: .array(Array(run.list("inbox", key).dropFirst()))])
      }
    } check: {
      $0.int("inbox", "badge") == $0.list("inbox", "unread").count ? nil : "inbox.badge == inbox.unread.count"
    },
    BugKind("two refreshes of one token", inAllRuns: true, causes: [["refreshAsked", "denied"]]) { run in
      run.begin("session", ["token": run.id(), "valid": .null, "isSignedIn": true])
      let isTwice = run.chance(20)
      run.at(run.number(2000...3000)) { run in
        for place in 0...(isTwice ? 1 : 0) {
          run.after(10...60) { run in
            run.act("session", "denied", ["status": 401, "request": run.id()])
            run.after(1...5) { run in
              run.act("session", "refreshAsked", ["request": run.id()])
              run.after(place == 0 ? 200...300 : 310...400) { run in
                let token = run.id()
                run.act(
                  "session", "refreshed", ["token": token],
                  sets: ["token": token, "valid": token, "isSignedIn": .bool(run["session", "valid"].isNull)])
              }
            }
          }
        }
      }
    } check: {
      $0["session", "isSignedIn"] == true ? nil : "session.isSignedIn"
    },
    BugKind("the last key is not saved", causes: [["saved", "typed"]]) { run in
      run.begin("note", ["text": "", "saved": ""])
      var time = 500
      let count = run.number(3...6)
      for place in 1...count {
        time += run.number(100...350)
        run.at(time) { run in
          let text = JSONValue.string((run["note", "text"].string ?? "") + (run.pick(["a", "e", "n", "r"]).string ?? ""))
          let earlier = run["note", "text"]
          run.act("note", "typed", ["text": text], sets: ["text": text])
          guard place == count else { return }
          run.after(400...420) { run in
            let saved = run.isBuggy ? earlier : text
            run.act("note", "saved", ["text": saved], sets: ["saved": saved])
          }
        }
      }
    } check: {
      $0["note", "saved"] == $0["note", "text"] ? nil : "note.saved == note.text"
    },
    BugKind("two currencies in one sum", inAllRuns: true, causes: [["added"]]) { run in
      run.begin("cart", ["total": 0, "isMixed": false])
      for place in 0..<run.number(2...6) {
        run.at(500 + place * 700 + run.number(0...300)) { run in
          let (isForeign, price) = (run.chance(6), run.number(100...900))
          run.act(
            "cart", "added", ["price": json(price), "currency": isForeign ? "USD" : "EUR", "sku": run.id()],
            sets: ["total": json(run.int("cart", "total") + price), "isMixed": .bool(run["cart", "isMixed"] == true || isForeign)])
        }
      }
    } check: {
      $0["cart", "isMixed"] == false ? nil : "cart.total == cart.lines.sum(in: .eur)"
    },
    BugKind("a cancel after the end", inAllRuns: true, causes: [["cancelTapped", "uploaded"]]) { run in
      run.begin("upload", ["phase": "idle", "bytes": 0])
      run.begin("server", ["file": .null])
      run.at(run.number(1000...2000)) { run in
        run.act("upload", "began", ["file": run.id()], sets: ["phase": "running"])
        run.after(500...1500) { run in
          guard run["upload", "phase"] == "running" else { return }
          run.act("server", "uploaded", ["etag": run.id()], sets: ["file": run.id()])
          run.after(150...200) { $0.act("upload", "finished", sets: ["phase": $0["upload", "phase"] == "running" ? "done" : "cancelled"]) }
        }
        guard run.chance(50) else { return }
        run.after(300...1600) { $0.act("upload", "cancelTapped", sets: ["phase": $0["upload", "phase"] == "done" ? "done" : "cancelled"]) }
      }
    } check: {
      $0["upload", "phase"] == "cancelled" && !$0["server", "file"].isNull ? "server.file == nil" : nil
    },
    BugKind("a row after a removal", inAllRuns: true, causes: [["rowOpened", "removed"]]) { run in
      run.begin("songs", ["rows": .array((1...6).map { _ in run.id() }), "opened": .null, "wanted": .null])
      if run.chance(60) {
        run.at(run.number(400...6000)) { run in
          let place = run.number(0...5)
          run.act(
            "songs", "removed", ["place": json(place)],
            sets: ["rows": .array(run.list("songs", "rows").enumerated().filter { $0.offset != place }.map(\.element))])
        }
      }
      run.at(run.number(1500...3000)) { run in
        let place = run.number(0...4)
        let wanted = run.list("songs", "rows")[place]
        run.act("songs", "rowTapped", ["place": json(place), "song": wanted], sets: ["wanted": wanted])
        run.after(600...900) { run in
          let song = run.list("songs", "rows")[place]
          run.act("songs", "rowOpened", ["song": song], sets: ["opened": song])
        }
      }
    } check: {
      $0["songs", "opened"] == $0["songs", "wanted"] ? nil : "songs.opened == songs.wanted"
    },
    BugKind("the profile of the user before", causes: [["profileShown", "cacheCleared", "signedOut"]]) { run in
      run.begin("profile", ["shown": .null, "cached": .null])
      run.begin("account", ["user": .null])
      for place in 0..<2 {
        run.at(500 + place * 3000 + run.number(0...500)) { run in
          let user = run.id()
          run.act("account", "signedIn", ["user": user], sets: ["user": user])
          run.after(80...400) { run in
            let shown = run["profile", "cached"].isNull ? user : run["profile", "cached"]
            run.act("profile", "profileShown", ["user": shown], sets: ["shown": shown, "cached": shown])
          }
        }
      }
      run.at(run.number(2000...3000)) { run in
        run.act("account", "signedOut", sets: ["user": .null])
        run.after(2...8) { $0.act("profile", "cacheCleared", sets: $0.isBuggy ? ["shown": .null] : ["shown": .null, "cached": .null]) }
      }
    } check: {
      $0["profile", "shown"] == $0["account", "user"] ? nil : "profile.shown == account.user"
    },
    BugKind("the last piece is reserved twice", inAllRuns: true, causes: [["reserveAsked", "reserved"]]) { run in
      run.begin("stock", ["pieces": run.value(2...5), "promised": 0])
      let pieces = run.int("stock", "pieces")
      for place in 0..<run.number(2...pieces + 1) {
        run.at(500 + place * 500 + run.number(0...400)) { run in
          let left = run.int("stock", "pieces") - run.int("stock", "promised")
          run.act("stock", "reserveAsked", ["order": run.id(), "left": json(left)])
          guard left > 0 else { return }
          run.after(80...400) {
            $0.act("stock", "reserved", ["left": json(left - 1)], sets: ["promised": json($0.int("stock", "promised") + 1)])
          }
        }
      }
    } check: {
      $0.int("stock", "promised") <= $0.int("stock", "pieces") ? nil : "stock.promised <= stock.pieces"
    },
  ]
}
