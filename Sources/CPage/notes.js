// Marks and notes that somebody made in the inspector: listed above the timeline, at their rows, and with their step. Only the page of a log
// that has some has this part of the script.

const noteOfRow = new Map();
for (const note of data.notes) if (note.row !== null) noteOfRow.set(note.row, note);

const noteOf = ({ run, place }) => (run === main ? noteOfRow.get(place) : undefined);
const marksOf = (note) => note.marks.flatMap((mark) => [node('kbd', {}, mark), ' ']);

const longestNoteInRow = 60;

function shortNote(note) {
  const letters = Array.from([...note.marks, note.text].filter(Boolean).join(' '));
  return letters.length > longestNoteInRow ? letters.slice(0, longestNoteInRow).join('') + '…' : letters.join('');
}

const rowWithoutNote = rowNode;
rowNode = (entry, index) => {
  const row = rowWithoutNote(entry, index);
  const note = noteOf(shownBy(entry));
  if (note) row.querySelector('.notes').before(node('span', { class: 'remark' }, `◆ ${shortNote(note)}`));
  return row;
};

const drawDetailWithoutNote = drawDetail;
drawDetail = () => {
  drawDetailWithoutNote();
  const chosen = selected();
  const note = chosen ? noteOf(chosen) : undefined;
  if (note) byId('detail').querySelector('h2').after(node('div', { class: 'remark' }, marksOf(note), note.text));
};

const notesAtOnce = 200;

for (const note of data.notes.slice(0, notesAtOnce)) {
  const step = [note.address, note.type].filter(Boolean).join(' ');
  byId('notes').append(node('li', {}, marksOf(note), linkTo(main, note.row, step),
    note.row === null ? node('small', {}, ' not on this page') : null, note.text ? ` ${note.text}` : null));
}
if (data.notes.length > notesAtOnce) byId('notes').append(node('li', {}, `… and ${data.notes.length - notesAtOnce} more`));
