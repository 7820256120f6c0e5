import FluxtapeJSON

extension BugKind {
  /// Kinds by an author who had read neither how causes are searched for nor what was found of the kinds before.
  ///
  /// They were written after the strangers by another author, from bugs of real apps, and fail in the words of several test libraries.
  /// Do not change one because it is not found.
  package static let newcomers = plainNewcomers + subtleNewcomers

  /// One action, order or change of the state differs in each red run.
  private static let plainNewcomers: [BugKind] = [
    // The system first tells a position that it has kept; the check of its age was lost.
    BugKind("a position that is minutes old", causes: [["fixArrived"]]) { run in
      let streets: [JSONValue] = ["Elm St", "Oak Ave", "Pine Rd", "Mill Ln", "Bay Dr"]
      let first = run.pick(streets)
      run.begin("walker", ["street": first])
      run.begin("location", ["street": first, "meters": run.value(5...30)])
      run.begin("route", ["from": .null, "to": .null, "minutes": 0])
      for place in 0..<run.number(2...4) {
        run.at(600 + place * 900 + run.number(0...400)) { run in
          let street = run.pick(streets)
          run.act("walker", "walked", ["street": street], sets: ["street": street])
          run.after(100...300) { run in
            let meters = run.value(5...30)
            run.act(
              "location", "fixArrived", ["street": street, "age": run.value(0...3), "meters": meters],
              sets: ["street": street, "meters": meters])
          }
        }
      }
      let opened = run.number(4800...5500)
      run.at(opened) { run in
        run.act("route", "sheetOpened", sets: ["to": run.id()])
        run.after(2...8) { run in
          run.act("location", "accuracyRaised", ["meters": 5])
          let street = run["walker", "street"]
          if run.chance(70) {
            run.after(5...30) { run in
              let (kept, meters) = (run.pick(streets.filter { $0 != street }), run.value(5...30))
              run.act(
                "location", "fixArrived", ["street": kept, "age": run.value(60...900), "meters": meters],
                sets: run.isBuggy ? ["street": kept, "meters": meters] : [:])
            }
          }
          run.after(250...1500) { run in
            let meters = run.value(3...5)
            run.act(
              "location", "fixArrived", ["street": street, "age": run.value(0...2), "meters": meters],
              sets: ["street": street, "meters": meters])
          }
        }
      }
      run.at(opened + run.number(400...1300)) { run in
        run.act("route", "routeAsked", sets: ["from": run["location", "street"]])
        run.after(80...300) { run in
          let minutes = run.value(4...50)
          run.act("route", "routeAnswered", ["minutes": minutes], sets: ["minutes": minutes])
        }
      }
    } failure: { run in
      let (from, street) = (run["route", "from"].string ?? "", run["walker", "street"].string ?? "")
      return from == street ? nil : "XCTAssertEqual failed: (\"\(from)\") is not equal to (\"\(street)\") - start of the route"
    },
    // Music must not go on over the speaker; the handler pauses what plays, and a song that loads does not play yet.
    BugKind("headphones unplugged while a song loads", inAllRuns: true, causes: [["routeChanged"]]) { run in
      run.begin("output", ["route": "speaker", "volume": run.value(3...12)])
      run.begin("player", ["phase": "idle", "song": .null])
      run.at(run.number(200...500)) {
        $0.act("output", "routeChanged", ["reason": "newDevice", "to": "headphones"], sets: ["route": "headphones"])
      }
      for place in 0..<run.number(2...4) {
        let time = 1000 + place * 2100 + run.number(0...500)
        run.at(time) { run in
          guard run["output", "route"] == "headphones" else { return }
          let song = run.id()
          run.act("player", "songTapped", ["song": song], sets: ["song": song, "phase": "loading"])
          run.after(150...800) { run in
            let phase = run["player", "phase"]
            run.act("player", "bufferFilled", ["bytes": run.value(900...9000)], sets: ["phase": phase == "loading" ? "playing" : phase])
          }
        }
        run.at(time + run.number(300...900)) { run in
          let volume = run.value(3...12)
          run.act("output", "volumeChanged", ["volume": volume], sets: ["volume": volume])
        }
        guard run.chance(35) else { continue }
        run.at(time + run.number(900...1400)) { run in
          guard run["player", "phase"] == "playing" else { return }
          run.act("player", "pauseTapped", sets: ["phase": "paused"])
        }
      }
      guard run.chance(70) else { return }
      run.at(run.number(1100...8500)) { run in
        run.act("output", "routeChanged", ["reason": "deviceGone", "to": "speaker"], sets: ["route": "speaker"])
        guard run["player", "phase"] == "playing" else { return }
        run.after(1...4) { $0.act("player", "pausedBySystem", sets: ["phase": "paused"]) }
      }
    } failure: {
      $0["output", "route"] == "speaker" && $0["player", "phase"] == "playing" ? "expected to equal <paused>, got <playing>" : nil
    },
    // The rate is taken from the state, where the offer has ended under the open sheet.
    BugKind("an offer that ends under the sheet", inAllRuns: true, causes: [["offerEnded", "confirmTapped"]]) { run in
      run.begin("account", ["cents": run.value(90_000...900_000), "currency": "EUR"])
      run.begin("offer", ["id": .null, "rate": 0])
      run.begin("exchange", ["cents": 0, "status": "open", "rate": .null])
      let (first, asks) = (run.number(900...1500), run.number(1...2))
      for place in 0..<asks {
        run.at(first + place * 1400 + run.number(0...300)) { run in
          let cents = run.value(1000...80_000)
          run.act("exchange", "amountTyped", ["cents": cents], sets: ["cents": cents])
          run.after(5...20) { run in
            run.act("offer", "offerAsked", ["cents": cents])
            run.after(80...350) { run in
              let (id, rate, time) = (run.id(), run.value(900...1100), run.number(2000...3500))
              run.act("offer", "offerAnswered", ["id": id, "rate": rate, "validFor": json(time)], sets: ["id": id, "rate": rate])
              run.after(time...time + 20) { run in
                run.act("offer", "offerEnded", ["id": id], sets: run["offer", "id"] == id ? ["id": .null, "rate": 0] : [:])
              }
            }
          }
        }
      }
      run.at(first + (asks - 1) * 1400 + run.number(900...3300)) { run in
        let rate = run["offer", "rate"]
        run.act("exchange", "confirmTapped", sets: ["status": "sending"])
        run.after(80...300) { $0.act("exchange", "exchanged", ["receipt": $0.id()], sets: ["status": "done", "rate": rate]) }
      }
    } failure: {
      $0["exchange", "rate"] == 0 ? "Expectation failed: (exchange.rate → 0) > 0" : nil
    },
    // An edit of a message that is not there yet is dropped.
    BugKind("an edit before its message", inAllRuns: true, causes: [["messageEdited"]]) { run in
      run.begin("channel", ["rows": []])
      run.begin("chat", ["rows": [], "unread": 0])
      for place in 0..<run.number(4...7) {
        let id = run.id()
        run.at(600 + place * 700 + run.number(0...400)) { run in
          let text = run.id()
          run.act("channel", "posted", ["id": id], sets: ["rows": .array(run.list("channel", "rows") + [["id": id, "text": text]])])
          run.after(run.chance(15) ? 900...1600 : 60...350) { run in
            run.act(
              "chat", "messageReceived", ["id": id, "text": text],
              sets: ["rows": .array(run.list("chat", "rows") + [["id": id, "text": text]]), "unread": json(run.int("chat", "unread") + 1)])
          }
          guard run.chance(35) else { return }
          run.after(400...1300) { run in
            let text = run.id()
            run.act("channel", "edited", ["id": id], sets: ["rows": edited("channel", id, text, run)])
            run.after(40...200) { $0.act("chat", "messageEdited", ["id": id, "text": text], sets: ["rows": edited("chat", id, text, $0)]) }
          }
        }
      }

      @Sendable func edited(_ store: String, _ id: JSONValue, _ text: JSONValue, _ run: TestRun) -> JSONValue {
        .array(run.list(store, "rows").map { $0["id"] == id ? ["id": id, "text": text] : $0 })
      }
    } failure: { run in
      for row in run.list("channel", "rows") {
        let text = run.list("chat", "rows").first { $0["id"] == row["id"] }?["text"]
        if text != row["text"] {
          return "XCTAssertEqual failed: (\"\(text?.string ?? "nil")\") is not equal to (\"\(row["text"]?.string ?? "nil")\")"
        }
      }
      return nil
    },
    // The matches after the first one are no longer where they were found.
    BugKind("a replacement of another length", causes: [["textReplaced", "replaceAllTapped"]]) { run in
      let words: [JSONValue] = ["tea", "milk", "sugar", "lemon", "mug"]
      run.begin("editor", ["text": "", "undo": "", "cursor": 0])
      run.begin("search", ["query": "", "with": "", "matches": []])
      for place in 0..<run.number(8...14) {
        run.at(400 + place * 280 + run.number(0...150)) { run in
          let word = run.pick(words)
          let text = (run["editor", "text"].string ?? "") + (word.string ?? "") + " "
          run.act("editor", "wordTyped", ["word": word], sets: ["text": .string(text), "cursor": json(text.count)])
        }
      }
      run.at(run.number(4600...5200)) { run in
        let query = run.pick(words)
        run.act("search", "queryTyped", ["query": query], sets: ["query": query])
        run.after(10...60) { run in
          let text = run["editor", "text"].string ?? ""
          let offsets = text.ranges(of: query.string ?? "").map { json(text.distance(from: text.startIndex, to: $0.lowerBound)) }
          run.act("search", "matchesFound", ["count": json(offsets.count)], sets: ["matches": .array(offsets)])
        }
      }
      run.at(run.number(5600...6600)) { run in
        let (old, new) = (run["search", "query"].string ?? "", run.pick(["tea", "salt", "honey", "cinnamon"]).string ?? "")
        run.act("search", "replaceAllTapped", ["with": .string(new)], sets: ["with": .string(new)])
        run.after(3...20) { run in
          let earlier = run["editor", "text"]
          var (text, shift) = (Array(earlier.string ?? ""), 0)
          for offset in run.list("search", "matches").compactMap(\.int) {
            let start = min(offset + shift, text.count)
            text.replaceSubrange(start..<min(start + old.count, text.count), with: new)
            shift += run.isBuggy ? 0 : new.count - old.count
          }
          run.act("editor", "textReplaced", ["ms": run.value(1...9)], sets: ["text": .string(String(text)), "undo": earlier])
        }
      }
      run.at(run.number(7000...7600)) { $0.act("search", "searchClosed", sets: ["matches": []]) }
    } failure: { run in
      let (text, query) = (run["editor", "text"].string ?? "", run["search", "query"].string ?? "")
      let expected = (run["editor", "undo"].string ?? "").replacing(query, with: run["search", "with"].string ?? "")
      return text == expected ? nil : "expected to equal <\(expected)>, got <\(text)>"
    },
    // One who leaves arms it, whoever is still at home.
    BugKind("an alarm that the first to leave arms", causes: [["personLeft", "armed"]]) { run in
      let names: [JSONValue] = ["ada", "bob", "cleo"]
      run.begin("home", ["people": .array(names), "degrees": run.value(17...22)])
      run.begin("alarm", ["isArmed": false, "battery": run.value(20...99)])
      for place in 0..<run.number(2...6) {
        run.at(700 + place * 1100 + run.number(0...500)) { run in
          let (name, people) = (run.pick(names), run.list("home", "people"))
          guard people.contains(name) else {
            run.act("home", "personCame", ["who": name], sets: ["people": .array(people + [name])])
            guard run["alarm", "isArmed"] == true else { return }
            return run.after(20...90) { $0.act("alarm", "disarmed", ["by": name], sets: ["isArmed": false]) }
          }
          let rest = people.filter { $0 != name }
          run.act("home", "personLeft", ["who": name], sets: ["people": .array(rest)])
          guard run["alarm", "isArmed"] == false, rest.isEmpty || run.isBuggy else { return }
          run.after(60...200) { $0.act("alarm", "armed", ["zone": "all"], sets: ["isArmed": true]) }
        }
        run.at(900 + place * 1100 + run.number(0...500)) { run in
          let degrees = run.value(17...22)
          run.act("home", "temperatureRead", ["degrees": degrees], sets: ["degrees": degrees])
        }
      }
    } failure: { run in
      let isEmpty = run.list("home", "people").isEmpty
      return (run["alarm", "isArmed"] == true) == isEmpty ? nil : "expected to be \(isEmpty), got <\(!isEmpty)>"
    },
  ]
}
