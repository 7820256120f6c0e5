// The page: a timeline of which only the visible rows are drawn, and what is known of the selected one beside it.
//
// Text from a log only ever becomes the text of a node. Nothing here builds HTML.

const rowHeight = 24;
const kinds = ['', 'mark', 'gap', 'gap', 'bad line', 'unknown', 'end', ''];

// The step of a row, or the line of a state without one: 214, @12.
const nameOf = (row) => row[0] ? String(row[0]) : row[8]?.ln ? `@${row[8].ln}` : '';

// Nodes

function node(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'class') element.className = value;
    else if (key === 'style') Object.assign(element.style, value);
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child instanceof Node ? child : shown(child));
  return element;
}

function svgNode(name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const byId = (id) => document.getElementById(id);

// What is shown

/** The entries of the timeline: rows of the run, and from where the runs part on those of the other beside. */
function allEntries() {
  if (!data.beside) return main.rows.map((_, place) => [place, -1]);
  const entries = [];
  for (let place = 0; place < data.beside.start; place++) entries.push([place, -1]);
  return entries.concat(data.beside.pairs);
}

let data, runs, main, everyEntry;
const model = { entries: [], at: 0, tab: 'diff', findingAt: -1 };
const findingOfRow = new Map();

/** Takes the page's data: at first, and again where a page grows. */
function take(next) {
  data = next;
  runs = data.runs.map((run) => new Run(run));
  main = runs[0];
  everyEntry = model.entries = allEntries();
  findingOfRow.clear();
  for (const finding of data.findings) if (finding.row !== null && !finding.note && !findingOfRow.has(finding.row)) findingOfRow.set(finding.row, finding);
}

take(JSON.parse(byId('data').textContent));

/** The run and row that an entry shows first. */
function shownBy(entry) { return entry[0] >= 0 ? { run: main, place: entry[0] } : { run: runs[1], place: entry[1] }; }
function selected() { return model.entries.length > 0 ? shownBy(model.entries[model.at]) : null; }
function entryOf(run, place) { const side = run === main ? 0 : 1; return model.entries.findIndex((entry) => entry[side] === place); }

// The timeline

const list = byId('rows');
const space = byId('space');
let drawn = null;

function laneNodes(run, row, place) {
  const lanes = Math.min(run.stores.length, 10);
  const cause = run.causes(place)[0];
  const from = cause === undefined ? -1 : run.rows[cause][2];
  const to = row[2];
  const [low, high] = from < 0 || to < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const result = node('span', { class: 'lanes', 'aria-hidden': 'true' });
  for (let lane = 0; lane < lanes; lane++) {
    const isJoined = low < high && lane >= low && lane <= high;
    const sign = lane === to ? '●' : lane === from && isJoined ? (from < to ? '├' : '┤') : isJoined ? '┼' : '│';
    result.append(node('span', { class: `lane s${lane % 6}${lane === to ? ' on' : isJoined ? ' joined' : ''}` }, sign));
  }
  return result;
}

function notesOf(run, row) {
  const notes = row[8]?.f ? [row[8].f] : [];
  const signs = [
    [flags.failed, 'failed'], [flags.inFlight, 'in flight'], [flags.pending, 'pending'], [flags.lost, 'outcome lost'],
    [flags.omitted, 'state not recorded'], [flags.repeated, 'repeated step'],
  ];
  for (const [flag, words] of signs) if ((row[5] & flag) !== 0) notes.push(words);
  if (row[4] !== 4 && (row[5] & flags.torn) !== 0 && (row[5] & flags.inFlight) === 0) notes.push('line broke off');
  if (row[4] === 1 && row[8]?.l) notes.push(row[8].l);
  if (row[4] !== 1 && (row[5] & flags.isLive) !== 0) notes.push('by the inspector');
  if ((row[4] === 2 || row[4] === 3) && row[8]?.n) notes.push(`${row[8].n} missing`);
  return notes;
}

/** The beginnings of payloads, by row. */
const contents = new WeakMap();
const longestContents = 60;

function contentsOfRow(row) {
  if (!row[8]?.p) return '';
  if (!contents.has(row)) contents.set(row, contentsOf(valueOf(row[8].p[0]), longestContents));
  return contents.get(row);
}

/** Whether a row is told as a problem. Work that was cancelled is none. */
function isWrong(run, place) {
  if (run === main && findingOfRow.has(place)) return true;
  const row = run.rows[place];
  if ((row[5] & flags.inFlight) !== 0) return true;
  return (row[5] & flags.failed) !== 0 && row[8]?.e?.type !== 'CancellationError';
}

function rowNode(entry, index) {
  const { run, place } = shownBy(entry);
  const row = run.rows[place];
  const finding = run === main ? findingOfRow.get(place) : null;
  const notes = notesOf(run, row);
  const wrong = isWrong(run, place);
  const classes = ['row', index === model.at ? 'selected' : '', wrong ? 'wrong' : '', run === main ? '' : 'other', row[4] === 1 ? 'mark' : ''];
  const element = node('div', {
    class: classes.filter(Boolean).join(' '), id: `row-${index}`, role: 'option', 'aria-selected': String(index === model.at),
    'aria-posinset': index + 1, 'aria-setsize': model.entries.length,
    style: { top: `${index * rowHeight}px` }, onclick: () => select(index),
  },
    node('span', { class: 'sign', 'aria-hidden': finding ? null : 'true', 'aria-label': finding ? 'problem' : null }, wrong ? '✗' : row[4] === 1 ? '◆' : ''),
    node('span', { class: 'seq' }, nameOf(row) || '-'),
    node('span', { class: 'time' }, run.clock(row[1])),
    laneNodes(run, row, place),
    node('span', { class: 'type' }, run.texts[row[3]] ?? kinds[row[4]]),
    // The column beside needs the room.
    data.beside ? null : node('span', { class: 'contents' }, contentsOfRow(row)),
    node('span', { class: 'notes' }, notes.join(', ')));
  if (data.beside) element.append(besideNode(entry));
  return element;
}

/** What the other run did there. */
function besideNode(entry) {
  if (entry[0] >= 0 && entry[0] < data.beside.start) return node('span', { class: 'beside same' }, '=');
  if (entry[1] < 0) return node('span', { class: 'beside missing' }, 'not in the other run');
  const row = runs[1].rows[entry[1]];
  if (entry[0] < 0) return node('span', { class: 'beside' }, 'only in the other run');
  return node('span', { class: 'beside' }, `${isSameOutcome(entry) ? '=' : '≠'} ${row[0]}`);
}

function isSameOutcome([one, other]) {
  const [left, right] = [main.event(main.rows[one]), runs[1].event(runs[1].rows[other])];
  return JSON.stringify(left?.[2] ?? 0) === JSON.stringify(right?.[2] ?? 0);
}

function drawRows(isForced) {
  // Paper has no scrolling: it gets the rows around the chosen one.
  const first = Math.max(0, model.isPrinting ? model.at - 20 : Math.floor(list.scrollTop / rowHeight) - 10);
  const last = Math.min(model.entries.length, model.isPrinting ? model.at + 21 : Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 10);
  if (!isForced && drawn && drawn[0] === first && drawn[1] === last) return;
  drawn = [first, last];
  const nodes = [];
  for (let index = first; index < last; index++) nodes.push(rowNode(model.entries[index], index));
  space.replaceChildren(...nodes);
  if (model.entries.length > 0) list.setAttribute('aria-activedescendant', `row-${model.at}`);
  else list.removeAttribute('aria-activedescendant');
}

/** The list can only be scrolled to where there is room. */
function makeRoom() { space.style.height = `${Math.max(1, model.entries.length) * rowHeight}px`; }

function reveal() {
  makeRoom();
  const top = model.at * rowHeight;
  if (top < list.scrollTop + rowHeight || top > list.scrollTop + list.clientHeight - 2 * rowHeight) {
    list.scrollTop = Math.max(0, top - list.clientHeight / 3);
  }
}

// Choosing

function select(index, isFromAddress = false) {
  model.at = Math.max(0, Math.min(model.entries.length - 1, index));
  reveal();
  drawRows(true);
  drawDetail();
  drawStrip();
  const chosen = selected();
  if (!isFromAddress && chosen?.run === main && main.rows[chosen.place][0]) keepAddress(`#${main.rows[chosen.place][0]}`);
}

/** So that going back undoes a step. A key that is held down leaves one address. */
function keepAddress(address) {
  if (address === location.hash) return;
  const now = performance.now();
  if (now - (model.keptAt ?? -1000) < 250) history.replaceState(null, '', address); else history.pushState(null, '', address);
  model.keptAt = now;
}

/** A link to a row, which may be opened elsewhere; a button for what has no address. */
function linkTo(run, place, words) {
  const step = run === main && place !== null ? main.rows[place][0] : 0;
  if (place === null) return node('span', {}, words);
  if (!step) return node('button', { class: 'link', onclick: () => show(run, place) }, words);
  return node('a', { class: 'link', href: `#${step}`, onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(run, place);
  } }, words);
}

/** Shows a row, also one that the filter hides. */
function show(run, place) {
  let index = entryOf(run, place);
  if (index < 0) {
    clearFilter();
    index = entryOf(run, place);
  }
  if (index >= 0) select(index);
}

function openAddress() {
  const step = Number(location.hash.slice(1));
  if (!Number.isSafeInteger(step) || step < 1) return false;
  const place = main.rowOfStep.get(step);
  if (place === undefined) {
    say(`step ${step} is not on this page`);
    return false;
  }
  const index = entryOf(main, place);
  if (index < 0) clearFilter();
  select(entryOf(main, place), true);
  return true;
}

// Details

function drawDetail() {
  const chosen = selected();
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isOn = tab.dataset.tab === model.tab;
    tab.setAttribute('aria-selected', String(isOn));
    tab.tabIndex = isOn ? 0 : -1;
    if (isOn) byId('detail').setAttribute('aria-labelledby', tab.id);
  }
  byId('detail').replaceChildren(...(chosen ? [headNode(chosen), ...views[model.tab](chosen)] : [node('p', { class: 'none' }, 'nothing to show')]));
}

function headNode({ run, place }) {
  const row = run.rows[place];
  const store = row[2] >= 0 ? run.stores[row[2]] : kinds[row[4]];
  return node('h2', {}, node('span', { class: 'address' }, `${run.log}${nameOf(row) ? ':' + nameOf(row) : ''}`), ' ', run.texts[row[3]] ?? '', ' ', node('small', {}, store));
}

const views = { action: actionView, diff: diffView, state: stateView, causes: causesView };

function facts(pairs) {
  const list = node('dl', {});
  for (const [name, value] of pairs) if (value !== null && value !== undefined && value !== '') list.append(node('dt', {}, name), node('dd', {}, value));
  return list;
}

function findingNodes(run, place) {
  if (run !== main) return [];
  return data.findings.filter((finding) => finding.row === place).map((finding) => node('div', { class: finding.note ? 'finding note' : 'finding' },
    node('strong', {}, finding.title), finding.site ? node('div', { class: 'value' }, finding.site) : null, ...sourceNodes(finding.site), ...finding.values.map(([path, change]) => node('div', { class: 'value' }, `${path}  ${change}`))));
}

/** The lines of source around a site, as far as they were at hand when the page was written. */
function sourceNodes(site) {
  // A log may name a site as it likes, also like a member that all objects have.
  if (!Object.hasOwn(data.sources, site ?? '')) return [];
  const [first, line, lines] = data.sources[site];
  return [node('pre', { class: 'source', 'aria-label': 'source' }, lines.map((text, index) =>
    node('div', { class: first + index === line ? 'site' : '' }, `${String(first + index).padStart(5)}  ${text}`)))];
}

function actionView({ run, place }) {
  const row = run.rows[place];
  const details = row[8] || {};
  const words = [];
  if ((row[5] & flags.inFlight) !== 0) words.push('in flight: the log ends before its reducer returned (crash, hang or kill)');
  if ((row[5] & flags.pending) !== 0) words.push('pending: begun and never completed');
  if ((row[5] & flags.torn) !== 0 && (row[5] & flags.inFlight) === 0) words.push('the line broke off; its outcome is unknown');
  else if ((row[5] & flags.lost) !== 0) words.push('what came of it is lost');
  if ((row[5] & flags.unreduced) !== 0) words.push('not reduced: it reached no reducer, or there was no state yet');
  const own = findingNodes(run, place);
  const nodes = [...own, facts([
    ['time', run.clock(row[1])], ['took', row[7] >= 0 ? `${row[7]} µs` : null], ['site', details.s], ['thread', details.th],
    ['trace', details.tr], ['span', details.sp], ['case', details.c], ['effect', details.f], ['level', details.l], ['missing', details.m], ['not recorded', details.o],
    ['error', details.e ? textOf(valueOf(details.e)) : null], ['line', details.b], ['state', words.join('; ')],
  ])];
  if (own.length === 0) nodes.push(...sourceNodes(details.s));
  if (details.p) nodes.push(node('h3', {}, 'payload'), treeNode('payload', valueOf(details.p[0]), new Set(), '', 2));
  return nodes;
}

function stateView({ run, place }) {
  const row = run.rows[place];
  const event = run.event(row);
  const touched = new Set();
  for (const operation of event?.[2] || []) {
    const tokens = tokensOf(operation.path);
    for (let depth = 0; depth <= tokens.length; depth++) touched.add(pointerOf(tokens.slice(0, depth)));
  }
  const nodes = [];
  run.stores.forEach((name, store) => {
    const state = run.after(row, store);
    const isOwn = store === row[2];
    if (state === undefined) {
      if (isOwn) nodes.push(node('p', { class: 'none' }, `${name}: no state is known here`));
      return;
    }
    const tree = treeNode(name, state, isOwn ? touched : new Set(), '', isOwn ? 2 : 0);
    const doubt = row[8]?.q?.includes(store) ? [node('p', { class: 'none' }, `${name}: not certain here`)] : [];
    nodes[isOwn ? 'unshift' : 'push'](...doubt, tree);
  });
  return nodes.length > 0 ? nodes : [node('p', { class: 'none' }, 'no store has a known state here')];
}

const childrenAtOnce = 200;

/** A value that folds. What is folded is not made before it is opened. */
function treeNode(name, value, touched, pointer, depth) {
  const isTouched = touched.has(pointer) && pointer !== '';
  const label = node('span', { class: isTouched ? 'key touched' : 'key' }, name);
  const tag = wordsOf(tagOf(value));
  if (tag || !(value instanceof Map || Array.isArray(value))) {
    const kind = tag ? 'tag' : value === null ? 'null' : value instanceof ExactNumber ? 'number' : typeof value;
    const full = tag ?? textOf(value);
    const leaf = node('span', { class: `leaf ${kind}` }, full.length > 2000 ? full.slice(0, 2000) + '…' : full);
    const line = node('div', { class: 'line' }, label, ': ', leaf);
    if (full.length > 2000) line.append(node('button', { onclick: () => leaf.replaceChildren(shown(full)) }, `all ${full.length} characters`));
    return line;
  }
  const size = value instanceof Map ? value.size : value.length;
  const words = value instanceof Map ? `{${size}}` : `[${size}]`;
  const isOpen = size > 0 && (depth > 0 || isTouched);
  const body = node('div', { class: 'children' });
  const details = node('details', {}, node('summary', {}, label, ' ', node('span', { class: 'size' }, words), ' ', node('span', { class: 'preview' }, previewOf(value, 80))), body);
  let filled = 0;
  const fill = () => {
    const entries = value instanceof Map ? [...value] : value.map((element, index) => [String(index), element]);
    const more = entries.slice(filled, filled + childrenAtOnce);
    filled += more.length;
    body.lastChild?.matches?.('button') && body.lastChild.remove();
    for (const [key, member] of more) body.append(treeNode(key, member, touched, pointer + pointerOf([key]), depth - 1));
    if (filled < entries.length) body.append(node('button', { onclick: fill }, `${entries.length - filled} more`));
  };
  details.addEventListener('toggle', () => { if (details.open && filled === 0) fill(); });
  if (isOpen) { fill(); details.open = true; }
  return details;
}

/** What stands in place of a value that the log left out. */
function wordsOf(tag) {
  switch (tag?.name) {
    case '$redacted': return `redacted ${tag.content}`;
    case '$truncated': return `left out, ${textOf(tag.content)}`;
    case '$opaque': return `not encoded: ${tag.content}`;
    case '$float': return tag.content;
    default: return null;
  }
}

const signs = { add: '+', remove: '−', replace: '~', splice: '~', move: '>', copy: '+', snapshot: '=' };

/** Each step up to this one that changed a value, the last first: who made it what it is. */
function historyNode(run, row, store, path) {
  const tokens = tokensOf(path);
  const body = node('ol', { class: 'causes' });
  const details = node('details', { class: 'history' }, node('summary', {}, 'history'), body);
  details.addEventListener('toggle', () => {
    if (!details.open || body.childElementCount > 0) return;
    for (let place = run.rows.indexOf(row); place >= 0 && body.childElementCount < 50; place--) {
      const other = run.rows[place];
      const event = run.event(other);
      if (event?.[0] !== store) continue;
      const [old, value] = [run.before(other, store), run.after(other, store)].map((state) => (state === undefined ? undefined : valueAt(state, tokens)));
      if ((old === undefined ? '' : textOf(old)) === (value === undefined ? '' : textOf(value))) continue;
      body.append(node('li', {}, linkTo(run, place, `${nameOf(other)} ${run.texts[other[3]] ?? ''}`), ' ', value === undefined ? node('span', { class: 'none' }, 'absent') : node('ins', {}, previewsOf(old, value, 200)[1])));
    }
    if (body.childElementCount === 0) body.append(node('li', { class: 'none' }, 'no recorded change'));
  });
  return details;
}

/** For each operation what was there and what is there now. */
function differences(run, row) {
  const event = run.event(row);
  if (!event) return null;
  let state = run.before(row, event[0]);
  if (!event[2] || event[2] === 0) return event[3] ? [{ sign: '=', path: '', old: state, value: valueOf(event[3][0]) }] : [];
  return event[2].map((operation) => {
    const tokens = tokensOf(operation.path);
    const isInsertion = operation.op === 'add' && Array.isArray(valueAt(state, tokens.slice(0, -1)));
    const old = isInsertion ? undefined : valueAt(state, operation.op === 'move' ? tokensOf(operation.from) : tokens);
    try { state = applied(operation, state); } catch { state = undefined; }
    const container = valueAt(state, tokens.slice(0, -1));
    const place = tokens.at(-1) === '-' && Array.isArray(container) ? [...tokens.slice(0, -1), String(container.length - 1)] : tokens;
    const value = operation.op === 'remove' ? undefined : valueAt(state, place);
    const sign = operation.op === 'add' && old !== undefined ? '~' : signs[operation.op] ?? '?';
    return { sign, path: pointerOf(place), old, value, from: operation.from };
  });
}

function changeNodes({ sign, path, old, value, from }) {
  const nodes = [node('span', { class: 'op', 'aria-label': { '+': 'added', '−': 'removed', '~': 'changed', '>': 'moved', '=': 'state' }[sign] }, sign), ' ', node('span', { class: 'path' }, path || '.'), ' '];
  const sides = distinguished(...previewsOf(old, value, 400));
  if (sign === '>') nodes.push(`from ${from} `);
  else if (old !== undefined) nodes.push(node('del', {}, sides[0]), ' ');
  if (value !== undefined) nodes.push(node('ins', {}, sides[1]));
  return nodes;
}

function changeList(list, more = () => null) {
  return node('ul', { class: 'changes' }, list.map((change) => node('li', { class: `change c${change.sign.charCodeAt(0)}` }, changeNodes(change), change.path ? more(change) : null)));
}

function diffView({ run, place }) {
  const row = run.rows[place];
  const nodes = findingNodes(run, place);
  const list = differences(run, row);
  if (list === null) nodes.push(node('p', { class: 'none' }, row[4] === 0 || row[4] === 7 ? 'the log does not tell what it did to a state' : 'no action'));
  else if ((row[5] & flags.isUncertain) !== 0) nodes.push(node('p', { class: 'none' }, 'the state before is not certain: what differs is not this step’s doing alone'), changeList(list));
  else if (list.length === 0) nodes.push(node('p', { class: 'none' }, 'nothing changed'));
  else nodes.push(changeList(list, (change) => historyNode(run, row, run.event(row)[0], change.path)));
  return nodes.concat(markedView(run, place), besideView(run, place));
}

/** What differs between the step that is marked and this one, store by store: two steps of a run, or one of each. */
function markedView(run, place) {
  const marked = model.marked;
  if (!marked || (marked.run === run && marked.place === place)) return [];
  const title = ({ run, place }) => `${run.log}:${nameOf(run.rows[place])}`;
  const nodes = [node('h3', {}, `from ${title(marked)}, which is marked, to ${title({ run, place })}`)];
  run.stores.forEach((name, store) => {
    const other = marked.run.stores.indexOf(name);
    const old = other < 0 ? undefined : marked.run.after(marked.run.rows[marked.place], other);
    const changes = [];
    collectChanges(old, run.after(run.rows[place], store), '', changes);
    if (changes.length > 0) nodes.push(node('div', { class: 'path' }, name), changeList(changes));
  });
  if (nodes.length === 1) nodes.push(node('p', { class: 'none' }, 'no difference'));
  return nodes;
}

const mostChanges = 200;

/** Where two values differ. Elements of arrays are compared place by place. */
function collectChanges(old, value, path, changes, depth = 0) {
  if (changes.length >= mostChanges || old === value) return;
  const isObject = old instanceof Map && value instanceof Map;
  if (depth < 40 && (isObject || (Array.isArray(old) && Array.isArray(value)))) {
    const keys = isObject ? new Set([...old.keys(), ...value.keys()]) : Array(Math.max(old.length, value.length)).keys();
    for (const key of keys) {
      const [one, other] = isObject ? [old.get(key), value.get(key)] : [old[key], value[key]];
      collectChanges(one, other, path + pointerOf([String(key)]), changes, depth + 1);
    }
  } else if (old === undefined || value === undefined || !isEqual(old, value)) {
    changes.push({ sign: old === undefined ? '+' : value === undefined ? '−' : '~', path, old, value });
  }
}

function markStep() {
  const chosen = selected();
  const isMarked = model.marked && model.marked.run === chosen?.run && model.marked.place === chosen.place;
  model.marked = isMarked ? null : chosen;
  drawDetail();
  say(model.marked ? 'marked: the diff of other steps begins here' : 'no step is marked');
}

/** Copies the command that shows the step in a terminal. */
function copyStep() {
  const chosen = selected();
  const name = chosen ? nameOf(chosen.run.rows[chosen.place]) : '';
  if (name) copy(commandLine('show', chosen.run.log, name)); else say('no step to copy');
}

/** Copies a text, which can be read where the browser does not allow that. */
function copy(text) {
  say(text);
  navigator.clipboard?.writeText(text).then(() => say(`copied: ${text}`), () => {});
}

/** The values where the runs part, of both. */
function partedValues(...told) { return previewsOf(...told.map((side) => (side ? valueOf(side[0]) : undefined)), 200); }

/** What the other run has in place of this action. */
function besideView(run, place) {
  if (!data.beside) return [];
  const { first, second, words, differences: parted } = data.beside;
  const nodes = [];
  if (run === main && words && place === second) {
    nodes.push(node('h3', {}, `the runs part here: ${words}`));
    nodes.push(node('ul', { class: 'changes' }, parted.map(([path, ...told]) => {
      const [there, here] = partedValues(...told);
      return node('li', {}, node('span', { class: 'path' }, path || '.'), ' ',
        node('span', { class: 'side' }, `${runs[1].log}: `), there, ' ', node('span', { class: 'side' }, `${main.log}: `), here);
    })));
  }
  const entry = model.entries[model.at];
  const other = run === main ? (place < data.beside.start ? place : entry[1]) : -1;
  if (run === main && place >= data.beside.start && other >= 0) {
    const row = runs[1].rows[other];
    const list = differences(runs[1], row) ?? [];
    nodes.push(node('h3', {}, `${runs[1].log}:${row[0]} ${isSameOutcome([place, other]) ? 'did the same' : 'did this'}`));
    nodes.push(changeList(list));
  }
  return nodes;
}

function causesView({ run, place }) {
  const lines = [];
  const link = (other, depth) => {
    const row = run.rows[other];
    const label = `${row[0]} ${run.texts[row[3]] ?? ''}`;
    return node('li', { style: { paddingLeft: `${Math.min(depth, 20)}em` } }, other === place ? node('strong', {}, '▶ ' + label) : linkTo(run, other, label), ' ',
      node('small', {}, row[2] >= 0 ? run.stores[row[2]] : ''));
  };
  const origins = run.origins(place);
  const seen = new Set([place, ...origins]);
  origins.forEach((other, depth) => lines.push(link(other, depth)));
  lines.push(link(place, origins.length));
  const waiting = run.effects(place).map((other) => [other, origins.length + 1]).reverse();
  while (waiting.length > 0 && lines.length < 500) {
    const [other, depth] = waiting.pop();
    if (seen.has(other)) continue;
    seen.add(other);
    lines.push(link(other, depth));
    for (const next of run.effects(other).slice().reverse()) waiting.push([next, depth + 1]);
  }
  const missing = causesOf(run.rows[place]).filter((step) => !run.rowOfStep.has(step));
  const nodes = [node('ol', { class: 'causes' }, lines)];
  if (origins.length === 0) nodes.unshift(node('p', { class: 'none' }, missing.length > 0 ? `caused by step ${missing.join(', ')}, which is not on this page` : 'no recorded cause'));
  return nodes;
}

// The filter

const filterBox = byId('filter');

/** Chips for the queries that the program answered when it wrote the page; those that are on narrow the timeline together. */
const chips = data.answers.map(({ query, count, rows, remark }) => {
  const found = rows.map((places) => new Set(places));
  const chip = node('button', { class: 'chip', title: shown(remark), 'aria-pressed': 'false', onclick: () => {
    const isOn = chip.getAttribute('aria-pressed') === 'false';
    chip.setAttribute('aria-pressed', String(isOn));
    filter();
    say(isOn ? remark : '');
  } }, node('code', {}, query), node('small', {}, ` · ${count}${remark ? ' *' : ''}`));
  byId('answers').append(chip);
  return { chip, holds: (run, _, place) => found[runs.indexOf(run)].has(place) };
});

/** Shows the rows that satisfy the text and all chips that are on. A text that the page cannot evaluate hides no row. */
function filter() {
  const chosen = selected();
  narrow();
  const index = chosen ? entryOf(chosen.run, chosen.place) : -1;
  const near = chosen ? model.entries.findIndex((entry) => entry[0] >= chosen.place) : 0;
  select(index >= 0 ? index : Math.max(0, near));
}

function narrow() {
  const text = filterBox.value.trim();
  const own = conditionsOf(text);
  byId('problem').replaceChildren(...(own ? [] : commandNodes(text)));
  const conditions = [...own ?? [], ...chips.filter(({ chip }) => chip.getAttribute('aria-pressed') === 'true').map(({ holds }) => holds)];
  model.entries = everyEntry.filter((entry) => {
    const { run, place } = shownBy(entry);
    return conditions.every((holds) => holds(run, run.rows[place], place));
  });
  byId('count').textContent = conditions.length === 0 ? '' : `${model.entries.length} of ${everyEntry.length}`;
  drawn = null;
}

/** Says that a text is not evaluated here, and which command does. */
function commandNodes(text) {
  const command = commandLine('find', main.log, text);
  return ['the page filters only by words, store:, type: and is:; for this query run ', node('code', {}, command), ' ',
    node('button', { onclick: () => copy(command) }, 'copy')];
}

function clearFilter() {
  filterBox.value = '';
  for (const { chip } of chips) chip.setAttribute('aria-pressed', 'false');
  model.entries = everyEntry;
  byId('count').textContent = '';
  byId('problem').textContent = '';
  drawn = null;
}

function say(text) { byId('said').textContent = shown(text); }

// The summary

function drawSummary() {
  for (const name of ['findings', 'notice', 'slow', 'growth']) byId(name).replaceChildren();
  const header = byId('findings');
  data.findings.forEach((finding, number) => {
    if (number === 1) drawCauses(header);
    if (number >= 50) return;
    const where = finding.row === null ? '' : ` ${[finding.address, finding.action, finding.site].filter(Boolean).join(' · ')}`;
    const item = node('li', { class: finding.note ? 'note' : 'problem' },
      linkTo(main, finding.row, finding.title), node('small', {}, where),
      ...finding.values.map(([path, change]) => node('div', { class: 'value' }, `${path}  ${change}`)));
    if (finding.chain) item.append(node('div', { class: 'chain' }, finding.chain));
    header.append(item);
  });
  if (data.findings.length < 2) drawCauses(header);
  if (data.findings.length > 50) header.append(node('li', {}, `… and ${data.findings.length - 50} more`));
  if (data.beside && data.beside.words) {
    const { first, second, words } = data.beside;
    const step = (run, place) => (place === null ? run.log : `${run.log}:${run.rows[place][0]} ${run.texts[run.rows[place][3]]}`);
    // Where facts separate red runs from green ones, the first difference to one of these is hardly more than a place to look at.
    header.append(node('li', { class: data.causes?.facts.length > 0 ? 'note' : 'problem' }, linkTo(main, second, `the runs part: ${words}`),
      node('small', {}, ` ${step(main, second)} beside ${step(runs[1], first)}`),
      ...data.beside.differences.slice(0, 3).map(([path, ...told]) => node('div', { class: 'value' }, `${path}  there ${partedValues(...told).join(', here ')}`))));
  }
  if (data.notice) byId('notice').append(node('p', { class: 'cut' }, data.notice));
  const slow = byId('slow');
  for (const place of data.slowest) {
    const row = main.rows[place];
    slow.append(node('li', {}, linkTo(main, place, `${row[0]} ${main.texts[row[3]]}`), ` ${row[7]} µs`));
  }
  drawGrowth();
}

/** What separates the run from green ones, behind the worst finding. */
function drawCauses(header) {
  if (!data.causes) return;
  const list = node('ol', { class: 'facts' });
  for (const { row, words, counts, address } of data.causes.facts) {
    list.append(node('li', {}, linkTo(main, row, words),
      node('small', {}, ` ${address} · ${counts}`)));
  }
  header.append(node('li', { class: 'cause' }, node('span', {}, data.causes.heading), list));
}

/** The size of each store's state over the run. */
function drawGrowth() {
  const most = Math.max(1, ...data.growth.flatMap((line) => line.points.map((point) => point[1])));
  for (const line of data.growth) {
    const [width, height] = [240, 40];
    const last = Math.max(1, main.rows.length - 1);
    const points = line.points.map(([row, size]) => `${(row / last * width).toFixed(1)},${(height - size / most * (height - 2)).toFixed(1)}`);
    const label = shown(`${line.store}: ${line.points[0][1]} to ${line.points.at(-1)[1]} bytes`);
    const svg = svgNode('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
    svg.append(svgNode('polyline', { points: points.join(' '), class: `s${main.stores.indexOf(line.store) % 6}` }));
    byId('growth').append(node('figure', {}, svg, node('figcaption', {}, `${line.store}  ${line.points[0][1]} → ${line.points.at(-1)[1]} bytes`)));
  }
}

// Keys

function stepInStore(direction) {
  const chosen = selected();
  if (!chosen) return;
  const store = chosen.run.rows[chosen.place][2];
  for (let index = model.at + direction; index >= 0 && index < model.entries.length; index += direction) {
    const { run, place } = shownBy(model.entries[index]);
    if (run === chosen.run && run.rows[place][2] === store) return select(index);
  }
}

function stepFinding(direction) {
  const found = [...data.findings, ...(data.causes?.facts ?? [])].map((finding) => finding.row).filter((row) => row !== null);
  const rows = [...new Set(found)].sort((one, other) => one - other);
  const chosen = selected();
  const at = chosen?.run === main ? chosen.place : -1;
  const next = direction > 0 ? rows.find((row) => row > at) : rows.findLast((row) => row < at);
  if (next === undefined) say(direction > 0 ? 'no finding below' : 'no finding above'); else show(main, next);
}

function goTo(rows) {
  const chosen = selected();
  const [target] = chosen ? rows(chosen.run, chosen.place) : [];
  if (target !== undefined) show(chosen.run, target); else say('the log names none');
}

const page = () => Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
const keys = {
  '.': () => select(model.at + 1), j: () => select(model.at + 1), ArrowDown: () => select(model.at + 1),
  ',': () => select(model.at - 1), k: () => select(model.at - 1), ArrowUp: () => select(model.at - 1),
  '>': () => stepInStore(1), '<': () => stepInStore(-1),
  u: () => goTo((run, place) => run.causes(place)), d: () => goTo((run, place) => run.effects(place)),
  '+': () => zoomAtChosen(0.5), '-': () => zoomAtChosen(2), 0: () => zoomAtChosen(Infinity),
  m: markStep, c: copyStep,
  n: () => stepFinding(1), p: () => stepFinding(-1),
  PageDown: () => select(model.at + page()), PageUp: () => select(model.at - page()),
  Home: () => select(0), g: () => select(0), End: () => select(model.entries.length - 1), G: () => select(model.entries.length - 1),
  '/': () => filterBox.focus(), '?': () => byId('help').showModal(),
  1: () => chooseTab('action'), 2: () => chooseTab('diff'), 3: () => chooseTab('state'), 4: () => chooseTab('causes'),
};

const scrolling = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

function chooseTab(tab) {
  model.tab = tab;
  drawDetail();
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === filterBox) {
    if (event.key === 'Escape') { clearFilter(); filter(); filterBox.blur(); list.focus(); } else if (event.key === 'Enter') { filter(); list.focus(); }
    return;
  }
  if (byId('help').open) return;
  // A button or a fold keeps the keys that work it; arrows choose among tabs.
  if (event.target.getAttribute?.('role') === 'tab' && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    const names = Object.keys(views);
    chooseTab(names[(names.indexOf(model.tab) + (event.key === 'ArrowRight' ? 1 : names.length - 1)) % names.length]);
    document.querySelector('[role=tab][aria-selected=true]').focus();
    event.preventDefault();
    return;
  }
  // What is long beside the timeline, or in an attachment, is read with the keys that scroll.
  if (event.target.closest?.('#detail, #attachments pre') && scrolling.has(event.key)) return;
  if (!Object.hasOwn(keys, event.key)) return;
  say('');
  event.preventDefault();
  keys[event.key]();
});

list.addEventListener('scroll', () => drawRows(false));
addEventListener('resize', () => drawRows(true));
addEventListener('hashchange', () => { if (location.hash === '') select(Math.max(0, entryOf(main, data.start)), true); else openAddress(); });
const printing = (isOn) => () => { model.isPrinting = isOn; drawRows(true); };
addEventListener('beforeprint', printing(true));
addEventListener('afterprint', printing(false));
filterBox.addEventListener('input', () => { clearTimeout(model.timer); model.timer = setTimeout(filter, everyEntry.length > 5000 ? 250 : 60); });
for (const tab of document.querySelectorAll('[role=tab]')) tab.addEventListener('click', () => chooseTab(tab.dataset.tab));
byId('closeHelp').addEventListener('click', () => byId('help').close());
