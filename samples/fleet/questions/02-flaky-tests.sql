-- How often did each test fail, week by week?
SELECT test, date_trunc('week', began) AS week, count(*) AS runs, count(*) FILTER (WHERE red) AS red
FROM runs
WHERE test IS NOT NULL
GROUP BY test, week ORDER BY test, week
