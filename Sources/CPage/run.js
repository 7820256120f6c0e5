// A run as the page has it: rows, events, states. PageRun.swift says what stands at each place of a row and an event.

/** What the sixth number of a row says of it, each a bit. As in PageRun.swift. */
const flags = {
  failed: 1, inFlight: 2, pending: 4, lost: 8, omitted: 16, repeated: 32, unreduced: 64, unchanged: 128, hasPatch: 256, hasEffect: 512, hasState: 1024,
  isOwnEvent: 2048, torn: 4096, isUncertain: 8192, isLive: 16384,
};

class Run {
  constructor(run) {
    Object.assign(this, run);
    this.states = new States(this);
    this.rowOfStep = new Map();
    this.rows.forEach((row, place) => { if (row[0] && !this.rowOfStep.has(row[0])) this.rowOfStep.set(row[0], place); });
  }

  causes(place) {
    const row = this.rows[place];
    return causesOf(row).filter((step) => step < row[0]).map((step) => this.rowOfStep.get(step)).filter((other) => other !== undefined);
  }

  /** All rows that led to this one, in their order. Each is looked at once, as several causes of a row may have one cause in common. */
  origins(place) {
    const found = new Set([place]);
    for (const other of found) for (const cause of this.causes(other)) found.add(cause);
    found.delete(place);
    return [...found].sort((one, other) => one - other);
  }

  effects(place) {
    if (!this.effectLists) {
      this.effectLists = new Map();
      this.rows.forEach((_, other) => {
        for (const cause of this.causes(other)) {
          if (!this.effectLists.has(cause)) this.effectLists.set(cause, []);
          this.effectLists.get(cause).push(other);
        }
      });
    }
    return this.effectLists.get(place) ?? [];
  }

  /** What the row's record did to its store's state, if it tells. */
  event(row) { return (row[5] & flags.isOwnEvent) !== 0 ? this.events[row[9] - 1] : null; }

  before(row, store) { return this.states.after(store, row[9] - ((row[5] & flags.isOwnEvent) !== 0 ? 1 : 0)); }
  after(row, store) { return this.states.after(store, row[9]); }

  clock(time) {
    if (time === null) return '';
    if (this.start === null) return (time < 0 ? '-' : '+') + (Math.abs(time) / 1e6).toFixed(6) + 's';
    const day = 86400e6;
    const ofDay = (((this.start + time) % day) + day) % day;
    const seconds = Math.floor(ofDay / 1e6);
    const two = (number) => String(number).padStart(2, '0');
    return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(ofDay % 1e6).padStart(6, '0')}`;
  }
}

function causesOf(row) { return Array.isArray(row[6]) ? row[6] : row[6] ? [row[6]] : []; }

// States

/** Events of a store after which its state is kept, so that going to any step is short. */
const eventsPerCheckpoint = 128;

/** How the stores of a run stood after any of its events. */
class States {
  constructor(run) {
    this.run = run;
    this.places = run.stores.map(() => []);
    run.events.forEach((event, place) => this.places[event[0]].push(place));
    this.checkpoints = run.stores.map(() => new Map());
    this.recent = run.stores.map(() => []);
  }

  /** The state of a store after the first `count` events of the run; `undefined` where there is none or it is not known. */
  after(store, count) { return this.afterOwn(store, this.ownCount(store, count)); }

  /** How many of the first `count` events are the store's own. */
  ownCount(store, count) {
    const places = this.places[store];
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle] < count) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** After the first `count` events of the store itself. The last two answers are kept: a step is asked for with the one before. */
  afterOwn(store, count) {
    const known = this.recent[store].find((answer) => answer.count === count);
    if (known) return known.state;
    const kept = this.checkpoints[store];
    let place = Math.floor(count / eventsPerCheckpoint) * eventsPerCheckpoint;
    while (place > 0 && !kept.has(place)) place -= eventsPerCheckpoint;
    let state = place > 0 ? kept.get(place) : this.base(store);
    for (const answer of this.recent[store]) if (answer.count < count && answer.count >= place) ({ count: place, state } = answer);
    while (place < count) {
      state = this.next(state, this.run.events[this.places[store][place]]);
      place += 1;
      if (place % eventsPerCheckpoint === 0) kept.set(place, state);
    }
    this.recent[store] = [{ count, state }, ...this.recent[store].slice(0, 1)];
    return state;
  }

  base(store) {
    const base = this.run.base[store];
    return Array.isArray(base) ? valueOf(base[0]) : undefined;
  }

  next(state, event) {
    const [, , patch, snapshot, presence] = event;
    if (snapshot) return valueOf(snapshot[0]);
    if (presence !== 0) return undefined;
    if (!patch || state === undefined) return state;
    try {
      return patch.reduce((state, operation) => applied(operation, state), state);
    } catch {
      return undefined;
    }
  }
}
