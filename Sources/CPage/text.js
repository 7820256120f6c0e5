// Texts as the page shows them.

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

/** A command line for a POSIX shell. `--` keeps a word that begins with a hyphen from being read as an option. */
function commandLine(command, ...words) {
  const quoted = words.map((word) => (/^[\w+,./:@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return ['fluxtape', command, ...(words.some((word) => word.startsWith('-')) ? ['--'] : []), ...quoted].join(' ');
}
