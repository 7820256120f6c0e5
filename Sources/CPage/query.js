// Reads the text of a filter: the query language of `fluxtape find`, all of it. Filter (filter.js) says what a query means.
//
//   store: type: is: seq: cause: chain: trace: changed: in:state    "text"   /re/   dur > 1ms   t > 2s   seq > 5
//   .items[0].qty > 2   cart.total < 0   payload.sku == "p7"   prev.total != .total   len(.items) > 3   delta(.total) < 0   .name ~ "^A"
//   sum(.items[*], qty * price) != .total   duplicates(.items[*].id) > 0   descents(.items[*].at) > 0   ascents(…)
//   side by side: and; or, not, -, parentheses

const fieldNames = ['store', 'type', 'is', 'seq', 'cause', 'chain', 'trace', 'changed', 'in'];
const traitNames = [
  'action', 'bad', 'changed', 'deinit', 'duplicate', 'effect', 'end', 'error', 'gap', 'inflight', 'init', 'lost', 'mark', 'omitted', 'pending',
  'snapshot', 'state', 'torn', 'unchanged', 'unknown', 'unreduced',
];
const relations = ['==', '!=', '<=', '>=', '<', '>', '~'];
const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
/** In microseconds. */
const units = new Map([['us', 1], ['µs', 1], ['μs', 1], ['ms', 1e3], ['s', 1e6], ['min', 60e6], ['h', 3600e6]]);
/** What words of other tools mean, for a suggestion. */
const meantFields = new Map([
  ['took', 'dur'], ['takes', 'dur'], ['duration', 'dur'], ['elapsed', 'dur'], ['time', 't'], ['at', 't'], ['step', 'seq'], ['n', 'seq'],
]);
const measureNames = ['len', 'sum', 'duplicates', 'descents', 'ascents'];
const maximumDepth = 64;
const everyElement = { every: true };

/** The field that is meant if a path is a single word and no store has that name. */
function meantField(path) {
  return path.store === null || path.parts.length ? null : meantFields.get(path.store.toLowerCase()) ?? null;
}

/** Goes through the characters of a query; what a sign means depends on where it stands. */
class QueryReader {
  constructor(text) {
    this.characters = charactersOf(text);
    this.place = 0;
    this.depth = 0;
  }

  // Structure

  query() {
    const condition = this.alternatives();
    if (this.next !== undefined) this.fail("a condition or the end, as no '(' is open");
    return condition;
  }

  alternatives() {
    const parts = [this.all()];
    while (this.skipWord('or')) parts.push(this.all());
    return parts.length === 1 ? parts[0] : { kind: 'any', parts };
  }

  all() {
    const parts = [this.term()];
    for (;;) {
      this.skipSpace();
      if (this.next === undefined || this.next === ')' || this.isAtWord('or')) break;
      this.skipWord('and');
      parts.push(this.term());
    }
    return parts.length === 1 ? parts[0] : { kind: 'all', parts };
  }

  term() {
    this.depth += 1;
    if (this.depth > maximumDepth) this.fail(`at most ${maximumDepth} nested parentheses and negations`);
    this.skipSpace();
    const condition = this.negationOrGroup() ?? this.simpleTerm();
    this.depth -= 1;
    return condition;
  }

  negationOrGroup() {
    if (this.skipWord('not')) return { kind: 'not', part: this.term() };
    const following = this.characters[this.place + 1];
    if (this.next === '-' && following !== undefined && !isSpace(following) && !isDigit(following)) {
      this.place += 1;
      return { kind: 'not', part: this.term() };
    }
    if (this.next !== '(') return null;
    const start = this.place;
    this.place += 1;
    const condition = this.alternatives();
    this.skipSpace();
    if (!this.skip(')')) this.failAt(this.next === undefined ? start : this.place, "')' for this '('");
    return condition;
  }

  simpleTerm() {
    if (this.next === undefined) this.fail('a condition, such as type:cart.*, .total < 0 or "a text"');
    if (this.relationHere) this.fail(`a path or value before '${this.relationHere}', such as .total`);
    if (this.next === ')') this.fail("a condition before ')'");
    for (const word of ['and', 'or']) if (this.isAtWord(word)) this.fail(`a condition before '${word}'`);
    const name = this.nameBeforeColon;
    if (name !== null) return this.field(name);
    const start = this.place;
    if (this.next === '/' && this.isExpressionAlone) return { kind: 'text', pattern: this.expressionPattern() };
    if (this.next === '"' && !this.isQuotedOperand) return { kind: 'text', pattern: literalPattern(this.nonEmptyText()) };
    if (this.isBareText) return { kind: 'text', pattern: literalPattern(this.word()) };
    return this.comparison(start);
  }

  // Fields

  get nameBeforeColon() {
    let end = this.place;
    while (/^\p{Alphabetic}/u.test(this.characters[end] ?? '')) end += 1;
    return end > this.place && this.characters[end] === ':' ? this.text(this.place, end) : null;
  }

  field(name) {
    if (!fieldNames.includes(name)) this.failUnknownField(name);
    this.place += name.length + 1;
    switch (name) {
      case 'store': return { kind: 'store', pattern: this.namePattern("a store's name, such as cart or cart*") };
      case 'type': return { kind: 'type', pattern: this.namePattern("an action's type, such as cart.item* or /regex/") };
      case 'trace': return { kind: 'trace', pattern: this.namePattern('the identifier of a trace, such as 4bf92f*') };
      case 'is': return { kind: 'is', trait: this.trait() };
      case 'seq': return this.stepRange();
      case 'changed': return { kind: 'changed', path: this.path() };
      case 'in': return this.stateText();
      default: return { kind: name, step: this.step() };
    }
  }

  failUnknownField(name) {
    if (['dur', 't'].includes(name)) this.fail(`'${name} > …', as '${name}' is compared`, `${name} >`);
    const nearest = nearestName(name, fieldNames);
    this.fail(`one of ${fieldNames.map((field) => field + ':').join(' ')}, or quotes around a text with a colon`, nearest && nearest + ':');
  }

  namePattern(expected) {
    if (this.next === '"') return exactPattern(this.string());
    if (this.next === '/') return this.expressionPattern();
    const start = this.place;
    const text = this.word();
    if (text === '') this.failAt(start, expected);
    return /[*?]/.test(text) ? { glob: text, matches: globMatcher(text) } : exactPattern(text);
  }

  trait() {
    const start = this.place;
    const name = this.word();
    if (traitNames.includes(name)) return name;
    return this.failAt(start, `one of ${traitNames.join(' ')}`, nearestName(name, traitNames));
  }

  step() {
    const start = this.place;
    const step = this.integer();
    return step >= 1 ? step : this.failAt(start, 'a step number, 1 or more');
  }

  /** `100..200`, `100..`, `..200` or `100`. */
  stepRange() {
    const first = this.next === '.' ? 1 : this.step();
    if (!this.skip('.') || !this.skip('.')) {
      const isEnd = this.next === '.' || this.next === undefined || isSpace(this.next) || this.next === ')';
      if (isEnd && this.characters[this.place - 1] !== '.') return { kind: 'seq', first, last: first };
      this.fail("'..' and the last step, or the end of the number");
    }
    if (!isDigit(this.next)) return { kind: 'seq', first, last: Infinity };
    const start = this.place;
    const last = this.step();
    if (last < first) this.failAt(start, `a last step that is not before ${first}`);
    return { kind: 'seq', first, last };
  }

  stateText() {
    if (!this.isAtWord('state')) this.fail("'state', as in in:state \"text\"", 'state');
    this.place += 'state'.length;
    this.skipSpace();
    if (this.next === undefined || this.next === ')') this.fail('the text to look for in states');
    if (this.next === '/') return { kind: 'stateText', pattern: this.expressionPattern() };
    return { kind: 'stateText', pattern: literalPattern(this.next === '"' ? this.nonEmptyText() : this.word()) };
  }

  // Texts

  /** Whether what is in quotes here is a side of a comparison, or names a store. */
  get isQuotedOperand() {
    return this.peek(() => {
      this.string();
      if (this.isPathGoingOn) return true;
      this.skipSpace();
      return this.relationHere !== null;
    });
  }

  /** Whether a word stands here that is no part of a comparison. */
  get isBareText() {
    if (!/^[\p{Alphabetic}\p{N}@_#]/u.test(this.next)) return false;
    return this.peek(() => {
      if (/[.[/=<>!~]/.test(this.word()) || this.next === '(' || this.next === '"') return false;
      this.skipSpace();
      return this.relationHere === null;
    });
  }

  /** Whether `/re/` stands here and not a path: that has a relation behind it. */
  get isExpressionAlone() {
    const isPath = this.peek(() => {
      this.path();
      this.skipSpace();
      return this.relationHere !== null;
    });
    return !isPath && this.characters.includes('/', this.place + 1);
  }

  nonEmptyText() {
    const start = this.place;
    return this.string() || this.failAt(start, 'a text that is not empty');
  }

  /** `/re/`, in which `\/` is a slash. */
  expressionPattern() {
    const start = this.place;
    this.place += 1;
    while (this.next !== undefined && this.next !== '/') this.place += this.next === '\\' ? 2 : 1;
    if (this.next !== '/') this.failAt(start, "'/' at the end of the regular expression");
    this.place += 1;
    return this.pattern(this.text(start + 1, this.place - 1), start + 1);
  }

  pattern(text, offset) {
    if (text === '') throw new QueryFailure(offset, 'a regular expression that is not empty');
    try {
      const expression = new RegularExpression(text);
      return { expression: text, matches: (other) => expression.matches(other) };
    } catch (error) {
      throw error instanceof QueryFailure ? new QueryFailure(offset + error.offset, error.expected) : error;
    }
  }

  // Comparisons

  comparison(start) {
    const left = this.side();
    this.skipSpace();
    const relation = this.relationHere;
    if (!relation) {
      this.fail('a comparison (== != < <= > >= ~) here, or quotes around a text to look for', this.next === '=' ? '==' : null);
    }
    this.place += relation.length;
    this.skipSpace();
    if (relation === '~') return this.match(left, start);
    const rightPlace = this.place;
    return this.compared(left, relation, this.side(), start, rightPlace);
  }

  match(left, start) {
    if (left.source === 'literal' || left.field || left.duration !== undefined) this.failAt(start, "a path before '~'");
    if (this.next === '/') return { kind: 'match', left, pattern: this.expressionPattern() };
    if (this.next !== '"') this.fail('a regular expression in quotes or between slashes');
    const place = this.place;
    return { kind: 'match', left, pattern: this.pattern(withoutEscapedQuotes(this.quoted()), place + 1) };
  }

  compared(left, relation, right, leftPlace, rightPlace) {
    if (left.field) return { kind: 'field', field: left.field, relation, value: this.fieldValue(right, left.field, rightPlace) };
    if (right.field) return { kind: 'field', field: right.field, relation: mirrored[relation], value: this.fieldValue(left, right.field, leftPlace) };
    for (const [side, place, other, otherPlace] of [[left, leftPlace, right, rightPlace], [right, rightPlace, left, leftPlace]]) {
      if (side.duration === undefined) continue;
      const meant = other.source === 'state' ? meantField(other.path) : null;
      if (meant) this.failAt(otherPlace, 'dur or t beside a time', meant);
      this.failAt(place, 'a number without a unit: units are for dur and t');
    }
    if (left.source === 'literal' && right.source === 'literal') this.failAt(leftPlace, 'a path on one side of the comparison');
    return { kind: 'compare', left, relation, right };
  }

  /** What a number that the log has of each row is compared with. */
  fieldValue(side, field, place) {
    if (field !== 'seq' && side.duration !== undefined) return side.duration;
    const integer = side.source === 'literal' ? integerOf(side.value) : null;
    if (integer !== null && (field === 'seq' || integer === 0)) return integer;
    return this.failAt(place, field === 'seq' ? 'a step number' : 'a time with its unit (us, ms, s, min, h), such as 1.5ms');
  }

  side() {
    if (this.next === undefined) this.fail('a value or path');
    if (this.next === '-' || isDigit(this.next)) return this.number();
    if (this.next === '"') return this.quotedSide();
    if (this.isPathGoingOn) return { source: 'state', path: this.path() };
    const start = this.place;
    const name = this.identifier();
    if (name === '') this.fail('a value or path', { '&': 'and', '|': 'or', '!': 'not' }[this.next] ?? null);
    if (measureNames.includes(name) && this.next === '(') return this.measure(name);
    if (name === 'delta' && this.next === '(') return this.delta();
    if (!this.isPathGoingOn) {
      if (name === 'true' || name === 'false') return { source: 'literal', value: name === 'true' };
      if (name === 'null') return { source: 'literal', value: null };
      if (['dur', 't', 'seq'].includes(name)) return { field: name };
    }
    this.place = start;
    return this.sourcedPath();
  }

  /** A path in the state after the step, or `payload` or `prev` and a path. */
  sourcedPath() {
    const start = this.place;
    const name = this.identifier();
    if (name === 'payload' || (name === 'prev' && this.isPathGoingOn)) {
      return { source: name, path: { store: null, parts: this.pathParts(), offset: start } };
    }
    if (name === 'prev') this.fail("'.' and a path in the state before");
    this.place = start;
    return { source: 'state', path: this.path() };
  }

  /** A path in parentheses. After the path of a sum may stand the members to multiply. */
  measure(measure) {
    this.place += 1;
    this.skipSpace();
    const operand = this.sourcedPath();
    this.skipSpace();
    const members = measure === 'sum' && this.skip(',') ? this.factors() : [];
    if (!this.skip(')')) this.fail("')'");
    return { source: 'measure', measure, members, operand };
  }

  factors() {
    const members = [];
    do {
      this.skipSpace();
      const member = this.next === '"' ? this.string() : this.identifier();
      if (member === '') this.fail('the name of a number in each element');
      members.push(member);
      this.skipSpace();
    } while (this.skip('*'));
    return members;
  }

  delta() {
    const start = this.place + 1;
    const { operand } = this.measure('len');
    if (operand.source !== 'state') this.failAt(start, 'a path in the state');
    return { source: 'delta', path: operand.path };
  }

  quotedSide() {
    const start = this.place;
    const value = this.string();
    if (!this.isPathGoingOn) return { source: 'literal', value };
    this.place = start;
    return { source: 'state', path: this.path() };
  }

  /** A JSON number, or a number with a unit of time. */
  number() {
    const start = this.place;
    while (isDigit(this.next) || (this.next !== undefined && '+-.eE'.includes(this.next))) {
      if (this.next === '.' && this.characters[this.place + 1] === '.') break;
      this.place += 1;
    }
    const text = this.text(start, this.place);
    if (!isNumber(text)) this.failAt(start, 'a JSON number');
    const unitPlace = this.place;
    const unit = this.identifier();
    if (unit === '') return { source: 'literal', value: numberOf(text) };
    if (!units.has(unit)) this.failAt(unitPlace, 'a unit (us, ms, s, min, h) or white space');
    const time = Number(text) * units.get(unit);
    if (!(Math.abs(time) < 2 ** 63)) this.failAt(start, 'a shorter time');
    return { duration: Math.sign(time) * Math.round(Math.abs(time)) };
  }

  // Paths

  /** `.items[0].qty`, `cart.total`, `"cart#2".total`, `/items/0`, `cart/items/0`; `[*]` is every element or member. */
  path() {
    const offset = this.place;
    let store = null;
    if (this.next === '"') {
      store = this.string();
    } else if (!this.isPathGoingOn) {
      store = this.identifier();
      if (store === '') this.fail('a path, such as .items[0].qty, cart.total or /items/0');
    }
    return { store, parts: this.pathParts(), offset };
  }

  get isPathGoingOn() { return this.next === '.' || this.next === '[' || this.next === '/'; }

  /** What follows the store. A point alone is the whole state. */
  pathParts() {
    if (this.next === '/') return this.pointer();
    if (this.next === '.' && this.isEndOfPath(this.place + 1)) {
      this.place += 1;
      return [];
    }
    const parts = [];
    while (this.next === '.' || this.next === '[') {
      const isPoint = this.next === '.';
      this.place += 1;
      // Other tools write `.["a key"]`.
      parts.push(isPoint && !this.skip('[') ? this.member() : this.bracketed());
    }
    return parts;
  }

  isEndOfPath(place) {
    const character = this.characters[place];
    return character === undefined || isSpace(character) || ')=!<>~,'.includes(character);
  }

  member() {
    if (this.next === '"') return { member: this.string() };
    const member = this.identifier();
    if (member === '') this.fail('a key after the dot, in quotes unless it is a word');
    return { member };
  }

  bracketed() {
    const part = this.insideBrackets();
    if (!this.skip(']')) this.fail("']'");
    return part;
  }

  insideBrackets() {
    if (this.skip('*')) return everyElement;
    if (this.next === '"') {
      const member = this.string();
      return this.next === '=' ? this.elementWith(member) : { member };
    }
    if (isDigit(this.next)) {
      const start = this.place;
      const index = this.integer();
      return index === null ? this.failAt(start, 'a smaller index') : { index };
    }
    const key = this.identifier();
    if (key === '') this.fail("an index, '*', a key in quotes or key=value");
    return this.elementWith(key);
  }

  elementWith(key) {
    if (!this.skip('=')) this.fail("'=' and a value");
    if (this.next === '"') return { key, value: this.string() };
    const start = this.place;
    while (this.next !== undefined && this.next !== ']') this.place += 1;
    const text = this.text(start, this.place).trim();
    try { return { key, value: isNumber(text) ? numberOf(text) : valueOf(JSON.parse(text)) }; } catch {
      return this.failAt(start, 'a JSON value, texts in quotes');
    }
  }

  /** A JSON Pointer, up to white space, a parenthesis or a relation. `~0` and `~1` belong to it. */
  pointer() {
    const start = this.place;
    const isEscape = () => this.next === '~' && '01'.includes(this.characters[this.place + 1] ?? ' ');
    while (this.next !== undefined && (!this.isEndOfPath(this.place) || isEscape())) this.place += 1;
    return tokensOf(this.text(start, this.place)).map((token) => ({ token }));
  }

  // Characters

  get next() { return this.characters[this.place]; }
  text(start, end) { return this.characters.slice(start, end).join(''); }
  fail(expected, suggestion = null) { throw new QueryFailure(Math.min(this.place, this.characters.length), expected, suggestion); }

  failAt(place, expected, suggestion = null) {
    this.place = place;
    this.fail(expected, suggestion);
  }

  /** Reads on without moving; what cannot be read is not so. */
  peek(read) {
    const start = this.place;
    try { return read(); } catch (error) {
      if (error instanceof QueryFailure) return false;
      throw error;
    } finally { this.place = start; }
  }

  skipSpace() { while (this.next !== undefined && isSpace(this.next)) this.place += 1; }

  skip(character) {
    if (this.next !== character) return false;
    this.place += 1;
    return true;
  }

  /** Whether a word stands here, and nothing that would make it part of something longer. */
  isAtWord(word) {
    const end = this.place + word.length;
    if (this.text(this.place, end) !== word) return false;
    const following = this.characters[end];
    return following === undefined || isSpace(following) || '()"'.includes(following);
  }

  skipWord(word) {
    this.skipSpace();
    if (!this.isAtWord(word)) return false;
    this.place += word.length;
    return true;
  }

  get relationHere() { return relations.find((relation) => this.text(this.place, this.place + relation.length) === relation) ?? null; }

  /** Everything up to white space, a parenthesis or a quotation mark. */
  word() {
    const start = this.place;
    while (this.next !== undefined && !isSpace(this.next) && !'()"'.includes(this.next)) this.place += 1;
    return this.text(start, this.place);
  }

  /** A word of letters, digits, `_`, `-` and `$`; empty if none stands here. */
  identifier() {
    const start = this.place;
    while (this.next !== undefined && /^[\p{Alphabetic}\p{N}_$-]+$/u.test(this.next)) this.place += 1;
    return this.text(start, this.place);
  }

  /** Digits; `null` if there are none, or too many. */
  integer() {
    const start = this.place;
    while (isDigit(this.next)) this.place += 1;
    const text = this.text(start, this.place);
    return text === '' || BigInt(text) >= 2n ** 63n ? null : Number(text);
  }

  /** A text in quotes, with JSON's escapes; if they are no JSON, a backslash before anything but a quotation mark stands for itself. */
  string() {
    const inside = this.quoted();
    try {
      const text = JSON.parse(`"${inside}"`);
      if (text.isWellFormed?.() ?? true) return text;
    } catch { /* no JSON */ }
    return withoutEscapedQuotes(inside);
  }

  /** What stands between quotation marks here, as it is written. */
  quoted() {
    const start = this.place;
    this.place += 1;
    while (this.next !== undefined && this.next !== '"') this.place += this.next === '\\' ? 2 : 1;
    if (!this.skip('"')) this.failAt(start, "'\"' at the end of this text");
    return this.text(start + 1, this.place - 1);
  }
}

function isSpace(character) { return /^\p{White_Space}/u.test(character); }
function isDigit(character) { return /^[0-9]$/.test(character ?? ''); }
function exactPattern(name) { return { exactly: name, matches: (other) => other === name }; }
function literalPattern(text) { return { literal: text, matches: textMatcher(text) }; }

/** `\"` is a quotation mark, and everything else stands for itself. */
function withoutEscapedQuotes(text) { return text.replaceAll('\\"', '"'); }
