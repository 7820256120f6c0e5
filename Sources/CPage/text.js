// Texts, names and numbers as queries compare them. What each function means is the same as in `fluxtape find`; both run the cases of
// Tests/FluxtapeQueryCases.

/** A query that cannot be read: where, counted in characters, and what was expected there. */
class QueryFailure extends Error {
  constructor(offset, expected, suggestion = null) {
    super(`expected ${expected} at character ${offset + 1}` + (suggestion === null ? '' : `; did you mean '${suggestion}'?`));
    Object.assign(this, { offset, expected, suggestion });
  }
}

/** What draws nothing, ends a line or reorders text: the same as in Escaping.swift, except selectors of variants. */
const invisible = new RegExp('[\\0-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e'
  + '\\u2060-\\u206f\\u3164\\ufdd0-\\ufdef\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}'
  + '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]', 'gu');

/** Control, bidi and invisible characters are shown in place of being obeyed. */
function shown(text) {
  return String(text).replace(invisible, (character) => {
    const code = character.codePointAt(0);
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '␡' : '‹' + code.toString(16).toUpperCase() + '›';
  });
}

/** Texts with the same skeleton look alike. `lookalikes` comes from the program (PageSource.swift). */
function skeletonOf(text) {
  return text.replace(/[\ufe00-\ufe0f]/g, '').replace(/[^\x20-\x7e]/gu, (scalar) => (/^\p{Zs}$/u.test(scalar) ? ' ' : lookalikes.get(scalar) ?? scalar)).normalize('NFC');
}

/** Two texts, with the code points escaped in which they differ if they look alike. */
function distinguished(one, other) {
  if (one === other || skeletonOf(one) !== skeletonOf(other)) return [one, other];
  const [left, right] = [charactersOf(one), charactersOf(other)];
  return [escapedUnlike(left, right), escapedUnlike(right, left)];
}

function escapedUnlike(characters, others) {
  return characters.map((character, place) => {
    const other = Array.from(others[place] ?? '');
    let isSame = true;
    return Array.from(character).map((scalar, part) => {
      isSame = isSame && scalar === other[part];
      return isSame || scalar <= '\x7f' ? scalar : `\\u{${scalar.codePointAt(0).toString(16).toUpperCase()}}`;
    }).join('');
  }).join('');
}

/** What a reader sees as one character each. Browsers without a segmenter count code points. */
function charactersOf(text) {
  if (/^[\x20-\x7e]*$/.test(text) || !Intl.Segmenter) return Array.from(text);
  charactersOf.segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(charactersOf.segmenter.segment(text), (piece) => piece.segment);
}

/** Each code point in lower case by itself, whatever stands beside it. */
function lowerCase(text) { return text.replaceAll('Σ', 'σ').toLowerCase(); }

function isUpperCase(character) {
  if (/^\p{Uppercase}$/u.test(character)) return true;
  return character.toUpperCase() === character && (/^\p{Cased}$/u.test(character) || character.toLowerCase() !== character);
}

/** Tells whether a text holds `wanted`: in any case if that has no capital letters. */
function textMatcher(wanted) {
  if (charactersOf(wanted).some(isUpperCase)) return (text) => text.includes(wanted);
  const lower = lowerCase(wanted);
  // Only ASCII letters are other cases of ASCII letters: the Kelvin sign is no k.
  if (/^[\0-\x7f]*$/.test(lower)) return (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).includes(lower);
  return (text) => lowerCase(text).includes(lower);
}

/** Tells whether a whole name is as a glob says. Goes back to the last star only: O(product of both lengths). */
function globMatcher(text) {
  const glob = charactersOf(text);
  return (text) => {
    const name = charactersOf(text);
    let [place, part, star] = [0, 0, null];
    while (place < name.length) {
      if (glob[part] === '*') {
        star = { part, place };
        part += 1;
      } else if (glob[part] === '?' || glob[part] === name[place]) {
        place += 1;
        part += 1;
      } else if (star) {
        star.place += 1;
        place = star.place;
        part = star.part + 1;
      } else {
        return false;
      }
    }
    return glob.slice(part).every((character) => character === '*');
  };
}

/** The name that is likely meant: with the fewest characters changed, left out, added or swapped. */
function nearestName(word, names) {
  const limit = Math.max(1, Math.floor(word.length / 3));
  const distances = names.map((name) => [name, editDistance(lowerCase(word), lowerCase(name))]).filter(([, distance]) => distance <= limit);
  return distances.sort((one, other) => one[1] - other[1])[0]?.[0] ?? null;
}

function editDistance(left, right) {
  const rows = [Array.from({ length: right.length + 1 }, (_, place) => place)];
  for (let i = 0; i < left.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < right.length; j++) {
      let best = Math.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] === right[j] ? 0 : 1));
      if (i > 0 && j > 0 && left[i] === right[j - 1] && left[i - 1] === right[j]) best = Math.min(best, rows[i - 1][j - 1] + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[left.length][right.length];
}

// Regular expressions

/** Some of all code points: ranges of them, or all others. */
class CodePoints {
  constructor(ranges, isInverted = false) { Object.assign(this, { ranges, isInverted }); }

  static one(character) { const code = character.codePointAt(0); return new CodePoints([[code, code]]); }

  has(code) {
    for (const range of this.ranges) if (range[0] <= code && code <= range[1]) return !this.isInverted;
    return this.isInverted;
  }

  get inverted() { return new CodePoints(this.ranges, !this.isInverted); }

  /** The one code point in it, or -1. */
  get single() { return !this.isInverted && this.ranges.length === 1 && this.ranges[0][0] === this.ranges[0][1] ? this.ranges[0][0] : -1; }

  get plainRanges() {
    if (!this.isInverted) return this.ranges;
    const result = [];
    let start = 0;
    for (const [low, high] of [...this.ranges].sort((one, other) => one[0] - other[0])) {
      if (low > start) result.push([start, low - 1]);
      start = Math.max(start, high + 1);
    }
    return start <= 0x10ffff ? [...result, [start, 0x10ffff]] : result;
  }

  /** With the other case of its ASCII letters and, of single code points, what Unicode says. */
  get inAnyCase() {
    const ranges = [...this.ranges];
    for (const [low, high] of this.ranges) {
      for (const [first, last, other] of [[0x41, 0x5a, 32], [0x61, 0x7a, -32]]) {
        if (Math.max(low, first) <= Math.min(high, last)) ranges.push([Math.max(low, first) + other, Math.min(high, last) + other]);
      }
      if (low !== high) continue;
      const character = String.fromCodePoint(low);
      for (const mapped of [character.toLowerCase(), character.toUpperCase()].map((text) => Array.from(text))) {
        if (mapped.length === 1) ranges.push([mapped[0].codePointAt(0), mapped[0].codePointAt(0)]);
      }
    }
    return new CodePoints(ranges, this.isInverted);
  }
}

function isWord(code) { return code !== undefined && wordCharacters.has(code); }

const digits = new CodePoints([[0x30, 0x39]]);
const wordCharacters = new CodePoints([
  [0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a], [0xaa, 0xaa], [0xb5, 0xb5], [0xba, 0xba], [0xc0, 0xd6], [0xd8, 0xf6], [0xf8, 0x1fff],
  [0x2c00, 0x2fef], [0x3005, 0x3007], [0x3021, 0xfdff], [0xfe70, 0xfefe], [0xff10, 0xffdc], [0x10000, 0x1efff], [0x20000, 0x3ffff],
]);
const spaces = new CodePoints([[0x09, 0x0d], [0x20, 0x20], [0x85, 0x85], [0xa0, 0xa0], [0x2000, 0x200a], [0x2028, 0x2029], [0x3000, 0x3000]]);
const codePointClasses = {
  d: digits, D: digits.inverted, w: wordCharacters, W: wordCharacters.inverted, s: spaces, S: spaces.inverted,
  n: CodePoints.one('\n'), r: CodePoints.one('\r'), t: CodePoints.one('\t'),
};

/** Reads a regular expression as a tree: `set`, `start`, `end`, `boundary`, `sequence`, `alternatives`, `repeated`. */
class RegularExpressionReader {
  constructor(text) {
    this.place = 0;
    this.depth = 0;
    this.scalars = [];
    // For each code point, how many characters stand before it.
    this.offsets = [];
    charactersOf(text).forEach((character, offset, all) => {
      for (const scalar of character) { this.scalars.push(scalar); this.offsets.push(offset); }
      this.end = all.length;
    });
    this.ignoresCase = text.startsWith('(?i)');
    if (this.ignoresCase) this.place = 4;
  }

  get next() { return this.scalars[this.place]; }
  fail(expected) { throw new QueryFailure(this.offsets[this.place] ?? this.end ?? 0, expected); }
  failAt(place, expected) { this.place = place; this.fail(expected); }
  skip(scalar) {
    if (this.next !== scalar) return false;
    this.place += 1;
    return true;
  }

  expression() {
    const node = this.alternatives();
    if (this.next !== undefined) this.fail("no ')' without its '('");
    return node;
  }

  alternatives() {
    const nodes = [this.sequence()];
    while (this.skip('|')) nodes.push(this.sequence());
    return nodes.length === 1 ? nodes[0] : { kind: 'alternatives', nodes };
  }

  sequence() {
    const nodes = [];
    while (this.next !== undefined && this.next !== '|' && this.next !== ')') nodes.push(this.repeated(this.atom()));
    return { kind: 'sequence', nodes };
  }

  repeated(node) {
    const bounds = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[this.next] ?? (this.next === '{' ? this.counts() : null);
    if (!bounds) return node;
    this.place += 1;
    this.skip('?'); // as little as possible: no matter, where only whether there is a match counts
    if ('*+?{'.includes(this.next ?? ' ')) this.fail('something to repeat');
    return { kind: 'repeated', node, least: bounds[0], most: bounds[1] };
  }

  /** The numbers of `{n}`, `{n,}` or `{n,m}`, up to the brace that ends them. */
  counts() {
    this.place += 1;
    const least = this.number();
    let most = least;
    if (this.skip(',')) most = this.next === '}' ? Infinity : this.number();
    if (this.next !== '}') this.fail("'}'");
    if (most < least) this.fail('a second number that is not smaller');
    return [least, most];
  }

  number() {
    const start = this.place;
    while (/^[0-9]$/.test(this.next ?? '')) this.place += 1;
    const text = this.scalars.slice(start, this.place).join('');
    if (text === '' || Number(text) > 1000) this.failAt(start, 'a number up to 1000');
    return Number(text);
  }

  atom() {
    const scalar = this.next;
    if ('*+?{'.includes(scalar)) this.fail('something to repeat');
    this.place += 1;
    switch (scalar) {
      case '(': return this.group();
      case '[': return { kind: 'set', set: this.bracketed() };
      case '.': return { kind: 'set', set: CodePoints.one('\n').inverted };
      case '^': return { kind: 'start' };
      case '$': return { kind: 'end' };
      case '\\':
        if (this.skip('b')) return { kind: 'boundary', wanted: true };
        if (this.skip('B')) return { kind: 'boundary', wanted: false };
        return this.set(this.escaped());
      default: return this.set(CodePoints.one(scalar));
    }
  }

  set(set) { return { kind: 'set', set: this.ignoresCase ? set.inAnyCase : set }; }

  group() {
    const start = this.place - 1;
    if (this.skip('?') && !this.skip(':')) this.fail("':', as other kinds of groups are not supported");
    this.depth += 1;
    if (this.depth > 64) this.fail('at most 64 nested groups');
    const node = this.alternatives();
    this.depth -= 1;
    if (!this.skip(')')) this.failAt(this.next === undefined ? start : this.place, "')' for this '('");
    return node;
  }

  /** What stands for code points behind a backslash. */
  escaped() {
    const scalar = this.next;
    if (scalar === undefined) this.fail('a character after the backslash');
    this.place += 1;
    if (Object.hasOwn(codePointClasses, scalar)) return codePointClasses[scalar];
    if (scalar === 'u') return this.codePoint();
    if (/[\p{Alphabetic}\p{N}]/u.test(scalar)) this.failAt(this.place - 1, 'one of d D w W s S b B n r t u{…}, or a sign');
    return CodePoints.one(scalar);
  }

  codePoint() {
    if (!this.skip('{')) this.fail("'{' and a code point in hexadecimal digits");
    const start = this.place;
    while (this.next !== undefined && this.next !== '}') this.place += 1;
    const text = this.scalars.slice(start, this.place).join('');
    const code = /^[0-9a-f]{1,8}$/i.test(text) ? parseInt(text, 16) : -1;
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || !this.skip('}')) {
      this.failAt(start, "a code point in hexadecimal digits and '}'");
    }
    return new CodePoints([[code, code]]);
  }

  bracketed() {
    const start = this.place - 1;
    const ranges = [];
    const isInverted = this.skip('^');
    do {
      if (this.next === undefined) this.failAt(start, "']' for this '['");
      const first = this.member();
      if (this.next !== '-' || this.place + 1 >= this.scalars.length || this.scalars[this.place + 1] === ']' || first.single < 0) {
        ranges.push(...first.plainRanges);
        continue;
      }
      this.place += 1;
      const high = this.member().single;
      if (high < first.single) this.fail('an ascending range');
      ranges.push([first.single, high]);
    } while (!this.skip(']'));
    const set = new CodePoints(ranges);
    return new CodePoints((this.ignoresCase ? set.inAnyCase : set).ranges, isInverted);
  }

  member() {
    const scalar = this.next;
    if (scalar === undefined) this.fail("']'");
    this.place += 1;
    return scalar === '\\' ? this.escaped() : CodePoints.one(scalar);
  }
}

/**
 * A regular expression that takes time in proportion to the text, whatever the expression is: the program's own, and no RegExp of the
 * browser, which tries again and again. A set of places in a small program goes along with the text (Thompson, 1968).
 */
class RegularExpression {
  constructor(text) {
    this.text = text;
    this.program = [];
    this.nodeCount = 0;
    const node = new RegularExpressionReader(text).expression();
    if (!this.compile(node)) throw new QueryFailure(0, 'a smaller expression');
    this.program.push({ kind: 'match' });
    this.needed = RegularExpression.longestLiteral(node);
    // The turn in which each place of the program was last reached. A turn is a character of a text.
    this.turns = new Float64Array(this.program.length);
    this.turn = 0;
  }

  /** The longest run of single characters in the outermost sequence, which whatever matches must hold. */
  static longestLiteral(node) {
    const codes = node.kind === 'sequence' ? node.nodes.map((part) => (part.kind === 'set' ? part.set.single : -1)) : [];
    let [longest, run] = ['', ''];
    for (const code of codes) {
      run = code < 0 ? '' : run + String.fromCodePoint(code);
      if (run.length > longest.length) longest = run;
    }
    return longest;
  }

  /** Whether the program is not too large: its size bounds the time for each character. */
  compile(node) {
    const { program } = this;
    this.nodeCount += 1;
    if (this.nodeCount > 40000 || program.length >= 10000) return false;
    switch (node.kind) {
      case 'sequence': return node.nodes.every((part) => this.compile(part));
      case 'alternatives': {
        const ends = [];
        for (const part of node.nodes.slice(0, -1)) {
          const split = program.push(null) - 1;
          if (!this.compile(part)) return false;
          ends.push(program.push(null) - 1);
          program[split] = { kind: 'split', to: [split + 1, program.length] };
        }
        if (!this.compile(node.nodes.at(-1))) return false;
        for (const end of ends) program[end] = { kind: 'split', to: [program.length] };
        return true;
      }
      case 'repeated': {
        for (let i = 0; i < node.least; i++) if (!this.compile(node.node)) return false;
        const splits = [];
        for (let i = node.least; i < (node.most === Infinity ? node.least + 1 : node.most); i++) {
          splits.push(program.push(null) - 1);
          if (!this.compile(node.node)) return false;
        }
        if (node.most === Infinity) program.push({ kind: 'split', to: [splits[0]] });
        for (const split of splits) program[split] = { kind: 'split', to: [split + 1, program.length] };
        return true;
      }
      default:
        program.push(node);
        return true;
    }
  }

  /** Whether something in the text matches. O(length of the text · size of the program). */
  matches(text) {
    if (!text.includes(this.needed)) return false;
    let [places, before, at] = [[], undefined, 0];
    for (;;) {
      const after = text.codePointAt(at);
      const reached = [];
      this.turn += 1;
      for (const place of places) {
        if (this.program[place].set.has(before) && this.add(place + 1, before, after, reached)) return true;
      }
      if (this.add(0, before, after, reached)) return true;
      if (after === undefined) return false;
      places = reached;
      before = after;
      at += after > 0xffff ? 2 : 1;
    }
  }

  /** Adds the sets that are reached from a place without a character. Tells whether the match is. */
  add(start, before, after, reached) {
    const waiting = [start];
    while (waiting.length > 0) {
      const place = waiting.pop();
      if (this.turns[place] === this.turn) continue;
      this.turns[place] = this.turn;
      const step = this.program[place];
      switch (step.kind) {
        case 'match': return true;
        case 'set': reached.push(place); break;
        case 'split': waiting.push(...step.to); break;
        case 'start': if (before === undefined) waiting.push(place + 1); break;
        case 'end': if (after === undefined) waiting.push(place + 1); break;
        default: if ((isWord(before) !== isWord(after)) === step.wanted) waiting.push(place + 1);
      }
    }
    return false;
  }
}
