// The strip of time above the timeline: how much happens when, where it goes wrong, and where the runs part. Both runs stand on one clock
// that begins with each of them.

const strip = byId('strip');
const stripWidth = 1000;
const band = 14;
/** Microseconds that are shown, and the bars for them. */
const span = { from: 0, to: 1, whole: 1, bars: null };

function timeOf(run, place) {
  const first = run.rows.find((row) => row[1] !== null)?.[1] ?? 0;
  return (run.rows[place][1] ?? first) - first;
}

/** Shows all time there is. Rows are in the order of reduction: the last one need not be the latest. */
function measure() {
  span.whole = Math.max(1, ...runs.map((run) => run.rows.reduce((most, _, place) => Math.max(most, timeOf(run, place)), 0)));
  [span.from, span.to, span.bars] = [0, span.whole, null];
}

measure();

const xOf = (time) => (time - span.from) / (span.to - span.from) * stripWidth;
const timeAt = (event) => {
  const box = strip.getBoundingClientRect();
  return span.from + (event.clientX - box.left) / Math.max(1, box.width) * (span.to - span.from);
};

function stripBars() {
  const nodes = [];
  const columns = 250;
  runs.forEach((run, number) => {
    const counts = new Array(columns).fill(0);
    const wrong = new Set();
    run.rows.forEach((row, place) => {
      const column = Math.floor(xOf(timeOf(run, place)) / stripWidth * columns);
      if (column < 0 || column > columns) return;
      counts[Math.min(columns - 1, column)] += 1;
      if (isWrong(run, place)) wrong.add(Math.min(columns - 1, column));
    });
    const most = Math.max(1, ...counts);
    const base = (number + 1) * (band + 2);
    counts.forEach((count, column) => {
      if (count === 0) return;
      const height = 3 + (band - 3) * count / most;
      nodes.push(svgNode('rect', { x: column * stripWidth / columns, y: base - height, width: stripWidth / columns, height, class: wrong.has(column) ? 'bad' : 'busy' }));
    });
  });
  return nodes;
}

function drawStrip() {
  span.bars ??= stripBars();
  const nodes = [...span.bars];
  const height = runs.length * (band + 2) + 2;
  const line = (run, place, kind) => { const x = xOf(timeOf(run, place)); if (x >= 0 && x <= stripWidth) nodes.push(svgNode('line', { x1: x, x2: x, y1: 0, y2: height, class: kind })); };
  for (const fact of data.causes?.facts ?? []) if (fact.row !== null) line(main, fact.row, 'fact');
  if (data.beside && data.beside.second !== null) line(main, data.beside.second, 'part');
  const chosen = selected();
  if (chosen) line(chosen.run, chosen.place, 'here');
  strip.setAttribute('viewBox', `0 0 ${stripWidth} ${height}`);
  strip.style.height = `${height}px`;
  strip.replaceChildren(...nodes);
  const words = (time) => (time / 1e6).toFixed(3) + ' s';
  byId('span').textContent = `${words(span.from)} to ${words(span.to)}` + (span.from > 0 || span.to < span.whole ? ' (0 shows all)' : '');
}

function showSpan(from, width) {
  span.from = Math.max(0, Math.min(span.whole - width, from));
  span.to = span.from + width;
  span.bars = null;
  drawStrip();
}

/** Zooms around a time; a factor below 1 shows less. */
function zoom(factor, around) {
  const width = Math.min(span.whole, Math.max(10, (span.to - span.from) * factor));
  showSpan(around - (around - span.from) / (span.to - span.from) * width, width);
}

function zoomAtChosen(factor) {
  const chosen = selected();
  zoom(factor, chosen ? Math.min(span.to, Math.max(span.from, timeOf(chosen.run, chosen.place))) : span.from);
}

/** The row of the run that is nearest to a time. */
function selectTime(time) {
  let best = -1;
  main.rows.forEach((_, place) => { if (best < 0 || Math.abs(timeOf(main, place) - time) < Math.abs(timeOf(main, best) - time)) best = place; });
  if (best >= 0) show(main, best);
}

let drag = null;
strip.addEventListener('pointerdown', (event) => { drag = { x: event.clientX, from: span.from, moved: false }; strip.setPointerCapture(event.pointerId); });
strip.addEventListener('pointermove', (event) => {
  if (!drag) return;
  if (Math.abs(event.clientX - drag.x) > 4) drag.moved = true;
  if (!drag.moved) return;
  const width = span.to - span.from;
  const moved = (drag.x - event.clientX) / Math.max(1, strip.getBoundingClientRect().width) * width;
  showSpan(drag.from + moved, width);
});
strip.addEventListener('pointerup', (event) => {
  if (drag && !drag.moved) selectTime(timeAt(event));
  drag = null;
});
strip.addEventListener('wheel', (event) => {
  event.preventDefault();
  zoom(event.deltaY < 0 ? 0.8 : 1.25, timeAt(event));
}, { passive: false });
