-- How many items were in the cart at the end, on average in each release?
WITH ends AS (
  SELECT run, sum(CASE kind WHEN 'added' THEN 1 WHEN 'removed' THEN -1 ELSE 0 END) AS items
  FROM changes WHERE store = 'cart' AND pattern = '.items[*].id' GROUP BY run
)
-- Not round(): engines differ on halves such as 203.855.
SELECT release, floor(avg(items) * 100 + 0.5) / 100 AS items FROM ends JOIN runs USING (run) GROUP BY release ORDER BY release
