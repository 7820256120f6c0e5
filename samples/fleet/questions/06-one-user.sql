-- What did user-7 do, in whatever log?
SELECT began, type, count(*) AS times
FROM steps JOIN runs USING (run)
WHERE member(payload, 'user') = 'user-7'
GROUP BY began, run, type ORDER BY began, type
