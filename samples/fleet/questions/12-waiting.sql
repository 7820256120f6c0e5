-- How long did an answer to a checkout take, at the median in each release?
SELECT release, median(answer.t - request.t) AS microseconds
FROM steps AS answer
JOIN steps AS request ON answer.run = request.run AND answer.cause = request.step
JOIN runs ON answer.run = runs.run
WHERE request.type = 'cart.checkoutRequested'
GROUP BY release ORDER BY release
