// Values of a log as the page holds them, and states rebuilt from patches.
//
// An object is a Map, so that the order of members, keys such as "1" and "__proto__" stay what they are. Values never change: a patch
// copies what is on its way, so that states share what they have in common and `===` tells what stayed.

/** A number that a double would not write back as it was written. */
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
  return cutText(text, limit);
}

/** A text of at most so many characters, and no half of one. */
function cutText(text, limit) { return text.length > limit ? text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '') + '…' : text; }

/** Two values on one line each. If one does not fit, both begin shortly before they differ, as in DifferenceWindow.swift. */
function previewsOf(old, value, limit) {
  const previews = [previewOf(old, limit), previewOf(value, limit)];
  if (old === value || [old, value].includes(undefined) || !previews.some((text) => text.endsWith('…'))) return previews;
  const texts = [previewOf(old, Infinity), previewOf(value, Infinity)];
  let common = 0;
  while (common < texts[0].length && texts[0][common] === texts[1][common]) common += 1;
  if (common === texts[0].length && common === texts[1].length) return previews;
  if (/[\ud800-\udbff]/.test(texts[0][common - 1])) common -= 1;
  // Only what is near: a hostile text is one character of thousands of marks. What is cut there may be a part of a character.
  const near = charactersOf(texts[0].slice(Math.max(0, common - 256), common));
  const start = common - (common > 256 ? near.slice(1) : near).slice(-16).join('').length;
  return start > 0 ? texts.map((text) => '…' + cutText(text.slice(start), limit)) : previews;
}

/** `"p3", 33`: an object's values without their keys, on at most so many characters. An object in an object of one member stands for both. */
function contentsOf(value, limit) {
  const isPlain = (value) => value instanceof Map && tagOf(value) === null;
  while (isPlain(value) && value.size === 1 && isPlain([...value.values()][0])) [value] = value.values();
  if (!isPlain(value)) return previewOf(value, limit);
  let text = '';
  for (const member of value.values()) {
    text += (text ? ', ' : '') + previewOf(member, limit);
    if (text.length > limit) return cutText(text, limit);
  }
  return text;
}

/** Whether two values are written the same, but for the order of members; what they share is not looked at. */
function isEqual(one, other) {
  if (one === other) return true;
  if (one instanceof ExactNumber) return other instanceof ExactNumber && one.text === other.text;
  if (one instanceof Map) {
    if (!(other instanceof Map) || one.size !== other.size) return false;
    for (const [key, value] of one) if (!other.has(key) || !isEqual(value, other.get(key))) return false;
    return true;
  }
  if (!Array.isArray(one)) return false;
  return Array.isArray(other) && one.length === other.length && one.every((value, i) => isEqual(value, other[i]));
}

/** The log's tag for what is not there as itself, and its content; `null` for other values. */
function tagOf(value) {
  if (!(value instanceof Map) || value.size !== 1) return null;
  const [[name, content]] = value;
  switch (name) {
    case '$redacted': case '$opaque': return typeof content === 'string' ? { name, content } : null;
    case '$float': return ['nan', 'inf', '-inf'].includes(content) ? { name, content } : null;
    case '$truncated': {
      const isTag = content instanceof Map && content.size === 2 && content.get('bytes') >= 0 && typeof content.get('digest') === 'string';
      return isTag && Number.isInteger(content.get('bytes')) ? { name, content } : null;
    }
    default: return null;
  }
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
