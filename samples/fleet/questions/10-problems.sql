-- Which problems does each release have?
SELECT release, finding, count(*) AS times
FROM findings JOIN runs USING (run)
WHERE NOT note
GROUP BY release, finding ORDER BY release, finding
