// Values of a log as the page holds them, and states rebuilt from patches.
//
// An object is a Map, so that the order of members, keys such as "1" and "__proto__" stay what they are. Values never change: a patch
// copies what is on its way, so that states share what they have in common and `===` tells what stayed.

/** A number that a double cannot hold: shown as it was written. */
class ExactNumber {
  constructor(text) { this.text = text; }
}

/** What JSON.parse made of the page's data, as a value. `$number` and `$object` are the page's own tags. */
function valueOf(json) {
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map(valueOf);
  if (Object.hasOwn(json, '$number')) return new ExactNumber(json.$number);
  const members = Object.hasOwn(json, '$object') ? json.$object : Object.entries(json);
  return new Map(members.map(([key, value]) => [key, valueOf(value)]));
}

/** The value as JSON. */
function textOf(value) {
  if (value === undefined) return 'absent';
  if (value instanceof ExactNumber) return value.text;
  if (value instanceof Map) return '{' + [...value].map(([key, member]) => JSON.stringify(key) + ':' + textOf(member)).join(',') + '}';
  if (Array.isArray(value)) return '[' + value.map(textOf).join(',') + ']';
  return JSON.stringify(value);
}

/** The same on one line of at most so many characters; no more of the value is looked at than that. */
function previewOf(value, limit = 120) {
  let text = '';
  const add = (piece) => { text += piece; return text.length <= limit; };
  const visit = (value) => {
    if (value instanceof Map) {
      if (!add('{')) return false;
      let isFirst = true;
      for (const [key, member] of value) {
        if (!add((isFirst ? '' : ', ') + key + ': ') || !visit(member)) return false;
        isFirst = false;
      }
      return add('}');
    }
    if (Array.isArray(value)) {
      if (!add('[')) return false;
      for (let i = 0; i < value.length; i++) if ((i > 0 && !add(', ')) || !visit(value[i])) return false;
      return add(']');
    }
    return add(typeof value === 'string' ? JSON.stringify(value.slice(0, limit)) : textOf(value));
  };
  visit(value);
  return text.length > limit ? text.slice(0, limit - 1) + '…' : text;
}

/** Whether two values are equal; what they share is not looked at. */
function isEqual(one, other) {
  if (one === other) return true;
  if (one instanceof ExactNumber) return other instanceof ExactNumber && one.text === other.text;
  if (one instanceof Map) {
    if (!(other instanceof Map) || one.size !== other.size) return false;
    for (const [key, value] of one) if (!other.has(key) || !isEqual(value, other.get(key))) return false;
    return true;
  }
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((value, i) => isEqual(value, other[i]));
  return false;
}

// Pointers (RFC 6901) and patches (RFC 6902)

function tokensOf(pointer) {
  return pointer === '' ? [] : pointer.slice(1).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function pointerOf(tokens) {
  return tokens.map((token) => '/' + String(token).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}

function childOf(value, token) {
  if (value instanceof Map) return value.get(token);
  if (Array.isArray(value)) return /^(0|[1-9][0-9]*)$/.test(token) ? value[Number(token)] : undefined;
  return undefined;
}

function valueAt(value, tokens) {
  return tokens.reduce((found, token) => (found === undefined ? undefined : childOf(found, token)), value);
}

/** A copy in which `change` was made to the container that `tokens` lead to the inside of. */
function changed(value, tokens, change, depth = 0) {
  const token = tokens[depth];
  if (value instanceof Map) {
    const copy = new Map(value);
    if (depth === tokens.length - 1) change(copy, token);
    else if (copy.has(token)) copy.set(token, changed(copy.get(token), tokens, change, depth + 1));
    else throw new Error('no such member');
    return copy;
  }
  if (Array.isArray(value)) {
    const copy = value.slice();
    if (depth === tokens.length - 1) change(copy, token);
    else copy[Number(token)] = changed(copy[Number(token)], tokens, change, depth + 1);
    return copy;
  }
  throw new Error('no container');
}

function adding(root, tokens, value) {
  if (tokens.length === 0) return value;
  return changed(root, tokens, (container, token) => {
    if (container instanceof Map) container.set(token, value);
    else container.splice(token === '-' ? container.length : Number(token), 0, value);
  });
}

function removing(root, tokens) {
  if (tokens.length === 0) return null;
  return changed(root, tokens, (container, token) => {
    if (container instanceof Map) container.delete(token);
    else container.splice(Number(token), 1);
  });
}

function replacing(root, tokens, value) {
  if (tokens.length === 0) return value;
  return changed(root, tokens, (container, token) => {
    if (container instanceof Map) container.set(token, value);
    else container[Number(token)] = value;
  });
}

/** Counted in Unicode scalars. */
function spliced(text, at, count, inserted) {
  const scalars = Array.from(text);
  scalars.splice(at, count, inserted);
  return scalars.join('');
}

function applied(operation, root) {
  const path = tokensOf(operation.path);
  switch (operation.op) {
    case 'add': return adding(root, path, valueOf(operation.value));
    case 'remove': return removing(root, path);
    case 'replace': return replacing(root, path, valueOf(operation.value));
    case 'copy': return adding(root, path, valueAt(root, tokensOf(operation.from)));
    case 'move': {
      const from = tokensOf(operation.from);
      const value = valueAt(root, from);
      return adding(removing(root, from), path, value);
    }
    case 'splice': return replacing(root, path, spliced(valueAt(root, path), operation.at, operation.del, operation.ins));
    default: return root;
  }
}

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
    this.recent = run.stores.map(() => null);
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

  /** After the first `count` events of the store itself. */
  afterOwn(store, count) {
    const kept = this.checkpoints[store];
    const recent = this.recent[store];
    let place = Math.floor(count / eventsPerCheckpoint) * eventsPerCheckpoint;
    while (place > 0 && !kept.has(place)) place -= eventsPerCheckpoint;
    let state = place > 0 ? kept.get(place) : this.base(store);
    if (recent && recent.count <= count && recent.count >= place) { place = recent.count; state = recent.state; }
    while (place < count) {
      state = this.next(state, this.run.events[this.places[store][place]]);
      place += 1;
      if (place % eventsPerCheckpoint === 0) kept.set(place, state);
    }
    this.recent[store] = { count, state };
    return state;
  }

  base(store) {
    const base = this.run.base[store];
    return Array.isArray(base) ? valueOf(base[0]) : undefined;
  }

  /** Whether the store has no state after the first `count` events, as it has not begun, or has ended. */
  isAbsent(store, count) {
    const own = this.ownCount(store, count);
    return (own > 0 ? this.run.events[this.places[store][own - 1]][4] : this.run.base[store]) === 2;
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
