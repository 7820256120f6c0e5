"""Makes a fleet of logs as CI and test devices leave them: a shop with a cart, a note and a session, some with seeded bugs.

    python3 make_logs.py FOLDER [--count 300] [--seed 1] [--kilobytes 20]

Equal arguments make equal logs. Only the shapes are made up here; an app writes the same lines with a recorder.
"""

import argparse
import json
import os
import random
from datetime import datetime, timedelta

TESTS = ["CartTests/adds()", "CartTests/discounts()", "NoteTests/types()", "SessionTests/ends()", "CheckoutTests/pays()"]
FIRST_DAY = datetime(2026, 9, 7)


class Log:
    """The lines of one run, on a clock of its own."""

    def __init__(self, rng, header):
        self.rng = rng
        self.lines = []
        self.step = 0
        self.t = 0
        self.cart = {"items": [], "total": 0, "coupon": None}
        self.note = ""
        self.size = 0
        self.add(header)

    def add(self, line):
        # As text at once: a state in it goes on changing.
        self.lines.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False))
        self.size += len(self.lines[-1])

    def action(self, store, type_, payload=None, patch=None, cause=None, dur=None, **more):
        self.step += 1
        self.t += self.rng.randint(200, 90_000)
        line = {"seq": self.step, "t": self.t, "store": store, "type": type_}
        if cause:
            line["cause"] = cause
        line["site"] = f"Shop/{store.capitalize()}.swift:{10 + len(type_)}"
        if payload is not None:
            line["payload"] = payload
        line.update(more)
        if patch is not None:
            line["dur"] = dur if dur is not None else self.rng.randint(1, 40)
            line["patch"] = patch
        self.add(line)
        return self.step

    def begin(self, store, state):
        self.step += 1
        self.add({"seq": self.step, "t": 0, "store": store, "type": "@@INIT", "state": state})

    # The reducers.

    def total(self):
        return sum(item["price"] * item["qty"] for item in self.cart["items"])

    def set_total(self, value):
        self.cart["total"] = value
        return {"op": "replace", "path": "/total", "value": value}

    def item_added(self):
        known = {item["id"] for item in self.cart["items"]}
        free = [f"p{n}" for n in range(12) if f"p{n}" not in known]
        if not free:
            return self.item_removed()
        item = {"id": self.rng.choice(free), "price": self.rng.randint(1, 90), "qty": self.rng.randint(1, 3)}
        place = self.rng.randint(0, len(self.cart["items"]))
        self.cart["items"].insert(place, item)
        patch = [{"op": "add", "path": f"/items/{place}", "value": item}, self.set_total(self.total())]
        return self.action("cart", "cart.itemAdded", {"id": item["id"]}, patch)

    def item_removed(self):
        place = self.rng.randrange(len(self.cart["items"]))
        item = self.cart["items"].pop(place)
        return self.action("cart", "cart.itemRemoved", {"id": item["id"]}, [{"op": "remove", "path": f"/items/{place}"}, self.set_total(self.total())])

    def qty_changed(self):
        if not self.cart["items"]:
            return self.item_added()
        place = self.rng.randrange(len(self.cart["items"]))
        item = self.cart["items"][place]
        item["qty"] = self.rng.choice([1, 2, 3, 4, 5, 5, 5, 6, 7])
        patch = [{"op": "replace", "path": f"/items/{place}/qty", "value": item["qty"]}, self.set_total(self.total())]
        return self.action("cart", "cart.qtyChanged", {"id": item["id"], "qty": item["qty"]}, patch)

    def cart_loaded(self):
        # A whole subtree at once.
        self.cart = {"items": [{"id": "p1", "price": 5, "qty": 2}, {"id": "p2", "price": 7, "qty": 1}], "total": 17, "coupon": None}
        return self.action("cart", "cart.loaded", None, [{"op": "replace", "path": "", "value": self.cart}])

    def note_typed(self):
        place = self.rng.randint(0, len(self.note))
        gone = self.rng.randint(0, min(4, len(self.note) - place))
        text = self.rng.choice(["milk", "bread, ", "für Ömer ", "2 kg ", "call ", "!"])
        self.note = self.note[:place] + text + self.note[place + gone:]
        return self.action("note", "note.typed", {"text": text}, [{"op": "splice", "path": "/text", "at": place, "del": gone, "ins": text}])

    def close(self, result="closed"):
        self.step += 1
        self.t += 10
        self.add({"seq": self.step, "t": self.t, "end": result})


def run(rng, number, count, kilobytes):
    """The lines of a run."""
    release = f"1.{number * 10 // count}"
    began = FIRST_DAY + timedelta(days=number * 56 // count, seconds=rng.randint(0, 80_000))
    is_test = rng.random() < 0.6
    meta = {"commit": f"{rng.getrandbits(40):010x}"}
    if is_test:
        name = TESTS[number % len(TESTS)]
        meta.update(id=f"ShopTests.{name}", test=name, attempt="1", site="ShopTests/ShopTests.swift:12")
    header = {
        "fluxtape": 1, "run": str(uuid(rng)), "time": began.strftime("%Y-%m-%dT%H:%M:%S.000000Z"),
        "app": {"name": "shop", "version": release}, "process": {"id": 4000 + number, "host": f"runner-{number % 7}"}, "meta": meta,
    }
    log = Log(rng, header)
    log.begin("cart", log.cart)
    log.begin("note", {"text": ""})
    log.begin("session", {"user": None, "token": None})
    user = f"user-{rng.randint(1, 40)}"
    log.action("session", "session.loggedIn", {"user": user}, [
        {"op": "replace", "path": "/user", "value": user},
        {"op": "replace", "path": "/token", "value": {"$redacted": f"{rng.getrandbits(64):016x}"}}])
    minor = int(release.split(".")[1])
    bug = "discount" if minor >= 4 and rng.random() < 0.08 else "crash" if rng.random() < 0.03 else "slow" if minor >= 6 and rng.random() < 0.2 else None
    moves = [log.item_added, log.item_added, log.qty_changed, log.qty_changed, log.note_typed, log.note_typed, log.cart_loaded]
    limit = kilobytes * 1000
    showed = False
    while log.size < limit:
        move = rng.choice(moves)
        if log.cart["items"] and rng.random() < 0.1:
            move = log.item_removed
        move()
        if rng.random() < 0.05:
            asked = log.action("cart", "cart.checkoutRequested", {"user": user}, [])
            log.t += rng.randint(20_000, 400_000)
            dur = rng.randint(9_000, 30_000) if bug == "slow" else None
            log.action("cart", "cart.checkoutAnswered", {"ok": True}, [], cause=asked, dur=dur)
        if bug and not showed and log.size > limit / 2:
            showed = True
            if bug == "discount":
                asked = log.action("cart", "cart.couponEntered", {"code": "SPRING"}, [{"op": "replace", "path": "/coupon", "value": "SPRING"}])
                log.action("cart", "cart.discounted", {"percent": 200}, [log.set_total(-abs(log.total()) - 1)], cause=asked)
                if is_test:
                    log.step += 1
                    log.add({"seq": log.step, "t": log.t, "mark": "Expectation failed: cart.total >= 0", "level": "error", "site": "ShopTests/ShopTests.swift:18"})
                    log.close("failed")
                    return log.lines
            if bug == "crash":
                log.action("cart", "cart.itemsSorted", {"by": "price"})
                return log.lines
    log.close("passed" if is_test else "closed")
    return log.lines


def uuid(rng):
    text = f"{rng.getrandbits(128):032x}"
    return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])


def make(folder, count, seed, kilobytes):
    os.makedirs(folder, exist_ok=True)
    for number in range(count):
        rng = random.Random(seed * 1_000_003 + number)
        with open(os.path.join(folder, f"{number:06}.jsonl"), "w", encoding="utf-8") as file:
            for line in run(rng, number, count, kilobytes):
                file.write(line + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make a fleet of logs with seeded bugs.")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kilobytes", type=int, default=20)
    options = parser.parse_args()
    make(options.folder, options.count, options.seed, options.kilobytes)
