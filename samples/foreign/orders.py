"""Two stores that are recorded: python3 orders.py LOG.jsonl"""

import datetime
import itertools
import sys

from recorder import ActionLog

ticks = itertools.count(250, 250)
start = datetime.datetime(2026, 11, 21, 9, tzinfo=datetime.timezone.utc)

# A clock that counts, for a log that is the same each time.
with ActionLog(sys.argv[1], app={"name": "orders"}, run="sample-python", start=start, clock=lambda: next(ticks)) as log:
    orders = log.store("orders", {"open": [], "total": 0})
    stock = log.store("stock", {"p1": 3, "$unit": "piece"})

    def place(order, price):
        with orders.action("orders.placed", {"id": order, "price": price}) as step:
            step.state["open"].append(order)
            step.state["total"] += price
            with stock.action("stock.reserved", {"product": "p1"}) as reservation:
                if reservation.state["p1"] == 0:
                    raise LookupError("p1 is sold out")
                reservation.state["p1"] -= 1

    for number in range(1, 4):
        place(f"注文{number}", 480)
    log.mark("the last piece is sold")
    try:
        place("注文4", 480)
    except LookupError:
        with orders.action("orders.rejected", {"id": "注文4"}) as step:
            step.state["open"].remove("注文4")
            step.state["total"] -= 480
