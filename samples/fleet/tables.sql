-- The tables that `fluxtape tables LOGS --output DIR` wrote, as Parquet. To be run in DIR.
COPY (
  SELECT * REPLACE (began::TIMESTAMP AS began)
  FROM read_json('part-*/runs.jsonl*', format = 'newline_delimited', columns = {
    run: 'VARCHAR', version: 'INTEGER', logs: 'VARCHAR[]', number: 'INTEGER', bytes: 'BIGINT', id: 'VARCHAR', program: 'VARCHAR',
    release: 'VARCHAR', commit: 'VARCHAR', host: 'VARCHAR', meta: 'JSON', test: 'VARCHAR', arguments: 'VARCHAR', attempt: 'INTEGER',
    result: 'VARCHAR', red: 'BOOLEAN', began: 'VARCHAR', duration: 'BIGINT', steps: 'BIGINT', problems: 'BIGINT', problem: 'VARCHAR',
    step: 'BIGINT', text: 'VARCHAR', site: 'VARCHAR', signature: 'VARCHAR'})
) TO 'runs.parquet' (COMPRESSION zstd);

COPY (
  SELECT * REPLACE (time::TIMESTAMP AS time)
  FROM read_json('part-*/steps.jsonl*', format = 'newline_delimited', columns = {
    run: 'VARCHAR', row: 'BIGINT', step: 'BIGINT', kind: 'VARCHAR', t: 'BIGINT', time: 'VARCHAR', store: 'VARCHAR', type: 'VARCHAR',
    level: 'VARCHAR', cause: 'BIGINT', duration: 'BIGINT', outcome: 'VARCHAR', enumCase: 'VARCHAR', site: 'VARCHAR', thread: 'VARCHAR',
    trace: 'VARCHAR', span: 'VARCHAR', effect: 'VARCHAR', phase: 'VARCHAR', error: 'VARCHAR', message: 'VARCHAR', payload: 'JSON',
    payloadBytes: 'BIGINT'})
) TO 'steps.parquet' (COMPRESSION zstd);

COPY (
  SELECT * REPLACE (coalesce(place, path) AS place, coalesce(pattern, path) AS pattern, coalesce(certain, true) AS certain)
  FROM read_json('part-*/changes.jsonl*', format = 'newline_delimited', columns = {
    run: 'VARCHAR', row: 'BIGINT', step: 'BIGINT', store: 'VARCHAR', path: 'VARCHAR', place: 'VARCHAR', pattern: 'VARCHAR', kind: 'VARCHAR',
    origin: 'VARCHAR', old: 'JSON', oldBytes: 'BIGINT', new: 'JSON', newBytes: 'BIGINT', number: 'DOUBLE', certain: 'BOOLEAN'})
) TO 'changes.parquet' (COMPRESSION zstd);

COPY (
  SELECT *
  FROM read_json('part-*/findings.jsonl*', format = 'newline_delimited', columns = {
    run: 'VARCHAR', row: 'BIGINT', step: 'BIGINT', finding: 'VARCHAR', note: 'BOOLEAN', rule: 'VARCHAR', message: 'VARCHAR',
    store: 'VARCHAR', type: 'VARCHAR', site: 'VARCHAR', path: 'VARCHAR', old: 'JSON', oldBytes: 'BIGINT', new: 'JSON', newBytes: 'BIGINT'})
) TO 'findings.parquet' (COMPRESSION zstd);

COPY (
  SELECT *
  FROM read_json('part-*/problems.jsonl*', format = 'newline_delimited', columns = {
    version: 'INTEGER', log: 'VARCHAR', bytes: 'BIGINT', why: 'VARCHAR'})
) TO 'problems.parquet' (COMPRESSION zstd);
