// Runs the table of the query language with the script of a report's page: node page.mjs SCRIPTS CASES RUNS
//
// SCRIPTS is the folder of the page's scripts, CASES the table, RUNS a folder with the runs of the logs as the page's data has them.
// For each case a line of JSON tells what came of it, as PageQueryTests expects it.

import { readFileSync } from 'node:fs';

const [, , scripts, cases, runs] = process.argv;
const source = ['values', 'run', 'text', 'query', 'filter'].map((name) => readFileSync(`${scripts}/${name}.js`, 'utf8')).join('\n');
const page = new Function(
  `'use strict';\n${source}\nreturn { Run, Filter, QueryReader, QueryFailure, RegularExpression, textMatcher, globMatcher, textOf, everyElement };`)();

const loaded = new Map();
function run(log) {
  if (!loaded.has(log)) loaded.set(log, new page.Run(JSON.parse(readFileSync(`${runs}/${log}.json`, 'utf8'))));
  return loaded.get(log);
}

// How a query is understood, every combination in parentheses: as QueryOutline.swift writes it.

function outline(part) {
  switch (part.kind) {
    case 'all': return '(' + part.parts.map(outline).join(' and ') + ')';
    case 'any': return '(' + part.parts.map(outline).join(' or ') + ')';
    case 'not': return 'not ' + outline(part.part);
    case 'is': return 'is ' + part.trait;
    case 'seq': return `seq ${part.first}…${part.last === Infinity ? '' : part.last}`;
    case 'cause': case 'chain': return `${part.kind} ${part.step}`;
    case 'field': return `${part.field} ${part.relation} ${part.value}`;
    case 'stateText': return 'state text ' + patternOutline(part.pattern);
    case 'changed': return 'changed ' + pathOutline(part.path);
    case 'compare': return `${sideOutline(part.left)} ${part.relation} ${sideOutline(part.right)}`;
    case 'match': return `${sideOutline(part.left)} ~ ${patternOutline(part.pattern)}`;
    default: return `${part.kind} ${patternOutline(part.pattern)}`;
  }
}

function patternOutline(pattern) {
  if (pattern.expression !== undefined) return `/${pattern.expression}/`;
  return pattern.glob !== undefined ? `glob '${pattern.glob}'` : `'${pattern.exactly ?? pattern.literal}'`;
}

function sideOutline(side) {
  switch (side.source) {
    case 'literal': return page.textOf(side.value);
    case 'measure': return `${side.measure}(${sideOutline(side.operand)}${side.members.length > 0 ? ', ' + side.members.join(' * ') : ''})`;
    case 'delta': return `delta(${pathOutline(side.path)})`;
    case 'state': return pathOutline(side.path);
    default: return (side.source === 'prev' ? 'before ' : 'payload ') + pathOutline(side.path);
  }
}

function pathOutline({ store, parts }) { return (store === null ? '' : `<${store}>`) + '|' + parts.map(partOutline).join('|'); }

function partOutline(part) {
  if (part === page.everyElement) return '*';
  if (part.index !== undefined) return `#${part.index}`;
  if (part.key !== undefined) return `${part.key}=${page.textOf(part.value)}`;
  return part.token === undefined ? part.member : '/' + part.token;
}

// Cases

function matcher(example) {
  if (example.expression === undefined) return example.name === undefined ? page.textMatcher(example.text) : page.globMatcher(example.name);
  const expression = new page.RegularExpression(example.expression);
  return (text) => expression.matches(text);
}

function outcome(example) {
  if (example.query === undefined) {
    const matches = matcher(example);
    return { wrong: [...example.matches.filter((text) => !matches(text)), ...example.misses.filter(matches)] };
  }
  const query = new page.QueryReader(example.query).query();
  if (example.reads !== undefined) return { reads: outline(query) };
  const problem = page.Filter.problem(query, run(example.log ?? 'cart').stores);
  if (problem) throw problem;
  return { rows: new page.Filter(run(example.log), query).rows() };
}

for (const line of readFileSync(cases, 'utf8').split('\n')) {
  const example = line === '' ? { about: '' } : JSON.parse(line);
  let told = {};
  try { if (example.about === undefined) told = outcome(example); } catch (error) {
    told = error instanceof page.QueryFailure ? { error: error.message } : { crash: `${error.stack}` };
  }
  console.log(JSON.stringify(told));
}
