// A page that is served grows as its log grows: the server sends the page's data again, and what is selected and unfolded stays.

const growing = new EventSource('grown');
growing.addEventListener('message', (event) => grow(JSON.parse(event.data)));
growing.addEventListener('open', () => say(''));
growing.addEventListener('error', () => say('not served any more: the page keeps what it has'));

function grow({ facts, data: next }) {
  const chosen = selected();
  const isAtEnd = model.at >= model.entries.length - 1;
  const isZoomed = span.to - span.from < span.whole;
  const [before, marked] = [chosen && main.rows[chosen.place], model.marked && main.rows[model.marked.place]];
  const { from, to } = span;
  take(next);
  byId('facts').textContent = facts;
  drawSummary();
  measure();
  if (isZoomed) [span.from, span.to] = [from, Math.min(to, span.whole)];
  const placeOf = (row) => main.rows.findIndex((other) => row[0] ? other[0] === row[0] : other[8]?.ln === row[8]?.ln && other[1] === row[1]);
  if (marked) model.marked = { run: main, place: placeOf(marked) };
  narrow();
  const place = before && !isAtEnd ? placeOf(before) : -1;
  const index = place < 0 ? -1 : entryOf(main, place);
  if (index < 0) return select(model.entries.length - 1, true);
  model.at = index;
  makeRoom();
  drawRows(true);
  drawStrip();
  if (JSON.stringify(before) !== JSON.stringify(main.rows[place])) drawDetail();
}
