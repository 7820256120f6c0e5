-- In which release was cart.total < 0 first seen?
SELECT release, min(began) AS first, count(DISTINCT run) AS runs
FROM changes JOIN runs USING (run)
WHERE store = 'cart' AND changes.path = '.total' AND changes.number < 0
GROUP BY release ORDER BY first
