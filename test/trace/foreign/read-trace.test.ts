/** Traces of strangers: real ones of every kind are read, and whatever is changed in one is a sentence, or read and shown. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { traceDifference } from '../../../src/trace/trace-difference.ts';
import { namesAround, TraceNames } from '../../../src/trace/names.ts';
import { formatTrace } from '../../../src/trace/trace-file.ts';
import { guideOfRun } from '../../../src/trace/trace-guide.ts';
import { costAt, inkAt } from '../../../src/trace/trace-ink.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { runFile } from '../../../src/export/run-file.ts';
import { RUN_FORMATS } from '../../../src/export/service.ts';
import { readTrace } from '../../../src/trace/foreign/read-trace.ts';
import { lanesOf } from '../../../src/ui/picture/lanes/lanes.ts';
import { errorsOf, kindOf, noteOf, titleOf } from '../../../src/picture/mark-text.ts';
import { draw } from '../../../src/picture/picture.ts';
import { taskOf } from '../../../src/core/node-data.ts';
import { tracesOfEveryKind } from './traces-of-every-kind.ts';

type Json = Readonly<Record<string, unknown>>;

let kinds: ReadonlyMap<string, readonly TraceEvent[]>;
beforeAll(async () => {
  kinds = await tracesOfEveryKind();
});

/** All that shows, tells, compares or writes a trace. */
function readEverywhere(events: readonly TraceEvent[], other: readonly TraceEvent[]): void {
  guideOfRun({ title: 'Read', keeps: '', events });
  traceDifference(events, other);
  const tree = traceTree(events);
  const names = new TraceNames();
  for (const event of events) names.add(event);
  for (const task of tree.tasks) {
    const asked = taskOf(task);
    const around = asked === null ? names : namesAround(asked, names);
    draw({ run: 0, task, nodes: tree.nodes, names: around }, { width: 400, head: 0 });
    for (const node of tree.nodes.values()) errorsOf(node, around, Infinity);
    lanesOf(task, tree.nodes, Infinity);
  }
  for (const node of tree.nodes.values()) {
    inkAt(node, 'kept', Infinity);
    [titleOf(node, names), noteOf(node, names, { from: 'kept', position: Infinity }), kindOf(node)].forEach(String);
  }
  costAt(tree.nodes.values(), Infinity);
  for (const { extension } of RUN_FORMATS) runFile(events, extension, 'x');
}

describe('the lab’s own traces', () => {
  test('of every kind are read, and read everywhere', () => {
    for (const [kind, events] of kinds) {
      expect([kind, readTrace(formatTrace(events))]).toEqual([kind, events]);
      readEverywhere(events, events);
    }
  });

  test('that were cut off are read as far as they go where that is asked for', () => {
    const text = formatTrace(kinds.get('recmind') ?? []);
    const cut = text.slice(0, text.length - 200);
    expect(readTrace(cut, { partial: true }).length).toBeGreaterThan(2);
    expect(() => readTrace(cut)).toThrow(LabError);
  });
});

function changed(change: (event: Json) => Json, of = 'recmind'): string {
  return (kinds.get(of) ?? []).map((event) => `${JSON.stringify(change(event))}\n`).join('');
}

function thrownBy(action: () => unknown): LabError | null {
  try {
    action();
    return null;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(LabError);
    return thrown as LabError;
  }
}

const first = (type: string, change: (event: Json) => Json): ((event: Json) => Json) => {
  let done = false;
  return (event) => {
    if (done || event['type'] !== type) return event;
    done = true;
    return change(event);
  };
};

describe('a trace that is damaged', () => {
  const CASES: readonly (readonly [string, string, () => string])[] = [
    [
      'a list where a text belongs',
      'messages.0.content must be a text, not ["a"]',
      () => changed(first('model-call', (event) => ({ ...event, messages: [{ role: 'user', content: ['a'] }] }))),
    ],
    [
      'an event at a node that never began',
      'the node 0.77 has not begun',
      () => changed(first('tool-call', (event) => ({ ...event, node: '0.77' }))),
    ],
    [
      'a parent that does not exist',
      'its parent "0.99" has not begun',
      () => changed(first('node-start', (event) => ({ ...event, parent: '0.99' }))),
    ],
    [
      'a text where a number belongs',
      'usage.inputTokens must be a number, not "NaN"',
      () =>
        changed(
          first('model-result', (event) => ({
            ...event,
            usage: { inputTokens: 'NaN', outputTokens: 1, estimated: false },
          })),
        ),
    ],
    [
      'values nested without end',
      'nested deeper than 64 levels',
      () =>
        changed(first('tool-call', (event) => ({ ...event, arguments: 'deep' }))).replace(
          '"deep"',
          '['.repeat(20_000) + ']'.repeat(20_000),
        ),
    ],
  ];
  test.each(CASES)('by %s says the line and what is wrong', (_, what, build) => {
    const { code, message } = thrownBy(() => readTrace(build())) ?? { code: null, message: 'It is read.' };
    expect(code).toBe('trace-damaged');
    expect(message).toMatch(/^The trace is damaged in line \d+/);
    expect(message).toContain(what);
  });

  test('by anything at any place is a sentence, or is shown, told, compared and exported', () => {
    const wrong = fc.constantFrom<unknown>(
      null,
      7,
      -1,
      1.5,
      'NaN',
      '',
      '__proto__',
      true,
      [],
      {},
      [null],
      { a: 1 },
      1e308,
      undefined,
    );
    fc.assert(
      fc.property(fc.constantFrom(...kinds.keys()), fc.nat(), fc.nat(), wrong, (kind, at, place, value) => {
        const events = kinds.get(kind) ?? [];
        const lines = events.map((event) => structuredClone(event) as unknown);
        change(lines[at % lines.length], place, value);
        const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        let read: readonly TraceEvent[];
        try {
          read = readTrace(text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'trace-damaged' });
          return;
        }
        readEverywhere(read, events);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

/** Puts a value at one of the places in another value, however deep. */
function change(target: unknown, place: number, value: unknown): void {
  const places: (readonly [object, string])[] = [];
  const waiting: unknown[] = [target];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, part] of Object.entries(next)) {
      places.push([next, key]);
      waiting.push(part);
    }
  }
  const [owner, key] = places[place % places.length] ?? [];
  if (owner !== undefined && key !== undefined) (owner as Record<string, unknown>)[key] = value;
}
