// The filter: words and the fields `store:`, `type:` and `is:`, side by side. Each means what it means in `fluxtape find`; a word may also be
// a name with dots. The page does not evaluate other queries.

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
  live: (row) => (row[5] & flags.isLive) !== 0,
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

/** What a row of a run must satisfy, as functions; `null` for a text that holds anything but words and the three fields. */
function conditionsOf(text) {
  const terms = text.split(/\p{White_Space}+/u).filter((term) => term !== '' && term !== 'and');
  const conditions = terms.map(conditionOf);
  return conditions.includes(null) ? null : conditions;
}

function conditionOf(term) {
  const [, field, value] = /^(store|type|is):([^/()"][^()"]*)$/u.exec(term) ?? [];
  switch (field) {
    case 'store': {
      const matches = nameMatcher(value);
      return (run, row) => row[2] >= 0 && matches(run.stores[row[2]]);
    }
    case 'type': {
      const matches = nameMatcher(value);
      return (run, row) => (row[4] === 0 || row[4] === 7) && matches(run.texts[row[3]]);
    }
    case 'is': return Object.hasOwn(traits, value) ? (run, row) => traits[value](row, run) : null;
    default: return isWord(term) ? wordCondition(term) : null;
  }
}

/** Whether a term is a word and no part of a query. */
function isWord(term) {
  return /^[\p{Alphabetic}\p{N}@_#][^()"<>=!~[\]]*$/u.test(term) && !/^\p{Alphabetic}+:/u.test(term) && term !== 'or' && term !== 'not';
}

function wordCondition(word) {
  const matches = textMatcher(word);
  return (run, row) => isInRecord(matches, run, row);
}

// Texts

/** Whether a text is in the words of the row, contents, error, or in the paths and values of what the step changed. */
function isInRecord(matches, run, row) {
  const type = run.texts[row[3]];
  if (matches(type) && (row[4] !== 4 && row[4] !== 5)) return true;
  // The store is named beside @@INIT and the like, and beside a state.
  if (row[2] >= 0 && (row[4] === 7 || (row[4] === 0 && type.startsWith('@@'))) && matches(run.stores[row[2]])) return true;
  const details = row[8] || {};
  if (details.f && effectWords(details.f).some((word) => matches(word))) return true;
  if (details.p && holdsText(matches, valueOf(details.p[0]))) return true;
  if (details.e && [details.e.type, details.e.message].some((text) => matches(text))) return true;
  if (details.b !== undefined && matches(details.b)) return true;
  if (details.u && holdsText(matches, valueOf(details.u[0]))) return true;
  const event = run.event(row);
  // A state is searched only where no patch is beside it.
  const patch = details.r ?? (event?.[2] || ((row[5] & flags.hasPatch) !== 0 ? [] : null));
  if (patch) return patch.some((operation) => isInOperation(matches, operation));
  return Boolean(event?.[3]) && holdsText(matches, valueOf(event[3][0]));
}

/** The name of an effect, which may have blanks, and its phase. */
function effectWords(text) {
  const end = text.lastIndexOf(' ');
  return [text.slice(0, end), text.slice(end + 1)];
}

function isInOperation(matches, operation) {
  if (matches(operation.path)) return true;
  if (operation.op === 'splice') return matches(operation.ins);
  return operation.value !== undefined && holdsText(matches, valueOf(operation.value));
}

/** Whether a key or a scalar in a value holds the text. */
function holdsText(matches, value) {
  if (value instanceof Map) return [...value].some(([key, member]) => matches(key) || holdsText(matches, member));
  if (Array.isArray(value)) return value.some((element) => holdsText(matches, element));
  return matches(typeof value === 'string' ? value : textOf(value));
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

/** Tells whether a name is the wanted one, in which `*` stands for any text and `?` for one character. */
function nameMatcher(wanted) { return /[*?]/.test(wanted) ? globMatcher(wanted) : (name) => name === wanted; }

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
