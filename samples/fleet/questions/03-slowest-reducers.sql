-- Which reducer took longest, in each release?
SELECT release, max(steps.duration) AS microseconds, max_by(concat(store, ' ', type), steps.duration) AS reducer
FROM steps JOIN runs USING (run)
WHERE kind = 'action' AND steps.duration IS NOT NULL
GROUP BY release ORDER BY release
