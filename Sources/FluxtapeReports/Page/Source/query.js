// The filter: the query language of the command line, as far as a page can serve it.
//
//   store: type: is: seq: cause: chain: changed:    "text"    dur > 1ms   t > 2s
//   .items[0].qty > 2   cart.total < 0   payload.sku == "p7"   prev.total != .total   len(.items) > 3   delta(.total) < 0   .name ~ "^A"
//   side by side: and; or, not, -, parentheses

class QueryFailure extends Error {
  constructor(message, offset) { super(message); this.offset = offset; }
}

class QueryReader {
  constructor(text) { this.text = text; this.place = 0; }

  fail(expected) { throw new QueryFailure(`expected ${expected} at character ${this.place + 1}`, this.place); }
  get next() { return this.text[this.place]; }
  space() { while (/\s/.test(this.next ?? '')) this.place += 1; }
  take(pattern) {
    pattern.lastIndex = this.place;
    const match = pattern.exec(this.text);
    if (match) this.place = pattern.lastIndex;
    return match;
  }
  word(name) {
    this.space();
    const end = this.place + name.length;
    if (!this.text.startsWith(name, this.place) || /[^\s()"]/.test(this.text[end] ?? ' ')) return false;
    this.place = end;
    return true;
  }

  query() {
    const result = this.any();
    this.space();
    if (this.next !== undefined) this.fail("the end, as no '(' is open");
    return result;
  }

  any() {
    const parts = [this.all()];
    while (this.word('or')) parts.push(this.all());
    return parts.length === 1 ? parts[0] : { kind: 'any', parts };
  }

  all() {
    const parts = [this.term()];
    for (;;) {
      this.space();
      const start = this.place;
      if (this.next === undefined || this.next === ')') break;
      if (this.word('or')) { this.place = start; break; }
      this.word('and');
      parts.push(this.term());
    }
    return parts.length === 1 ? parts[0] : { kind: 'all', parts };
  }

  term() {
    this.space();
    if (this.word('not')) return { kind: 'not', part: this.term() };
    if (this.next === '-' && /[^\s0-9]/.test(this.text[this.place + 1] ?? ' ')) {
      this.place += 1;
      return { kind: 'not', part: this.term() };
    }
    if (this.next === '(') {
      this.place += 1;
      const part = this.any();
      this.space();
      if (this.next !== ')') this.fail("')'");
      this.place += 1;
      return part;
    }
    return this.simple();
  }

  simple() {
    const field = this.take(/([A-Za-z]+):/y);
    if (field) return this.field(field[1]);
    if (this.next === undefined) this.fail('a condition');
    const start = this.place;
    if (this.next === '"') {
      const text = this.string();
      this.space();
      if (!this.atRelation() && !/[.[/]/.test(this.next ?? '')) return { kind: 'text', matches: textMatcher(text) };
      this.place = start;
    }
    const bare = this.take(/[\p{L}\p{N}_@#][^\s()"]*/uy);
    if (bare && !/[.[/=<>!~]/.test(bare[0])) {
      this.space();
      if (!this.atRelation() && this.next !== '(') return { kind: 'text', matches: textMatcher(bare[0]) };
    }
    this.place = start;
    return this.comparison();
  }

  atRelation() { return /^(==|!=|<=|>=|<|>|~)/.test(this.text.slice(this.place)); }

  field(name) {
    switch (name) {
      case 'store': return { kind: 'store', matches: this.pattern() };
      case 'type': return { kind: 'type', matches: this.pattern() };
      case 'is': {
        const trait = this.take(/[a-z]+/y)?.[0] ?? '';
        if (!Object.hasOwn(traits, trait)) this.fail('one of ' + Object.keys(traits).join(' '));
        return { kind: 'is', holds: traits[trait] };
      }
      case 'seq': {
        const range = this.take(/([0-9]*)(\.\.)?([0-9]*)/y);
        if (!range[0]) this.fail('a step, or two as in 100..200');
        const first = Number(range[1] || 1);
        return { kind: 'seq', first, last: range[2] ? Number(range[3] || Infinity) : first };
      }
      case 'cause': case 'chain': {
        const step = this.take(/[0-9]+/y);
        if (!step) this.fail('a step');
        return { kind: name, step: Number(step[0]) };
      }
      case 'changed': return { kind: 'changed', path: this.path() };
      default:
        this.fail("store: type: is: seq: cause: chain: or changed:; 'in:state' is for 'fluxtape find'");
    }
  }

  pattern() {
    if (this.next === '"') { const text = this.string(); return (name) => name === text; }
    if (this.next === '/') { const expression = this.expression(); return (name) => expression.test(name); }
    const glob = this.take(/[^\s()]+/y)?.[0];
    if (!glob) this.fail('a name, such as cart.item*');
    const expression = new RegExp('^' + glob.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.') + '$', 's');
    return (name) => expression.test(name);
  }

  expression() {
    const match = this.take(/\/((?:[^/\\]|\\.)+)\//y);
    if (!match) this.fail("'/' at the end of the regular expression");
    try { return new RegExp(match[1].replaceAll('\\/', '/'), 'u'); } catch { return this.fail('a regular expression'); }
  }

  string() {
    const match = this.take(/"((?:[^"\\]|\\.)*)"/y);
    if (!match) this.fail("'\"' at the end of this text");
    try { return JSON.parse(match[0]); } catch { return match[1].replaceAll('\\"', '"'); }
  }

  comparison() {
    const left = this.operand();
    this.space();
    const relation = this.take(/==|!=|<=|>=|<|>|~/y)?.[0];
    if (!relation) this.fail('a comparison: == != < <= > >= ~');
    this.space();
    if (relation === '~') {
      let expression;
      if (this.next === '"') {
        try { expression = new RegExp(this.string(), 'u'); } catch { this.fail('a regular expression'); }
      } else expression = this.expression();
      return { kind: 'match', left, expression };
    }
    return { kind: 'compare', left, relation, right: this.operand() };
  }

  operand() {
    this.space();
    const number = this.take(/-?[0-9]+(?:\.(?!\.)[0-9]*)?(?:[eE][-+]?[0-9]+)?(us|µs|ms|s|min|h)?/y);
    if (number) {
      const unit = { us: 1, 'µs': 1, ms: 1e3, s: 1e6, min: 6e7, h: 3.6e9 }[number[1]];
      return { source: 'literal', value: unit ? parseFloat(number[0]) * unit : Number(number[0]) };
    }
    if (this.next === '"') {
      const start = this.place;
      const value = this.string();
      if (!/[.[/]/.test(this.next ?? '')) return { source: 'literal', value };
      this.place = start;
    }
    for (const [name, value] of [['true', true], ['false', false], ['null', null]]) if (this.word(name)) return { source: 'literal', value };
    for (const name of ['dur', 't', 'seq']) if (this.take(new RegExp(name + '(?![\\p{L}\\p{N}_.\\[/-])', 'uy'))) return { source: name };
    if (this.take(/len\(/y)) {
      const operand = this.operand();
      this.space();
      if (this.next !== ')') this.fail("')'");
      this.place += 1;
      return { source: 'length', operand };
    }
    if (this.take(/delta\(/y)) {
      const path = this.path();
      this.space();
      if (this.next !== ')') this.fail("')'");
      this.place += 1;
      return { source: 'delta', path };
    }
    const own = this.take(/(payload|prev)(?=[.[/])/y);
    const path = this.path();
    return { source: own?.[1] ?? 'state', path };
  }

  /** `.items[0].qty`, `cart.total`, `"cart#2".total`, `/items/0`; `[*]` is every element. */
  path() {
    let store = null;
    if (this.next === '"') store = this.string();
    else store = this.take(/[\p{L}_$][\p{L}\p{N}_$-]*/uy)?.[0] ?? null;
    const parts = [];
    const pointer = this.next === '/' ? this.take(/(?:\/[^\s()=!<>,/]*)+/y) : null;
    if (pointer) return { store, parts: tokensOf(pointer[0]) };
    for (;;) {
      if (this.take(/\.(?=["[\p{L}_$])/uy)) {
        if (this.next === '[') continue;
        parts.push(this.next === '"' ? this.string() : this.take(/[\p{L}_$][\p{L}\p{N}_$-]*/uy)[0]);
      } else if (this.take(/\[\*\]/y)) {
        parts.push(everyElement);
      } else if (this.next === '[') {
        const match = this.take(/\[(?:([0-9]+)|("(?:[^"\\]|\\.)*")|([\p{L}_$][\p{L}\p{N}_$-]*)=("(?:[^"\\]|\\.)*"|[^\]]+))\]/uy);
        if (!match) this.fail('an index, a key in quotes, key=value or *');
        if (match[3]) parts.push({ key: match[3], value: literal(match[4]) });
        else parts.push(match[1] ?? JSON.parse(match[2]));
      } else if (parts.length === 0 && this.take(/\./y)) {
        return { store, parts };
      } else {
        break;
      }
    }
    if (store === null && parts.length === 0) this.fail('a path, such as .items[0].qty or cart.total');
    return { store, parts };
  }
}

const everyElement = { every: true };

function literal(text) { try { return JSON.parse(text); } catch { return text; } }

const traits = {
  action: (row) => row[4] === 0,
  mark: (row) => row[4] === 1,
  gap: (row) => row[4] === 2 || row[4] === 3,
  bad: (row) => row[4] === 4,
  unknown: (row) => row[4] === 5,
  end: (row) => row[4] === 6,
  state: (row) => row[4] === 7,
  error: (row) => (row[5] & 1) !== 0,
  inflight: (row) => (row[5] & 2) !== 0,
  pending: (row) => (row[5] & 4) !== 0,
  lost: (row) => (row[5] & 8) !== 0,
  omitted: (row) => (row[5] & 16) !== 0,
  duplicate: (row) => (row[5] & 32) !== 0,
  unreduced: (row) => (row[5] & 64) !== 0,
  unchanged: (row) => (row[5] & 128) !== 0,
  changed: (row) => (row[5] & (256 | 1024)) !== 0 && (row[5] & 128) === 0,
  effect: (row) => (row[5] & 512) !== 0,
  init: (row, run) => row[4] === 0 && run.texts[row[3]] === '@@INIT',
  deinit: (row, run) => row[4] === 0 && run.texts[row[3]] === '@@DEINIT',
  snapshot: (row) => (row[5] & 1024) !== 0,
};

/** Small letters find capitals too. */
function textMatcher(text) {
  if (text !== text.toLowerCase()) return (other) => other.includes(text);
  return (other) => other.toLowerCase().includes(text);
}

/** All values that a path leads to. */
function valuesAt(value, parts, place = 0) {
  if (value === undefined) return [];
  if (place === parts.length) return [value];
  const part = parts[place];
  if (part === everyElement) {
    const children = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : [];
    return children.flatMap((child) => valuesAt(child, parts, place + 1));
  }
  if (typeof part === 'object') {
    const child = Array.isArray(value) ? value.find((element) => element instanceof Map && isEqual(element.get(part.key), part.value)) : undefined;
    return valuesAt(child, parts, place + 1);
  }
  return valuesAt(childOf(value, part), parts, place + 1);
}

function plain(value) { return value instanceof ExactNumber ? Number(value.text) : value; }

function holds(left, relation, right) {
  left = plain(left);
  right = plain(right);
  if (relation === '==') return isEqual(left, right);
  if (relation === '!=') return !isEqual(left, right);
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  switch (relation) {
    case '<': return left < right;
    case '<=': return left <= right;
    case '>': return left > right;
    default: return left >= right;
  }
}

/** Tells of each row of a run whether a query holds for it. What is not known holds never, and neither does its negation. */
class Filter {
  constructor(run, query) {
    this.run = run;
    this.query = query;
  }

  /** The rows for which it holds, rising. */
  rows() {
    const order = this.run.rows.map((_, place) => place);
    // States are gone through once, in the order of reduction.
    order.sort((one, other) => this.run.rows[one][9] - this.run.rows[other][9] || one - other);
    return order.filter((place) => this.truth(this.query, place) === true).sort((one, other) => one - other);
  }

  truth(part, place) {
    const row = this.run.rows[place];
    switch (part.kind) {
      case 'all': return this.combined(part.parts, place, false);
      case 'any': return this.combined(part.parts, place, true);
      case 'not': { const truth = this.truth(part.part, place); return truth === undefined ? undefined : !truth; }
      case 'store': return row[2] >= 0 && part.matches(this.run.stores[row[2]]);
      case 'type': return (row[4] === 0 || row[4] === 7) && part.matches(this.run.texts[row[3]]);
      case 'is': return part.holds(row, this.run);
      case 'seq': return row[0] >= part.first && row[0] <= part.last;
      case 'cause': return causesOf(row).includes(part.step);
      case 'chain': return this.chain(part.step).has(place);
      case 'changed': return this.isChanged(part.path, row);
      case 'text': return this.holdsText(part, row);
      case 'match': {
        const values = this.values(part.left, row);
        return values === undefined ? undefined : values.some((value) => typeof value === 'string' && part.expression.test(value));
      }
      default: {
        const left = this.values(part.left, row);
        const right = this.values(part.right, row);
        if (left === undefined || right === undefined) return undefined;
        return left.some((one) => right.some((other) => holds(one, part.relation, other)));
      }
    }
  }

  combined(parts, place, deciding) {
    let result = !deciding;
    for (const part of parts) {
      const truth = this.truth(part, place);
      if (truth === deciding) return truth;
      if (truth === undefined) result = undefined;
    }
    return result;
  }

  values(operand, row) {
    switch (operand.source) {
      case 'literal': return [operand.value];
      case 'seq': return row[0] ? [row[0]] : undefined;
      case 't': return row[1] === null ? undefined : [row[1]];
      case 'dur': return row[7] < 0 ? undefined : [row[7]];
      case 'payload': return row[8]?.p ? orNull(valuesAt(valueOf(row[8].p[0]), operand.path.parts), operand.path) : undefined;
      case 'length': {
        const values = this.values(operand.operand, row);
        return values?.map((value) => value instanceof Map ? value.size : typeof value === 'string' ? Array.from(value).length : value?.length)
          .filter((length) => length !== undefined);
      }
      case 'delta': {
        const [old, now] = ['prev', 'state'].map((source) => this.values({ source, path: operand.path }, row)?.map(plain));
        if (old === undefined || now === undefined) return undefined;
        return old.length === now.length ? now.map((value, i) => value - old[i]).filter((change) => !Number.isNaN(change)) : [];
      }
      default: {
        const store = operand.path.store === null ? row[2] : this.run.stores.indexOf(operand.path.store);
        if (store < 0) return undefined;
        const count = operand.source === 'prev' && (row[5] & 2048) !== 0 ? row[9] - 1 : row[9];
        const state = this.run.states.after(store, count);
        if (state === undefined) return this.run.states.isAbsent(store, count) ? orNull([], operand.path) : undefined;
        return orNull(valuesAt(state, operand.path.parts), operand.path);
      }
    }
  }

  isChanged(path, row) {
    if ((row[5] & 2048) === 0) return false;
    const [store, , patch, snapshot] = this.run.events[row[9] - 1];
    if (path.store !== null && this.run.stores[store] !== path.store) return false;
    if (snapshot && !patch) return true;
    return (patch || []).some((operation) => [operation.path, operation.from].some((pointer) => pointer !== undefined && touches(path, tokensOf(pointer))));
  }

  holdsText(part, row) {
    if (part.matches(this.run.texts[row[3]] ?? '')) return true;
    const details = row[8];
    if (details && ['p', 'e', 'b'].some((key) => details[key] && part.matches(textOf(valueOf(details[key]))))) return true;
    const patch = (row[5] & 2048) !== 0 ? this.run.events[row[9] - 1][2] : 0;
    return Boolean(patch) && patch.some((operation) => part.matches(JSON.stringify(operation)));
  }

  /** A step, what led to it and all that it led to. */
  chain(step) {
    if (this.chainStep === step) return this.chainRows;
    const { run } = this;
    this.chainStep = step;
    this.chainRows = new Set();
    const start = run.rowOfStep.get(step);
    if (start === undefined) return this.chainRows;
    const visit = (place, next) => {
      const waiting = [place];
      while (waiting.length > 0) {
        for (const other of next(waiting.pop())) if (!this.chainRows.has(other)) { this.chainRows.add(other); waiting.push(other); }
      }
    };
    visit(start, (place) => run.causes(place));
    visit(start, (place) => run.effects(place));
    this.chainRows.add(start);
    return this.chainRows;
  }
}

/** What is not there compares like null; of a path to many, nothing does. */
function orNull(values, path) {
  return values.length === 0 && !path.parts.includes(everyElement) ? [null] : values;
}

function touches(path, tokens) {
  for (let i = 0; i < Math.min(path.parts.length, tokens.length); i++) {
    if (typeof path.parts[i] === 'object') return true;
    if (path.parts[i] !== tokens[i]) return false;
  }
  return true;
}

function causesOf(row) { return Array.isArray(row[6]) ? row[6] : row[6] ? [row[6]] : []; }
