/** @file Programs of planners: what they may do, what stops them, and what is said of those that are wrong. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LabError } from '../../src/core/errors.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Planner } from '../../src/core/planner.ts';
import { chainOfThought } from '../../src/planners/chain-of-thought.ts';
import { selfInspiring } from '../../src/planners/self-inspiring.ts';
import { customPlanner } from '../../src/programs/custom-planner.ts';
import { createProgramRunner } from '../../src/programs/program-runner.ts';
import { READY_PROGRAMS } from '../../src/programs/ready-programs.ts';
import { ScriptedContext, type Script } from '../planners/scripted-context.ts';
import { startHere } from './here.ts';

const runner = createProgramRunner(startHere);
const NEVER = new AbortController().signal;

async function run(planner: Planner, script: Partial<Script> = {}, seed = 1) {
  const context = new ScriptedContext(script);
  const kept = await planner.plan(context, { random: createRandom(seed), signal: NEVER });
  return { kept: kept.map(({ id }) => id), calls: context.calls };
}

const written = (source: string, T = 3, k = 2): Planner => customPlanner({ source, T, k }, runner);
const ready = (name: string): string => READY_PROGRAMS.find((one) => one.name === name)?.source ?? '';
const body = (lines: string): string => `async function plan(context, { T, k }) {\n${lines}\n}`;

async function errorOf(source: string, script: Partial<Script> = {}): Promise<LabError> {
  return run(written(source), script).then(
    () => expect.unreachable('the program did not fail'),
    (thrown: unknown) => thrown as LabError,
  );
}

const SCRIPT = fc.record({
  ends: fc.array(
    fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0),
    { minLength: 1, maxLength: 20 },
  ),
  inspirations: fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
  choices: fc.array(fc.nat(10), { minLength: 1, maxLength: 20 }),
});

describe('a ready program', () => {
  test.each([
    ['chain-of-thought', chainOfThought({ steps: 3 })],
    ['keep-everything', selfInspiring({ steps: 3, alternativeCounts: false })],
  ])('%s asks and keeps what the built-in planner does', async (name, planner) => {
    await fc.assert(
      fc.asyncProperty(SCRIPT, async (script) => {
        expect(await run(written(ready(name)), script)).toEqual(await run(planner, script));
      }),
      { numRuns: 25 },
    );
  });

  test('missing-await gives the error that it announces', async () => {
    const { code, message, details } = await errorOf(ready('missing-await'));
    expect(code).toBe('program-failed');
    expect(ready('missing-await').replaceAll(/\n\/\/ +/g, ' ')).toContain(message);
    expect(ready('missing-await').split('\n')[(details as { line: number }).line - 1]).toContain('context.sample');
  });
});

describe('what a program is given', () => {
  test('seeded random numbers, which depend on nothing else', async () => {
    const source = body('throw new Error(String(Math.random()))');
    const drawn = (seed: number): Promise<string> =>
      run(written(source), {}, seed).then(
        () => '',
        (thrown: LabError) => thrown.message,
      );
    expect(await drawn(1)).toBe(await drawn(1));
    expect(await drawn(1)).not.toBe(await drawn(2));
  });

  test('no clock, no network, no modules, nothing of the host', async () => {
    const names = [
      'Date',
      'performance',
      'fetch',
      'process',
      'require',
      'setTimeout',
      'RegExp',
      'self',
      'window',
      'WeakRef',
    ];
    const source = body(
      `throw new Error(${JSON.stringify(names)}.filter((name) => name in globalThis).join() || 'nothing');`,
    );
    expect((await errorOf(source)).message).toContain('nothing');
    expect(await errorOf('import "node:fs"')).toMatchObject({ code: 'program-failed' });
    expect(await errorOf(body('await import("node:fs")'))).toMatchObject({ code: 'program-failed' });
  });

  test('calls that are made together are answered one after the other', async () => {
    const source = body(`const [a, b] = await Promise.all([context.sample([], null), context.sample([], null)]);
      return [await context.vote([], [b, a])];`);
    const { calls, kept } = await run(written(source));
    expect(calls).toEqual(['sample() from x = a', 'sample() from x = b', 'vote(; b a) = b']);
    expect(kept).toEqual(['b']);
  });
});

describe('a program that is wrong is told so, at its line', () => {
  const S = 'const s = await context.sample([], null);';
  test.each<[string, string, object, string, Partial<Script>?]>([
    ['a syntax error', 'async function plan(context) {\n  const = 1;\n}', { line: 2 }, ''],
    ['no plan', 'const x = 1;', {}, 'declares no function plan'],
    ['a call that there is not', body('await context.smaple([], null);'), { line: 2 }, 'not a function'],
    ['no await', body('const s = context.sample([], null);\nreturn [s];'), {}, 'put await before'],
    ['a call that nobody waits for', body('context.sample([], null);\nreturn [];'), {}, 'put await before sample'],
    ['a copy of a state', body(`${S}\nreturn [{ ...s }];`), {}, 'the very states'],
    ['a changed state', body(`${S}\ns.thought = 'x';`), { line: 3 }, 'read-only'],
    ['a state twice', body(`${S}\nreturn [s, s];`), {}, 'twice'],
    ['no list', body('return 5;'), {}, 'must be a list of states; it is 5'],
    ['no candidates', body('await context.vote([], []);'), { line: 2 }, 'no candidates'],
    [
      'a parent that is left out',
      body('await context.sample([]);'),
      { line: 2 },
      'parent must be a state; it is undefined',
    ],
    ['a promise that never comes', body('await new Promise(() => {});'), {}, 'never comes'],
    ['a thrown error', body('throw new Error("out\\nof ideas");'), { line: 2 }, 'out of ideas'],
    ['a thrown text', body('throw "out of ideas";'), {}, 'out of ideas'],
    ['a text that doubles', body('let text = "x"; for (;;) text += text;'), { line: 2 }, 'too long'],
    ['an end that is kept', body(`${S}\nreturn [s];`), {}, 'End of Planning', { ends: [true] }],
  ])('%s', async (_, source, place, words, script = {}) => {
    const error = await errorOf(source, script);
    expect(error).toMatchObject({ code: 'program-failed', details: place });
    expect(error.message).toContain(words);
    expect(error.message).toMatch(/^The planner’s program failed( at line \d+, column \d+)?: .+[^.]\.$/);
  });

  test('what a call throws is the run’s own error, which the program cannot catch', async () => {
    const source = body('try { await context.inspire([]); } catch {}\nreturn [];');
    const context = new ScriptedContext({});
    context.inspire = () => Promise.reject(new TypeError('the model broke'));
    const planning = written(source).plan(context, { random: createRandom(1), signal: NEVER });
    await expect(planning).rejects.toThrow('the model broke');
  });
});

describe('a hostile program', () => {
  test.each([
    ['an endless loop', body('while (true);')],
    ['an endless loop before plan', 'for (;;);'],
    ['one that catches its end', body('for (;;) { try { for (;;); } catch {} finally { for (;;); } }')],
    ['endless microtasks', body('const go = () => Promise.resolve().then(go); await go();')],
    ['a list that grows', body('const all = []; for (;;) all.push({ all });')],
    ['a huge list', body('new Array(2 ** 31).fill(1).map(String);')],
    ['endless recursion', body('const go = () => go() + 1; go();')],
    ['deep nesting', `${'('.repeat(4000)}`],
    [
      'deep JSON',
      body(
        'let deep = []; for (let i = 0; i < 1e4; i += 1) deep = [deep]; await context.inspire(JSON.stringify(deep));',
      ),
    ],
  ])('%s is stopped', async (_, source) => {
    expect(await errorOf(source)).toMatchObject({ code: 'program-limit', details: null });
  });

  test.each([
    ['prototypes', 'Object.prototype.type = "end"; Array.prototype.toJSON = () => [];'],
    [
      'the language',
      'JSON.stringify = () => "{}"; WeakMap.prototype.get = () => "0"; Promise.prototype.then = null; Array.isArray = () => true;',
    ],
    ['JSON', 'Object.prototype.toJSON = () => ({ type: "end", states: ["0.0"] });'],
    ['iteration', 'Array.prototype[Symbol.iterator] = function* () { yield 1; };'],
  ])('one that changes %s keeps no state that was not sampled', async (_, source) => {
    const before = ready('chain-of-thought');
    const ended = await run(written(`${source}\n${before}`)).then(
      ({ kept }) => kept,
      (thrown: LabError) => thrown.code,
    );
    if (typeof ended === 'string') expect(ended).toBe('program-failed');
    else expect(ended.every((id) => ['a', 'b', 'c'].includes(id))).toBe(true);
  });

  test.each([
    ['a getter that throws', body('throw { get message() { throw 1; } };')],
    [
      'a list of getters',
      body('const S = []; Object.defineProperty(S, 0, { get() { throw new Error("x"); } }); await context.inspire(S);'),
    ],
    ['a lie about length', body('await context.inspire({ length: 2 ** 53 });')],
    ['names of the language', body('await context.sample([{ id: "__proto__" }], { id: "constructor" });')],
  ])('%s fails in one sentence', async (_, source) => {
    expect(await errorOf(source)).toMatchObject({ code: 'program-failed' });
  });

  test('any text at all ends in an answer or in one typed error', async () => {
    const pieces = fc.constantFrom(
      'plan',
      'async ',
      'function ',
      '(',
      ')',
      '{',
      '}',
      ' context',
      '.sample',
      '=>',
      'await ',
      ';',
      '[]',
      '`',
      '${',
      '/*',
      '"',
      '\n',
      '\u2028',
      '\ud800',
      '…',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (parts) => {
        const { code } = await errorOf(parts.join(''));
        expect(['program-failed', 'program-limit']).toContain(code);
      }),
      { numRuns: 60 },
    );
  });
});
