-- How many items were in the cart at the end, on average in each release?
WITH ends AS (
  SELECT run, sum(CASE kind WHEN 'added' THEN 1 WHEN 'removed' THEN -1 ELSE 0 END) AS items
  FROM changes WHERE store = 'cart' AND pattern = '.items[*].id' GROUP BY run
)
SELECT release, round(avg(items), 2) AS items FROM ends JOIN runs USING (run) GROUP BY release ORDER BY release
