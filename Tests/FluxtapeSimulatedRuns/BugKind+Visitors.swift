import FluxtapeJSON

extension BugKind {
  /// Kinds by an author who had read neither how causes are searched for nor what was found of the kinds before.
  ///
  /// They were written after the newcomers by another author, from bugs of real apps, and fail in the words of several test libraries.
  /// Do not change one because it is not found.
  package static let visitors = plainVisitors + subtleVisitors

  /// One action, value, order or change of the state differs in each red run.
  private static let plainVisitors: [BugKind] = [
    // The reducer empties the draft when a send fails, as it does when a send succeeds. The cause is the failed send: its patch empties the
    // draft, so the text cannot be sent again.
    BugKind("a failed send that clears the draft", causes: [["sendFailed"]]) { run in
      run.begin("composer", ["draft": "", "isSending": false, "written": 0])
      run.begin("thread", ["messages": [], "unread": 0])
      for place in 0..<run.number(3...5) {
        let time = 500 + place * 2400 + run.number(0...300)
        run.at(time) { run in
          let text = run.id()
          run.act("composer", "draftTyped", ["text": text], sets: ["draft": text, "written": json(run.int("composer", "written") + 1)])
        }
        run.at(time + run.number(300...450)) { send(canFail: true, &$0) }
        run.at(time + run.number(1200...1500)) { send(canFail: false, &$0) }
        run.at(time + run.number(100...1700)) { run in
          run.act("thread", "received", ["from": run.id()], sets: ["unread": json(run.int("thread", "unread") + 1)])
        }
      }

      @Sendable func send(canFail: Bool, _ run: inout TestRun) {
        let text = run["composer", "draft"]
        guard text != "", run["composer", "isSending"] == false else { return }
        run.act("composer", "sendTapped", sets: ["isSending": true])
        if canFail, run.chance(30) {
          run.after(150...600) { run in
            run.act(
              "composer", "sendFailed", ["status": run.pick([500, 502, 503])],
              sets: run.isBuggy ? ["isSending": false, "draft": ""] : ["isSending": false])
          }
        } else {
          run.after(80...350) { run in
            run.act("thread", "messageSent", ["id": run.id()], sets: ["messages": .array(run.list("thread", "messages") + [text])])
            run.after(1...4) { $0.act("composer", "sendEnded", sets: ["isSending": false, "draft": ""]) }
          }
        }
      }
    } failure: { run in
      let (sent, written) = (run.list("thread", "messages").count, run.int("composer", "written"))
      return sent == written ? nil : "XCTAssertEqual failed: (\"\(sent)\") is not equal to (\"\(written)\") - messages in the thread"
    },
    // The copy of a plan shares its lines with the original. The cause is the renaming of a line of the copy: its patch changes the
    // original too, but only the copy is saved.
    BugKind("a copy that shares its lines", causes: [["lineRenamed", "planCopied"]]) { run in
      let lines = JSONValue.array((0..<run.number(3...5)).map { _ in run.id() })
      run.begin("plans", ["original": lines, "copy": [], "open": "original"])
      run.begin("files", ["original": lines, "copy": [], "bytes": 0])
      for place in 0..<run.number(1...2) { run.at(500 + place * 700 + run.number(0...300), rename) }
      guard run.chance(85) else { return }
      run.at(run.number(2200...2700)) { run in
        run.act("plans", "planCopied", ["name": run.id()], sets: ["copy": run["plans", "original"], "open": "copy"])
        run.after(20...90, save)
      }
      for place in 0..<run.number(1...3) { run.at(3200 + place * 800 + run.number(0...400), rename) }
      if run.chance(40) {
        run.at(run.number(5800...6200)) { $0.act("plans", "planOpened", ["plan": "original"], sets: ["open": "original"]) }
        if run.chance(50) { run.at(run.number(6500...7200), rename) }
      }

      @Sendable func rename(_ run: inout TestRun) {
        let plan = run["plans", "open"].string ?? ""
        let (place, title) = (run.number(0...run.list("plans", plan).count - 1), run.id())
        var changes: JSONObject = [:]
        for name in run.isBuggy && plan == "copy" ? ["original", "copy"] : [plan] {
          var lines = run.list("plans", name)
          lines[place] = title
          changes[name] = .array(lines)
        }
        run.act("plans", "lineRenamed", ["line": json(place), "title": title], sets: changes)
        run.after(20...90, save)
      }
      @Sendable func save(_ run: inout TestRun) {
        let plan = run["plans", "open"].string ?? ""
        run.act("files", "planSaved", ["plan": .string(plan)], sets: [plan: run["plans", plan], "bytes": run.value(400...900)])
      }
    } failure: { run in
      let (plan, file) = (run["plans", "original"], run["files", "original"])
      return plan == file ? nil : "Expectation failed: (plans.original → \(plan.text)) == (files.original → \(file.text))"
    },
    // The shop reports the end of a month and its renewal in any order. The cause is the order in the last month: the end comes after the
    // renewal and makes the subscription inactive.
    BugKind("a month that ends after it is renewed", inAllRuns: true, causes: [["periodEnded", "renewed"]]) { run in
      run.begin("subscription", ["isActive": true, "month": 1, "plan": run.pick(["basic", "family"])])
      run.begin("lessons", ["opened": 0, "isLocked": false])
      for place in 0..<run.number(1...3) {
        let time = 1500 + place * 2300 + run.number(0...500)
        let month = json(place + 2)
        run.at(time) { run in
          run.act("subscription", "periodEnded", ["transaction": run.id(), "month": json(place + 1)], sets: ["isActive": false])
        }
        run.at(run.chance(9) ? time - run.number(20...200) : time + run.number(50...500)) { run in
          run.act("subscription", "renewed", ["transaction": run.id(), "month": month], sets: ["isActive": true, "month": month])
        }
        run.at(time + run.number(700...1500)) { run in
          let isLocked = JSONValue.bool(run["subscription", "isActive"] == false)
          let opened = json(run.int("lessons", "opened") + 1)
          run.act("lessons", "lessonOpened", ["lesson": run.id()], sets: ["isLocked": isLocked, "opened": opened])
        }
      }
    } failure: {
      $0["subscription", "isActive"] == true ? nil : "expected:<true> but was:<false>"
    },
    // A sale is written in two files. The cause is that the process is killed when the sales are written and the stock is not yet.
    BugKind("a kill between two writes", inAllRuns: true, causes: [["processKilled", "stockWritten"]]) { run in
      let pieces = run.value(30...90)
      run.begin("app", ["launches": 1, "isRunning": true])
      run.begin("sales", ["sold": 0])
      run.begin("stock", ["pieces": pieces, "first": pieces])
      run.begin("disk", ["sold": 0, "pieces": pieces])
      for place in 0..<run.number(4...7) {
        run.at(600 + place * 1000 + run.number(0...500)) { run in
          guard run["app", "isRunning"] == true else { return }
          let (launch, count) = (run["app", "launches"], run.number(1...4))
          run.act("sales", "saleTapped", ["pieces": json(count)], sets: ["sold": json(run.int("sales", "sold") + count)])
          during(launch, 1...4, &run) { run in
            run.act("stock", "piecesTaken", ["pieces": json(count)], sets: ["pieces": json(run.int("stock", "pieces") - count)])
            during(launch, 30...120, &run) { run in
              run.act("disk", "salesWritten", ["ms": run.value(2...30)], sets: ["sold": run["sales", "sold"]])
              during(launch, 60...300, &run) { run in
                run.act("disk", "stockWritten", ["ms": run.value(2...30)], sets: ["pieces": run["stock", "pieces"]])
              }
            }
          }
        }
      }
      guard run.chance(70) else { return }
      run.at(run.number(900...8000)) { run in
        run.act("app", "processKilled", ["reason": "memory"], sets: ["isRunning": false])
        run.after(500...1200) { run in
          run.act("app", "launched", ["ms": run.value(200...600)], sets: ["launches": json(run.int("app", "launches") + 1)])
          run.after(1...4) { $0.act("sales", "salesLoaded", sets: ["sold": $0["disk", "sold"]]) }
          run.after(5...9) { $0.act("stock", "stockLoaded", sets: ["pieces": $0["disk", "pieces"]]) }
          run.after(10...20) { $0.act("app", "shopOpened", sets: ["isRunning": true]) }
        }
      }

      /// Plans an effect that ends with its process.
      @Sendable func during(
        _ launch: JSONValue, _ delay: ClosedRange<Int>, _ run: inout TestRun, _ body: @escaping (inout TestRun) -> Void
      ) {
        run.after(delay) { run in
          if run["app", "isRunning"] == true, run["app", "launches"] == launch { body(&run) }
        }
      }
    } failure: { run in
      let (sum, first) = (run.int("sales", "sold") + run.int("stock", "pieces"), run.int("stock", "first"))
      return sum == first ? nil : "Expected: <\(first)>\n  Actual: <\(sum)>\nsold and left pieces"
    },
    // The length of a workout is the difference of two times of day. The cause is that the clock of the phone is set between them.
    BugKind("a clock that is set during a workout", inAllRuns: true, causes: [["clockAdjusted"]]) { run in
      run.begin("phone", ["correction": 0, "zone": "CET"])
      run.begin("treadmill", ["ms": 0, "speed": 0])
      run.begin("workout", ["began": .null, "ms": 0, "laps": 0])
      let (base, start) = (run.number(28_000_000...70_000_000), run.number(1500...3000))
      let end = start + run.number(2500...4500)
      for _ in 0..<run.number(0...2) {
        run.at(run.number(200...10_000)) { run in
          let by = run.number(4000...90_000) * (run.chance(50) ? 1 : -1)
          run.act("phone", "clockAdjusted", ["by": json(by)], sets: ["correction": json(run.int("phone", "correction") + by)])
        }
      }
      run.at(start) { run in
        let time = json(base + start + run.int("phone", "correction"))
        run.act("workout", "startTapped", ["at": time], sets: ["began": time])
        run.after(20...60) { $0.act("treadmill", "beltStarted", sets: ["speed": $0.value(5...14)]) }
      }
      for place in 1...2 {
        run.at(start + place * 900 + run.number(0...300)) { $0.act("workout", "lapTapped", sets: ["laps": json(place)]) }
      }
      run.at(end) { run in
        let time = base + end + run.int("phone", "correction")
        run.act("workout", "stopTapped", ["at": json(time)], sets: ["ms": json(time - run.int("workout", "began"))])
        run.after(20...60) { run in
          let ms = json(end - start + run.number(-40...40))
          run.act("treadmill", "beltStopped", ["ms": ms], sets: ["ms": ms, "speed": 0])
        }
      }
    } failure: { run in
      let (ms, expected) = (run.int("workout", "ms"), run.int("treadmill", "ms"))
      return abs(ms - expected) <= 100 ? nil : "XCTAssertEqual failed: (\"\(ms)\") is not equal to (\"\(expected)\") +/- (\"100\")"
    },
    // A suggestion of the keyboard sometimes ends with a space, and nothing removes it. The cause is the address with the space.
    BugKind("a space after the address", inAllRuns: true, causes: [["addressEntered"]]) { run in
      let names = ["ada", "bob.lee", "cleo", "d.moss", "eve"]
      let hosts = ["mill.org", "post.example", "oak.net"]
      run.begin("form", ["name": "", "address": "", "note": ""])
      run.begin("invitation", ["status": "open", "sent": 0])
      run.at(run.number(500...1000)) { run in
        let text = run.pick(["Ada", "Bob Lee", "Cleo ", "Eve ", "Dan"])
        run.act("form", "nameEntered", ["text": text, "by": run.pick(["keys", "suggestion"])], sets: ["name": text])
      }
      for place in 0..<run.number(1...2) {
        run.at(1500 + place * 900 + run.number(0...500)) { run in
          let isSuggested = run.chance(45)
          let text = "\(names[run.number(0...4)])@\(hosts[run.number(0...2)])" + (isSuggested && run.chance(25) ? " " : "")
          run.act(
            "form", "addressEntered", ["text": .string(text), "by": isSuggested ? "suggestion" : "keys"], sets: ["address": .string(text)])
        }
      }
      run.at(run.number(3300...4200)) { run in
        let note = run.pick(["Come!", "See you ", ""])
        run.act("form", "noteEntered", ["text": note], sets: ["note": note])
      }
      run.at(run.number(4800...5500)) { run in
        run.act("invitation", "inviteTapped", sets: ["status": "sending"])
        run.after(80...500) { run in
          let isValid = !(run["form", "address"].string ?? "").contains(" ")
          run.act(
            "invitation", "inviteAnswered", ["request": run.id()], sets: ["status": isValid ? "sent" : "refused", "sent": isValid ? 1 : 0])
        }
      }
    } failure: { run in
      let status = run["invitation", "status"].string ?? ""
      return status == "sent" ? nil : "expected to equal <sent>, got <\(status)>"
    },
    // The keychain is closed until the phone is unlocked for the first time, and no token means signed out. The cause is that the system
    // wakes the app for a fetch before the phone is unlocked.
    BugKind("a fetch before the first unlock", inAllRuns: true, causes: [["fetchWoken", "deviceUnlocked", "tokenRead"]]) { run in
      run.begin("device", ["isUnlocked": false, "battery": run.value(20...99)])
      run.begin("session", ["user": run.id(), "checks": 0])
      run.begin("inbox", ["rows": run.value(0...40), "fetches": 0])
      let unlock = run.number(1200...3500)
      run.at(unlock) { $0.act("device", "deviceUnlocked", ["with": $0.pick(["code", "face"])], sets: ["isUnlocked": true]) }
      for _ in 0..<run.number(1...3) {
        run.at(run.chance(12) ? run.number(300...unlock - 100) : unlock + run.number(100...5000)) { run in
          run.act("inbox", "fetchWoken", ["task": run.id()])
          run.after(5...30) { run in
            let isOpen = run["device", "isUnlocked"] == true
            run.act("session", "tokenRead", ["status": isOpen ? 0 : -25_308])
            run.after(1...5) { run in
              let checks = json(run.int("session", "checks") + 1)
              run.act("session", "sessionChecked", sets: ["checks": checks, "user": isOpen ? run["session", "user"] : .null])
              guard !run["session", "user"].isNull else { return }
              run.after(80...400) { run in
                let (rows, fetches) = (run.value(0...40), json(run.int("inbox", "fetches") + 1))
                run.act("inbox", "fetched", ["rows": rows], sets: ["rows": rows, "fetches": fetches])
              }
            }
          }
        }
      }
      run.at(run.number(9000...9900)) { $0.act("inbox", "inboxOpened") }
    } failure: {
      $0["session", "user"].isNull ? "Timed out after 5.0 seconds waiting for the inbox; the app shows the login" : nil
    },
    // A task that is deleted takes its reminder along; one that is cleared away with all that are done does not. The cause is the
    // clearing while a task that is done has a reminder, and that no reminder is cancelled then.
    BugKind("a reminder of a task that is cleared", inAllRuns: true, causes: [["doneCleared", "reminderCancelled"]]) { run in
      run.begin("tasks", ["open": [], "done": [], "filter": "all"])
      run.begin("reminders", ["planned": []])
      for place in 0..<run.number(4...6) {
        run.at(400 + place * 600 + run.number(0...300)) { run in
          let task = run.id()
          run.act("tasks", "taskAdded", ["task": task], sets: ["open": .array(run.list("tasks", "open") + [task])])
          guard run.chance(30) else { return }
          run.after(5...30) { run in
            let planned = JSONValue.array(run.list("reminders", "planned") + [task])
            run.act("reminders", "reminderPlanned", ["task": task, "at": run.date()], sets: ["planned": planned])
          }
        }
      }
      for place in 0..<run.number(2...4) {
        run.at(2000 + place * 1200 + run.number(0...600)) { run in
          let open = run.list("tasks", "open")
          guard !open.isEmpty else { return }
          let task = open[run.number(0...open.count - 1)]
          let rest = JSONValue.array(open.filter { $0 != task })
          if run.chance(65) {
            run.act("tasks", "taskChecked", ["task": task], sets: ["open": rest, "done": .array(run.list("tasks", "done") + [task])])
          } else {
            run.act("tasks", "taskDeleted", ["task": task], sets: ["open": rest])
            guard run.list("reminders", "planned").contains(task) else { return }
            run.after(5...30) { run in
              let planned = JSONValue.array(run.list("reminders", "planned").filter { $0 != task })
              run.act("reminders", "reminderCancelled", ["task": task], sets: ["planned": planned])
            }
          }
        }
      }
      guard run.chance(65) else { return }
      run.at(run.number(5500...8000)) { $0.act("tasks", "doneCleared", sets: ["done": []]) }
    } failure: { run in
      let tasks = run.list("tasks", "open") + run.list("tasks", "done")
      let lost = run.list("reminders", "planned").first { !tasks.contains($0) }
      return lost.map { "Expectation failed: tasks.contains(id: \($0.text))" }
    },
  ]
}
