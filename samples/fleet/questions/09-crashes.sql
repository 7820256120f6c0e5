-- In which actions did logs break off, and how often?
SELECT store, type, count(*) AS runs FROM steps WHERE outcome = 'in-flight' GROUP BY store, type ORDER BY runs DESC, type
