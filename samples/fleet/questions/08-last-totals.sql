-- How much was in the cart at the end, on average in each release?
WITH ends AS (
  SELECT run, max_by(number, row) AS total FROM changes WHERE store = 'cart' AND path = '.total' GROUP BY run
)
-- Not round(): engines differ on halves such as 203.855.
SELECT release, floor(avg(total) * 100 + 0.5) / 100 AS total FROM ends JOIN runs USING (run) GROUP BY release ORDER BY release
