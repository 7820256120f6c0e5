// Records a Redux store as an action log of Fluxtape: JSON lines, see the format's page in the documentation of `Fluxtape`.
//
//   const recorder = openLog("run.jsonl", { app: { name: "todos" } });
//   const store = createStore(reducer, applyMiddleware(recorder.middleware("todos"), thunk));
//
// Unlike the recorder of an app written in Swift it redacts nothing: leave secrets out of actions and states.
import { closeSync, openSync, writeSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";

// What changed, member by member: a patch as RFC 6902 has it.
function patch(before, after, path = "") {
  if (Object.is(before, after)) return [];
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  if (!isObject(before) || !isObject(after)) return [{ op: "replace", path, value: after ?? null }];
  const place = (key) => `${path}/${plain(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const gone = Object.keys(before).filter((key) => after[key] === undefined && before[key] !== undefined);
  return [
    ...gone.map((key) => ({ op: "remove", path: place(key) })),
    ...Object.keys(after).filter((key) => after[key] !== undefined).flatMap((key) =>
      before[key] === undefined ? [{ op: "add", path: place(key), value: after[key] }] : patch(before[key], after[key], place(key))),
  ];
}

// Keys that begin with `$` get one more: those with one are words of the format.
const plain = (key) => (key.startsWith("$") ? `$${key}` : key);
const escaped = (key, value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).some((name) => name.startsWith("$"))
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [plain(name), member])) : value;

export function openLog(file, { app, run = randomUUID(), time = new Date(), clock } = {}) {
  const descriptor = openSync(file, "wx", 0o600); // never over another log
  const causes = new AsyncLocalStorage();
  const begin = process.hrtime.bigint();
  const now = clock ?? (() => Number((process.hrtime.bigint() - begin) / 1000n));
  let seq = 0;
  const write = (record) => writeSync(descriptor, `${JSON.stringify(record)}\n`);
  // Payloads and states only: the format's own members keep their names.
  const data = (value) => JSON.parse(JSON.stringify(value ?? null, escaped));
  write({ fluxtape: 1, run, time: `${time.toISOString().slice(0, -1)}000Z`, ...(app && { app }) });
  return {
    middleware: (store) => ({ getState }) => {
      let told = getState(); // what the log has as the store's state
      write({ t: now(), store, type: "@@STATE", state: data(told) });
      return (next) => (action) => {
        const step = ++seq;
        const { type, ...members } = typeof action === "function" ? { type: action.name || "thunk" } : action;
        const payload = "payload" in members ? members.payload : Object.keys(members).length ? members : undefined;
        const head = { seq: step, t: now(), store, type: String(type), ...(causes.getStore() && { cause: causes.getStore() }),
          ...(payload !== undefined && { payload: data(payload) }) };
        write(head); // its outcome follows, so that an action that ends the process is in the log
        const started = now();
        try {
          const result = causes.run(step, () => next(action));
          const state = getState();
          const changes = data(patch(told, state).map((change) => ({ ...change })));
          write({ completes: step, t: now(), store, dur: now() - started,
            ...(typeof action === "function" ? { reduced: false } : { patch: changes }) });
          if (typeof action !== "function") told = state;
          return result;
        } catch (error) {
          write({ completes: step, t: now(), store, error: { type: error.name, message: error.message } });
          throw error;
        }
      };
    },
    close: () => { write({ seq: ++seq, t: now(), end: "closed" }); closeSync(descriptor); },
  };
}
