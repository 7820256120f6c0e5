// Opens the page, once all of it is there.

drawSummary();
byId('traits').textContent = Object.keys(traits).join(' ');
if (!openAddress()) select(Math.max(0, entryOf(main, data.start)), true);
list.focus({ preventScroll: true });
// For those who drive the page: milliseconds from the first byte to the first step that can be worked with.
document.documentElement.dataset.ready = String(Math.round(performance.now()));
