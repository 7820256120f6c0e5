-- In how many runs of each release did any item of the cart have a quantity above 6, wherever it stood?
SELECT release, count(DISTINCT run) AS runs
FROM changes JOIN runs USING (run)
WHERE store = 'cart' AND pattern = '.items[*].qty' AND changes.number > 6
GROUP BY release ORDER BY release
