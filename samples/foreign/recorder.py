"""Records a store as an action log of Fluxtape: JSON lines, see the format's page in the documentation of `Fluxtape`.

    with ActionLog("run.jsonl", app={"name": "orders"}) as log:
        store = log.store("orders", {"open": []})
        with store.action("orders.placed", {"id": "o-1"}) as step:
            step.state = {"open": ["o-1"]}

Unlike the recorder of an app written in Swift it redacts nothing: leave secrets out of actions and states.
"""

import contextlib
import contextvars
import datetime
import json
import os
import time
import uuid

_cause = contextvars.ContextVar("cause", default=None)


def _escaped(value):
    """Keys that begin with `$` get one more: those with one are words of the format."""
    if isinstance(value, dict):
        return {("$" + key if key.startswith("$") else key): _escaped(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_escaped(member) for member in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return {"$float": "nan" if value != value else "inf" if value > 0 else "-inf"}
    return value


def _patch(before, after, path=""):
    """What changed, member by member: a patch as RFC 6902 has it."""
    # Told apart by their text: to Python True, 1 and 1.0 are the same.
    if json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True):
        return []
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [{"op": "replace", "path": path, "value": after}]
    place = lambda key: path + "/" + key.replace("~", "~0").replace("/", "~1")
    changes = [{"op": "remove", "path": place(key)} for key in before if key not in after]
    for key, value in after.items():
        changes += _patch(before[key], value, place(key)) if key in before else [{"op": "add", "path": place(key), "value": value}]
    return changes


class ActionLog:
    def __init__(self, path, app=None, run=None, start=None, clock=None):
        # Never over another log.
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600), "w", encoding="utf-8")
        began = time.monotonic_ns()
        self._clock = clock or (lambda: (time.monotonic_ns() - began) // 1000)
        self._seq = 0
        start = start or datetime.datetime.now(datetime.timezone.utc)
        header = {"fluxtape": 1, "run": run or str(uuid.uuid4()), "time": start.strftime("%Y-%m-%dT%H:%M:%S.%fZ")}
        self.write(header | ({"app": app} if app else {}))

    def write(self, record):
        self._file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n")
        self._file.flush()

    def next_step(self):
        self._seq += 1
        return self._seq

    @property
    def now(self):
        return self._clock()

    def store(self, name, state):
        return RecordedStore(self, name, state)

    def mark(self, text, level="info"):
        self.write({"seq": self.next_step(), "t": self.now, "mark": text, "level": level})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.write({"seq": self.next_step(), "t": self.now, "end": "closed"})
        self._file.close()


class RecordedStore:
    def __init__(self, log, name, state):
        self._log, self._name = log, name
        # A copy: what the app changes in place must not change what the log has.
        self._told = json.loads(json.dumps(_escaped(state)))
        self.state = state
        log.write({"seq": log.next_step(), "t": log.now, "store": name, "type": "@@INIT", "state": self._told})

    @contextlib.contextmanager
    def action(self, type, payload=None):
        """Records what is done to `state` as one action. What is recorded meanwhile has it as its cause."""
        log, step, cause = self._log, self._log.next_step(), _cause.get()
        head = {"seq": step, "t": log.now, "store": self._name, "type": type}
        head |= {"cause": cause} if cause else {}
        head |= {"payload": _escaped(payload)} if payload is not None else {}
        log.write(head)  # its outcome follows, so that an action that ends the process is in the log
        outcome, began, token = {}, log.now, _cause.set(step)
        try:
            yield self
        except Exception as error:
            outcome = {"error": {"type": error.__class__.__name__, "message": str(error)}}
            raise
        finally:
            _cause.reset(token)
            after = json.loads(json.dumps(_escaped(self.state)))
            outcome["patch"] = _patch(self._told, after)
            self._told = after
            log.write({"completes": step, "t": log.now, "store": self._name, "dur": log.now - began} | outcome)
