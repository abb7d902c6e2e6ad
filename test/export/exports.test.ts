/** @file What leaves the lab: a real run, and one in which every text is hostile. */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { traceTree } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { escaped, inlined, eventsInHtml } from '../../src/export/html-text.ts';
import { runHtml } from '../../src/export/run-html.ts';
import { RUN_FORMATS } from '../../src/export/service.ts';
import { runCsv, runFile, stateRows } from '../../src/export/run-file.ts';
import { run } from '../lab/run/run-written.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&\u2028=HYPERLINK("http://x")`;

/** The same value with a hostile text in the place of every text that a model, a tool or a dataset wrote. */
function hostile(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    return [
      'type',
      'node',
      'parent',
      'role',
      'status',
      'kind',
      'verdict',
      'from',
      'outcome',
      'chosen',
      'part',
    ].includes(key)
      ? value
      : HOSTILE;
  }
  if (Array.isArray(value))
    return ['candidates', 'states'].includes(key) ? value : value.map((one) => hostile(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostile(one, name)]));
}

let events: readonly TraceEvent[];
let bad: readonly TraceEvent[];
beforeAll(async () => {
  const written: TraceEvent[] = [];
  let time = 0;
  await run(
    {
      dataset: { name: 'made-up' },
      tasks: { name: 'rating-prediction', options: { users: [1, 2] } },
      recommender: { name: 'recmind', options: { planner: 'tree-of-thoughts-dfs', steps: 3 } },
    },
    {
      ...openSession(await testEngine(), madeUpDataset()),
      now: () => (time += 0.5),
      write: (event) => written.push(event),
      signal: new AbortController().signal,
    },
  );
  events = written;
  bad = written.map((event) => hostile(event) as TraceEvent);
});

describe('a run as one HTML file', () => {
  test('asks for nothing from elsewhere, and lets nothing run but its own script', () => {
    const html = runHtml(events, 'A run');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(policy).toContain('default-src &#39;none&#39;');
    expect(policy).toMatch(/script-src &#39;sha256-[A-Za-z0-9+/]{43}=&#39;/);
    expect(html).not.toMatch(/<(link|iframe|form|img|object|embed|base)\b|<[^>]*\s(src|on\w+)=|\shref="(?!#)/);
  });

  test('draws the tree, where each state leads to what is said of it, and the answer', () => {
    const html = runHtml(events, 'A run');
    const { tasks, nodes } = traceTree(events);
    const states = [...nodes.values()].filter(({ kind }) => kind === 'state');
    const led = [...html.matchAll(/<a href="#([^"]*)" data-state="\1"/g)].map(([, id]) => id);
    expect(led.toSorted()).toEqual(states.map(({ id }) => `state-${id}`).toSorted());
    for (const id of led) expect(html.split(`<li id="${id ?? ''}"`)).toHaveLength(2);
    expect(html.match(/class="pruned /g) ?? []).toHaveLength(states.filter(({ prune }) => prune !== null).length);
    const [answer] = tasks[0]?.answers ?? [];
    if (answer?.recommendation.type !== 'rating') throw new Error('no rating');
    expect(html).toMatch(new RegExp(`<text class="answer"[^>]*>${answer.recommendation.rating.toFixed(2)}</text>`));
  });

  test('holds every state, prompt and reply, and the events, which open again', () => {
    const html = runHtml(events, 'A run');
    for (const { thought } of stateRows(events)) expect(html).toContain(escaped(String(thought)));
    for (const { calls } of traceTree(events).nodes.values())
      for (const { reply } of calls) expect(html).toContain(escaped(reply));
    expect(parseTrace(eventsInHtml(html) ?? '')).toEqual(events);
    expect(eventsInHtml('<html></html>')).toBeNull();
  });

  test('turns hostile texts into text', () => {
    const html = runHtml(bad, HOSTILE);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script>alert');
    // Its own script, and the events as data.
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(parseTrace(eventsInHtml(html) ?? '')).toEqual(bad);
    expect(inlined(JSON.stringify(HOSTILE))).not.toMatch(/<|\u2028/);
  });
});

describe('a run as a table', () => {
  test('has a row for each state, and reads back', () => {
    const rows = stateRows(events);
    expect(rows).toHaveLength([...traceTree(events).nodes.values()].filter(({ kind }) => kind === 'state').length);
    const [header, ...lines] = runCsv(events).trimEnd().split('\r\n');
    expect(header).toBe(Object.keys(rows[0] ?? {}).join(','));
    const answers = traceTree(events).tasks.flatMap((task) => task.answers);
    expect(lines).toHaveLength(rows.length + answers.length);
  });

  test('has no cell that a spreadsheet would run', () => {
    const formula = bad.map((event) =>
      event.type === 'node-end' && event.node.includes('.')
        ? { ...event, result: { thought: '=1+1', action: null, observation: '@x', isEnd: false } }
        : event,
    );
    const cells = Papa.parse<string[]>(runCsv(formula)).data.flat();
    expect(cells.length).toBeGreaterThan(10);
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(runCsv(formula)).toContain("'=1+1");
  });
});

test('a picture has the question, what is true, the answer, the tree and what its signs mean, in colours', () => {
  const picture = runFile(events, 'svg', 'Depth first');
  const [task] = traceTree(events).tasks;
  const states = [...traceTree(events).nodes.values()].filter(({ kind }) => kind === 'state');
  const given = task?.answers[0]?.recommendation;
  for (const part of ['What would', 'gave it', 'Depth first', 'dropped by mistake']) expect(picture).toContain(part);
  expect(picture).toContain(given?.type === 'rating' ? `>${given.rating.toFixed(2)}<` : 'a rating');
  expect(picture.match(/class="ring"/g)).toHaveLength(states.length);
  expect(picture).not.toMatch(/var\(--|light-dark|href/);
  expect(runFile(bad, 'svg', HOSTILE)).not.toMatch(/<script|<img/);
});

test('the documentation names every format', () => {
  const text = readFileSync(new URL('../../docs/exporting.md', import.meta.url), 'utf8');
  for (const { extension } of RUN_FORMATS) expect(text).toContain(`\`.${extension}\``);
});
