-- In how many runs did the note, which is edited piece by piece, end with both milk and Ömer in it?
WITH ends AS (
  SELECT run, max_by(text_of(new), row) AS note FROM changes WHERE store = 'note' AND path = '.text' GROUP BY run
)
SELECT count(*) AS runs FROM ends WHERE contains(note, 'milk') AND contains(note, 'Ömer')
