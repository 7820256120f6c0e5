// What a query means: tells for each row of a run whether the query holds for it.

const traits = {
  action: (row) => row[4] === 0,
  bad: (row) => row[4] === 4,
  changed: (row) => (row[5] & (flags.hasPatch | flags.hasState)) !== 0 && (row[5] & flags.unchanged) === 0,
  deinit: (row, run) => row[4] === 0 && run.texts[row[3]] === '@@DEINIT',
  duplicate: (row) => (row[5] & flags.repeated) !== 0,
  effect: (row) => (row[5] & flags.hasEffect) !== 0,
  end: (row) => row[4] === 6,
  error: (row) => (row[5] & flags.failed) !== 0 || (row[4] === 1 && row[8]?.l === 'error'),
  gap: (row) => row[4] === 2 || row[4] === 3,
  inflight: (row) => (row[5] & flags.inFlight) !== 0,
  init: (row, run) => row[4] === 0 && run.texts[row[3]] === '@@INIT',
  lost: (row) => (row[5] & flags.lost) !== 0,
  mark: (row) => row[4] === 1,
  omitted: (row) => (row[5] & flags.omitted) !== 0,
  pending: (row) => (row[5] & flags.pending) !== 0,
  snapshot: (row) => (row[5] & flags.hasState) !== 0,
  state: (row) => row[4] === 7,
  torn: (row) => (row[5] & flags.torn) !== 0,
  unchanged: (row) => (row[5] & flags.unchanged) !== 0,
  unknown: (row) => row[4] === 5,
  unreduced: (row) => (row[5] & flags.unreduced) !== 0,
};

/** The values of one side of a comparison, `undefined` for one that is not there; and whether there may be more that are not known. */
class Values {
  constructor(values, isUnknown = false) { Object.assign(this, { values, isUnknown }); }

  static get unknown() { return new Values([], true); }

  /** What a path leads to in a document, or in none. */
  static at(path, document) {
    const values = document === undefined ? [] : valuesAt(document, path.parts);
    return new Values(values.length > 0 || path.parts.includes(everyElement) ? values : [undefined]);
  }

  /** A number that the values have together, or each: Measure in Condition.swift says what they mean. */
  measured(measure, members) {
    switch (measure) {
      case 'len': return this.lengths;
      case 'sum': return this.sum(members);
      case 'duplicates': return this.together((values) => values.length - new Set(values.map(keyOf)).size);
      default: {
        const relation = measure === 'descents' ? '<' : '>';
        return this.together((values) => values.filter((value, i) => i > 0 && holds(value, relation, values[i - 1]) === true).length);
      }
    }
  }

  /** One number for all values; unknown if one of them is. */
  together(measure) {
    const values = this.values.filter((value) => value !== undefined);
    return this.isUnknown || values.some(isLeftOut) ? Values.unknown : new Values([measure(values)]);
  }

  /** The sum is absent if a factor is not a number. */
  sum(members) {
    const present = this.values.filter((value) => value !== undefined);
    const terms = present.map((value) => (members.length > 0 ? members.map((member) => memberOf(value, member)) : [value]));
    if (terms.flat().some(isLeftOut)) return Values.unknown;
    return this.together(() => {
      if (!terms.flat().every(isNumeric)) return undefined;
      const total = (number) => terms.reduce((sum, term) => sum + term.reduce((product, factor) => product * number(factor), number(1)), number(0));
      if (terms.flat().every((factor) => /^-?[0-9]+$/.test(factor.text ?? factor))) return numberOf(String(total((factor) => BigInt(factor.text ?? factor))));
      const rounded = total((factor) => Number(factor.text ?? factor));
      return Number.isFinite(rounded) ? rounded : undefined;
    });
  }

  /** How long each is: elements, members or characters. */
  get lengths() {
    const known = this.values.filter((value) => !isLeftOut(value));
    const lengths = known.map((value) => (typeof value === 'string' ? charactersOf(value).length : value instanceof Map ? value.size : value?.length));
    return new Values(lengths, this.isUnknown || known.length < this.values.length);
  }

  isSame(other) {
    const isSame = (one, other) => one === other || (one !== undefined && other !== undefined && isEqual(one, other));
    return this.values.length === other.values.length && this.values.every((value, i) => isSame(value, other.values[i]));
  }
}

/** All values that a path leads to. */
function valuesAt(value, parts, place = 0) {
  if (value === undefined) return [];
  if (place === parts.length) return [value];
  const part = parts[place];
  if (part !== everyElement) return valuesAt(childAt(value, part), parts, place + 1);
  const children = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : [];
  return children.flatMap((child) => valuesAt(child, parts, place + 1));
}

function childAt(value, part) {
  if (part.index !== undefined) return Array.isArray(value) ? value[part.index] : undefined;
  if (part.key === undefined) return memberOf(value, part.member ?? part.token);
  if (!Array.isArray(value)) return undefined;
  const hasValue = (member) => member !== undefined && isEquivalent(member, part.value);
  return value.find((element) => hasValue(memberOf(element, part.key)));
}

/** What a key leads to, as the app has it or as the log writes it: with one more `$` before a `$`. */
function memberOf(value, key) {
  const member = childOf(value, key);
  return member === undefined && key.startsWith('$') ? childOf(value, '$' + key) : member;
}

/** Whether one value stands in a relation to another; `undefined` where that is not known. */
function holds(left, relation, right) {
  // What is not there compares like null, but of two that are not there nothing can be said.
  if (left === undefined && right === undefined) return undefined;
  [left, right] = [left ?? null, right ?? null];
  if (isLeftOut(left) || isLeftOut(right)) return left === null || right === null ? relation === '!=' : undefined;
  if (relation === '==') return isEquivalent(left, right);
  if (relation === '!=') return !isEquivalent(left, right);
  const order = orderOf(left, right);
  return order !== null && holdsOrder(order, relation);
}

function holdsOrder(order, relation) {
  switch (relation) {
    case '==': return order === 0;
    case '!=': return order !== 0;
    case '<': return order < 0;
    case '<=': return order <= 0;
    case '>': return order > 0;
    default: return order >= 0;
  }
}

/** The order of two numbers, or of two texts by their code points; `null` for others. */
function orderOf(left, right) {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  const [one, other] = [floatOf(left), floatOf(right)];
  return one < other ? -1 : one > other ? 1 : one === other ? 0 : null;
}

function compareTexts(left, right) {
  let place = 0;
  while (place < left.length && left[place] === right[place]) place += 1;
  if (place === left.length || place === right.length) return left.length - right.length;
  // The second half of a pair tells as much as the pair, where the first halves are the same.
  const isPair = (unit) => unit >= 0xd800 && unit < 0xe000;
  const [one, other] = [left.charCodeAt(place), right.charCodeAt(place)];
  return isPair(one) === isPair(other) ? one - other : isPair(one) ? 1 : -1;
}

/** The value of a number, finite or not; not a number for what is none. */
function floatOf(value) {
  if (isNumeric(value)) return Number(value.text ?? value);
  const tag = tagOf(value);
  return tag?.name === '$float' ? { inf: Infinity, '-inf': -Infinity, nan: NaN }[tag.content] : NaN;
}

/** A secret, a value that was too large, one that could not be encoded: not known. */
function isLeftOut(value) {
  const tag = tagOf(value);
  return tag !== null && tag.name !== '$float';
}

/** A text, or how another scalar is written; `null` for arrays and objects. */
function scalarText(value) { return typeof value === 'string' ? value : value instanceof Map || Array.isArray(value) ? null : textOf(value); }

/** Whether a key or a scalar in a value holds the text. What states have in common is looked at once, where `known` keeps the answers. */
function holdsText(pattern, value, known = null) {
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return pattern.matches(scalarText(value));
  if (known?.has(value)) return known.get(value);
  const isIn = value instanceof Map
    ? [...value].some(([key, member]) => pattern.matches(key) || holdsText(pattern, member, known))
    : value.some((element) => holdsText(pattern, element, known));
  known?.set(value, isIn);
  return isIn;
}

/** Tells for each row of a run whether a query holds for it. What is not known never holds, and neither does its negation. */
class Filter {
  constructor(run, query) {
    Object.assign(this, { run, query, types: new Map() });
  }

  /** What keeps a query from finding anything where only these stores are: a path that names another one. */
  static problem(query, stores) {
    for (const path of pathsOf(query)) {
      if (path.store === null || stores.includes(path.store)) continue;
      const known = stores.slice(0, 12).join(', ') + (stores.length > 12 ? ', …' : '');
      const expected = `a store of this log (${known}), '.' before a member of the step's own store, or quotes around a text`;
      return new QueryFailure(path.offset, expected, meantField(path) ?? nearestName(path.store, stores));
    }
    return null;
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
      case 'not': return negated(this.truth(part.part, place));
      case 'store': return row[2] >= 0 && part.pattern.matches(this.run.stores[row[2]]);
      case 'type': return (row[4] === 0 || row[4] === 7) && this.isOfType(part.pattern, row[3]);
      case 'trace': return row[8]?.tr !== undefined && part.pattern.matches(row[8].tr);
      case 'is': return traits[part.trait](row, this.run);
      case 'seq': return row[0] > 0 && row[0] >= part.first && row[0] <= part.last;
      case 'cause': return causesOf(row).includes(part.step) && part.step < row[0];
      case 'chain': return this.chain(part.step).has(place);
      case 'field': return this.holdsField(part, row);
      case 'changed': return this.isChanged(part, row);
      case 'text': return this.isInRecord(part.pattern, row);
      case 'stateText': return this.isInState(part.pattern, row);
      case 'match': return this.isMatch(part, row);
      default: return this.isCompared(part, row);
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

  /** Many rows have the same type. */
  isOfType(pattern, text) {
    if (!this.types.has(pattern)) this.types.set(pattern, new Map());
    const known = this.types.get(pattern);
    if (!known.has(text)) known.set(text, pattern.matches(this.run.texts[text]));
    return known.get(text);
  }

  holdsField({ field, relation, value }, row) {
    const own = { seq: row[0] || null, t: row[1], dur: row[7] < 0 ? null : row[7] }[field];
    return own === null ? undefined : holdsOrder(own - value, relation);
  }

  isCompared(part, row) {
    if ([part.left, part.right].some((side) => side.source === 'delta') && (row[5] & flags.changeUnknown) !== 0) return undefined;
    const event = this.touching([part.left, part.right], row);
    const [left, right] = [part.left, part.right].map((side) => this.values(side, row, event));
    let truth = left.isUnknown || right.isUnknown ? undefined : false;
    for (const one of left.values) {
      for (const other of right.values) {
        const holdsHere = holds(one, part.relation, other);
        if (holdsHere) return true;
        if (holdsHere === undefined) truth = undefined;
      }
    }
    return truth;
  }

  isMatch({ left, pattern }, row) {
    if (left.source === 'delta' && (row[5] & flags.changeUnknown) !== 0) return undefined;
    const { values, isUnknown } = this.values(left, row, this.touching([left], row));
    const isScalar = (value) => value !== undefined && value !== null && scalarText(value) !== null;
    if (values.some((value) => isScalar(value) && pattern.matches(scalarText(value)))) return true;
    return isUnknown || values.some(isLeftOut) ? undefined : false;
  }

  isChanged({ path }, row) {
    if ((row[5] & flags.changeUnknown) !== 0) return undefined;
    const side = { source: 'delta', path };
    if (!this.touching([side], row)) return false;
    const store = this.storeOf(path, row);
    const [before, after] = [this.toldValues(path, store, row[9] - 1), this.ownValues(path, store, row)];
    if (before.isUnknown || after.isUnknown) return undefined;
    return !before.isSame(after);
  }

  /** The values after what the row itself did: where a whole state shows what other rows may have done too, after the patch beside it. */
  ownValues(path, store, row) {
    if ((row[5] & flags.isUncertain) === 0) return this.toldValues(path, store, row[9]);
    const state = this.run.states.after(store, row[9] - 1);
    if (!row[8]?.r || state === undefined) return Values.unknown;
    try {
      return Values.at(path, row[8].r.reduce((state, operation) => applied(operation, state), state));
    } catch {
      return Values.unknown;
    }
  }

  // Values

  /** Whether what the row did to its store's state may change what one of these looks at. */
  touching(sides, row) {
    const event = this.run.event(row);
    if (!event) return false;
    return sides.some((side) => {
      const path = statePathOf(side);
      if (!path || this.storeOf(path, row) !== event[0]) return false;
      return !event[2] || event[2].some((operation) => isTouched(path, operation));
    });
  }

  values(side, row, isTouched) {
    switch (side.source) {
      case 'literal': return new Values([side.value]);
      case 'payload': return Values.at(side.path, row[8]?.p ? valueOf(row[8].p[0]) : undefined);
      case 'measure': return this.values(side.operand, row, isTouched).measured(side.measure, side.members);
      case 'prev': return this.stateValues(side.path, row, isTouched ? row[9] - 1 : row[9]);
      case 'delta': return this.differences(side.path, row, isTouched);
      default: return this.stateValues(side.path, row, row[9]);
    }
  }

  differences(path, row, isTouched) {
    const now = this.stateValues(path, row, row[9]);
    const isOwn = isTouched && this.storeOf(path, row) === row[2];
    const old = isOwn ? this.stateValues(path, row, row[9] - 1) : now;
    if (old.values.length !== now.values.length) return Values.unknown;
    const pairs = now.values.map((value, i) => [old.values[i], value]).filter((pair) => pair.every(isNumeric));
    const differences = pairs.map(([from, to]) => numberDifference(from, to)).filter((difference) => difference !== null);
    return new Values(differences, old.isUnknown || now.isUnknown);
  }

  /** The values of a path after so many events. */
  stateValues(path, row, count) {
    const store = this.storeOf(path, row);
    const isDoubtful = count < row[9] ? row[8]?.qb : row[8]?.q?.includes(store);
    return isDoubtful ? Values.unknown : this.toldValues(path, store, count);
  }

  /** The same as the log tells it, whether or not that is certain. */
  toldValues(path, store, count) {
    const state = store < 0 ? undefined : this.run.states.after(store, count);
    if (store < 0 || (state === undefined && !this.run.states.isAbsent(store, count))) return Values.unknown;
    return Values.at(path, state);
  }

  /** The store that a path looks at, or -1. */
  storeOf(path, row) { return path.store === null ? row[2] : this.run.stores.indexOf(path.store); }

  // Texts

  /** In the words of the row, contents, error, or in the paths and values of what the step changed. */
  isInRecord(pattern, row) {
    const type = this.run.texts[row[3]];
    if (pattern.matches(type) && (row[4] !== 4 && row[4] !== 5)) return true;
    // The store is named beside @@INIT and the like, and beside a state.
    if (row[2] >= 0 && (row[4] === 7 || (row[4] === 0 && type.startsWith('@@'))) && pattern.matches(this.run.stores[row[2]])) return true;
    const details = row[8] || {};
    if (details.f && effectWords(details.f).some((word) => pattern.matches(word))) return true;
    if (details.p && holdsText(pattern, valueOf(details.p[0]))) return true;
    if (details.e && [details.e.type, details.e.message].some((text) => pattern.matches(text))) return true;
    if (details.b !== undefined && pattern.matches(details.b)) return true;
    if (details.u && holdsText(pattern, valueOf(details.u[0]))) return true;
    const event = this.run.event(row);
    const patch = details.r ?? event?.[2];
    if (patch) return patch.some((operation) => isInOperation(pattern, operation));
    return Boolean(event?.[3]) && holdsText(pattern, valueOf(event[3][0]));
  }

  isInState(pattern, row) {
    if (row[2] < 0 || row[8]?.q?.includes(row[2])) return undefined;
    const state = this.run.states.after(row[2], row[9]);
    pattern.known ??= new WeakMap();
    if (state !== undefined) return holdsText(pattern, state, pattern.known);
    return this.run.states.isAbsent(row[2], row[9]) ? false : undefined;
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

function negated(truth) { return truth === undefined ? undefined : !truth; }

/** The name of an effect, which may have blanks, and its phase. */
function effectWords(text) {
  const end = text.lastIndexOf(' ');
  return [text.slice(0, end), text.slice(end + 1)];
}

function isInOperation(pattern, operation) {
  if (pattern.matches(operation.path)) return true;
  if (operation.op === 'splice') return pattern.matches(operation.ins);
  return operation.value !== undefined && holdsText(pattern, valueOf(operation.value));
}

/** All paths in states that a query names. */
function pathsOf(part) {
  switch (part.kind) {
    case 'all': case 'any': return part.parts.flatMap(pathsOf);
    case 'not': return pathsOf(part.part);
    case 'changed': return [part.path];
    case 'compare': return [part.left, part.right].map(statePathOf).filter(Boolean);
    case 'match': return [part.left].map(statePathOf).filter(Boolean);
    default: return [];
  }
}

/** The path in a state that a side of a comparison has, if any. */
function statePathOf(side) {
  if (side.source === 'measure') return statePathOf(side.operand);
  return side.source === 'payload' ? undefined : side.path;
}

/** Whether an operation may change what a path leads to: what it names is on the way there, there, or below. */
function isTouched(path, operation) {
  switch (operation.op) {
    case 'test': return false;
    case 'replace': case 'splice': return overlaps(path, tokensOf(operation.path));
    case 'move': return overlaps(path, movedTokens(operation.from)) || overlaps(path, movedTokens(operation.path));
    default: return overlaps(path, movedTokens(operation.path));
  }
}

/** What an insertion or removal may change: of what may be an array, all of it. */
function movedTokens(pointer) {
  const tokens = tokensOf(pointer);
  return /^(-|0|[1-9][0-9]*)$/.test(tokens.at(-1) ?? '') ? tokens.slice(0, -1) : tokens;
}

function overlaps(path, tokens) {
  for (let i = 0; i < Math.min(path.parts.length, tokens.length); i++) {
    const part = path.parts[i];
    if (part === everyElement) continue;
    // Which element it is may depend on any of them.
    if (part.key !== undefined) return true;
    const key = part.member ?? part.token ?? String(part.index);
    if (key !== tokens[i] && !(key.startsWith('$') && '$' + key === tokens[i])) return false;
  }
  return true;
}
