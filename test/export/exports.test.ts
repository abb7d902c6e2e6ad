/** @file What leaves the lab: a real run, and one in which every text is hostile. */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import type { Json } from '../../src/core/json.ts';
import { textOf } from '../../src/core/action.ts';
import { readAsked } from '../../src/trace/phrases/read-phrase.ts';
import { traceTree } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { escaped, inlined } from '../../src/export/html-text.ts';
import { eventsInHtml } from '../../src/export/events-in-html.ts';
import { runHtml } from '../../src/export/run-html.ts';
import { RUN_FORMATS } from '../../src/export/run-formats.ts';
import { runJupyter } from '../../src/export/run-jupyter.ts';
import { runSpans } from '../../src/export/run-spans.ts';
import { runCsv, runJson, stateRows } from '../../src/export/run-table.ts';
import { run } from '../lab/run/run-written.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { editsOf, forkOf, parentOf, runIn, statesOf } from '../lab/run/fork/forks.ts';
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
    expect(html.match(/class="stroke"/g) ?? []).toHaveLength(states.filter(({ prune }) => prune !== null).length);
    const [answer] = tasks[0]?.answers ?? [];
    if (answer?.recommendation.type !== 'rating') throw new Error('no rating');
    expect(html).toMatch(new RegExp(`<text class="answer"[^>]*>${answer.recommendation.rating.toFixed(2)}</text>`));
  });

  test('holds every state, prompt and reply, and the events, which open again', () => {
    const html = runHtml(events, 'A run');
    for (const { thought } of stateRows(events)) expect(html).toContain(escaped(thought));
    for (const { calls } of traceTree(events).nodes.values())
      for (const { reply } of calls) expect(html).toContain(escaped(reply));
    expect(parseTrace(eventsInHtml(html) ?? '')).toEqual(events);
    expect(eventsInHtml('<html></html>')).toBeNull();
  });

  test('of a fork holds what a person put in the place of an observation, whole, and the original in words', async () => {
    const session = openSession(await testEngine(), madeUpDataset());
    const parent = await runIn(session, {
      dataset: { name: 'made-up' },
      tasks: { name: 'direct-recommendation', options: { users: [1], candidates: 12 } },
      recommender: { name: 'recmind', options: { planner: 'chain-of-thought', steps: 3 } },
    });
    const list = statesOf(parent.events).find(
      ({ state }) => state !== null && readAsked(state)?.phrase.unit === 'list',
    );
    const observation = 'Everyone agrees on this: Heat, and nothing else.';
    const fork = await runIn(session, forkOf(parent.events, list?.id ?? '', { observation }), parentOf(parent.events));
    const html = runHtml(fork.events, 'A fork');
    expect(html).toContain(`>${observation}</p>`);
    const [edit] = editsOf(fork.events);
    expect(edit?.before).toMatch(/\d/);
    expect(html).toContain('Edited: the observation. Original: ');
    expect(html).not.toContain(`Original: ${escaped(textOf(edit?.before ?? null))}`);
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

interface Notebook {
  readonly nbformat: number;
  readonly nbformat_minor: number;
  readonly metadata: object;
  readonly cells: readonly {
    readonly id: string;
    readonly cell_type: string;
    readonly source: readonly string[];
    readonly outputs?: readonly { readonly output_type: string; readonly data: Readonly<Record<string, unknown>> }[];
    readonly execution_count?: null;
  }[];
}

describe('a run as a Jupyter notebook', () => {
  test('has the shape of nbformat 4.5', () => {
    const notebook = runJupyter(events, 'A run') as unknown as Notebook;
    expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
    expect(Object.keys(notebook).sort()).toEqual(['cells', 'metadata', 'nbformat', 'nbformat_minor']);
    const ids = notebook.cells.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const cell of notebook.cells) {
      expect(cell.id).toMatch(/^[a-zA-Z0-9-_]{1,64}$/);
      expect(cell.source.slice(0, -1).every((line) => line.endsWith('\n'))).toBe(true);
      const keys = Object.keys(cell).sort();
      if (cell.cell_type === 'markdown') expect(keys).toEqual(['cell_type', 'id', 'metadata', 'source']);
      else {
        expect(cell.cell_type).toBe('code');
        expect(keys).toEqual(['cell_type', 'execution_count', 'id', 'metadata', 'outputs', 'source']);
        expect(cell.outputs?.map(({ output_type }) => output_type)).toEqual(['display_data']);
      }
    }
  });

  test('carries the spec as JSON and the states as data, and no markup of theirs', () => {
    const { cells } = runJupyter(bad, HOSTILE) as unknown as Notebook;
    const code = cells.find(({ cell_type }) => cell_type === 'code');
    const source = code?.source.join('') ?? '';
    const literal = /json\.loads\((".*")\)$/s.exec(source)?.[1] ?? '""';
    expect(JSON.parse(JSON.parse(literal) as string)).toEqual((bad[0] as { spec: unknown }).spec);
    expect(code?.outputs?.[0]?.data['application/json']).toEqual(stateRows(bad));
    const markdown = cells.filter(({ cell_type }) => cell_type === 'markdown').flatMap(({ source: lines }) => lines);
    expect([...markdown, ...(code?.outputs?.[0]?.data['text/markdown'] as string[])].join('')).not.toMatch(
      /<img|<script/,
    );
  });
});

interface Spans {
  readonly resourceSpans: readonly [{ readonly scopeSpans: readonly [{ readonly spans: readonly Span[] }] }];
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

describe('a run as OpenTelemetry spans', () => {
  const STARTED = Date.UTC(2026, 10, 22);
  const spansOf = (run: readonly TraceEvent[]): readonly Span[] =>
    (runSpans(run, STARTED) as unknown as Spans).resourceSpans[0].scopeSpans[0].spans;
  const attribute = ({ attributes }: Span, name: string): unknown =>
    Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

  test('are one tree, each within its parent, with the identifiers that OTLP asks for', () => {
    const spans = spansOf(events);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).toBe(spans.length);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1);
    for (const { traceId, spanId, parentSpanId, startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(BigInt(start) >= BigInt(STARTED) * 1_000_000n && BigInt(end) >= BigInt(start)).toBe(true);
      if (parentSpanId === undefined) continue;
      const parent = byId.get(parentSpanId);
      expect(parent).toBeDefined();
      expect(BigInt(start) >= BigInt(parent?.startTimeUnixNano ?? 0)).toBe(true);
    }
  });

  test('name model calls, tool uses and agents by the conventions for generative AI', () => {
    const spans = spansOf(events);
    const of = (operation: string): readonly Span[] =>
      spans.filter((span) => attribute(span, 'gen_ai.operation.name') === operation);
    const count = (type: string): number => events.filter((event) => event.type === type).length;
    expect(of('chat')).toHaveLength(count('model-call'));
    expect(of('execute_tool')).toHaveLength(count('tool-call'));
    expect(of('invoke_agent')).toHaveLength(2);
    const [call] = of('chat');
    if (call === undefined) throw new Error('no call');
    expect(call.name).toBe('chat built-in/reasoner');
    const input = JSON.parse(String(attribute(call, 'gen_ai.input.messages'))) as readonly {
      role: string;
      parts: object[];
    }[];
    expect(input[0]).toMatchObject({ role: 'system', parts: [{ type: 'text' }] });
    expect(Number(attribute(call, 'gen_ai.usage.input_tokens'))).toBeGreaterThan(0);
    const sum = of('chat').reduce((all, span) => all + Number(attribute(span, 'gen_ai.usage.output_tokens')), 0);
    expect(sum).toBe(traceTree(events).totals.outputTokens);
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
    expect((runJson(events) as { states: Json }).states).toEqual(rows);
  });

  test('has its heading and its answers where nothing was asked, as of Input–output', () => {
    const direct = events.filter(({ node, type }) => !node.includes('.') && type !== 'node-prune');
    const [header, ...lines] = runCsv(direct).trimEnd().split('\r\n');
    expect(header).toContain('observation');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes('answer from what was'))).toBe(true);
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

test('the documentation names every format', () => {
  const text = readFileSync(new URL('../../docs/exporting.md', import.meta.url), 'utf8');
  for (const { extension } of RUN_FORMATS) expect(text).toContain(`\`.${extension}\``);
});
