-- Which action came last before the failure of each red run?
WITH lasts AS (
  SELECT run, max_by(steps.type, steps.row) AS type
  FROM runs JOIN steps USING (run)
  WHERE red AND kind = 'action' AND steps.step <= runs.step
  GROUP BY run
)
SELECT type, count(*) AS runs FROM lasts GROUP BY type ORDER BY runs DESC, type
