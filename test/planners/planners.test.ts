/** @file Every planner keeps what it says, asks in the order of its pseudo-code and stops where it should. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beamSearch } from '../../src/planners/beam-search.ts';
import { chainOfThought } from '../../src/planners/chain-of-thought.ts';
import { inputOutput } from '../../src/planners/input-output.ts';
import { languageAgentTreeSearch } from '../../src/planners/language-agent-tree-search.ts';
import { PLANNERS } from '../../src/planners/registry.ts';
import { selfConsistency } from '../../src/planners/self-consistency.ts';
import { selfInspiringFiltered } from '../../src/planners/self-inspiring-filtered.ts';
import { selfInspiring } from '../../src/planners/self-inspiring.ts';
import { treeOfThoughtsBfs } from '../../src/planners/tree-of-thoughts-bfs.ts';
import { treeOfThoughtsDfs } from '../../src/planners/tree-of-thoughts-dfs.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Planner } from '../../src/core/planner.ts';
import { ScriptedContext, type Script } from './scripted-context.ts';

const SURROUNDINGS = { random: createRandom(1), signal: new AbortController().signal };

async function run(planner: Planner, script: Partial<Script>) {
  const context = new ScriptedContext(script);
  const kept = await planner.plan(context, SURROUNDINGS);
  return { context, kept, calls: context.calls, names: kept.map(({ thought }) => thought).join(' ') };
}

const OPTIONS = fc.record({
  steps: fc.integer({ min: 1, max: 6 }),
  branching: fc.integer({ min: 1, max: 4 }),
  readingOfLine7: fc.constantFrom('S-prime' as const, 'S' as const),
  alternativeCounts: fc.boolean(),
  answers: fc.integer({ min: 1, max: 6 }),
  iterations: fc.integer({ min: 1, max: 5 }),
});

const SCRIPT = fc.record({
  ends: fc.array(
    fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0),
    { minLength: 1, maxLength: 30 },
  ),
  verdicts: fc.array(fc.constantFrom('keep' as const, 'prune' as const), { minLength: 1, maxLength: 30 }),
  inspirations: fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
  choices: fc.array(fc.nat(10), { minLength: 1, maxLength: 30 }),
  values: fc.array(fc.constantFrom(0, 0.25, 0.5, 0.75, 1), { minLength: 1, maxLength: 30 }),
});

/** T, k, K, n and whether an alternative counts as a step, as a spec has them. */
interface Options {
  readonly steps: number;
  readonly branching: number;
  readonly iterations?: number;
  readonly answers?: number;
  readonly alternativeCounts?: boolean;
}

const ofEachCandidate = ({ steps, branching }: Options): number => steps * branching;
const withAlternatives = ({ steps, alternativeCounts = true }: Options): number =>
  alternativeCounts ? steps + 1 : 2 * steps;

const STATES: Readonly<Record<string, (options: Options) => number>> = {
  'input-output': () => 0,
  'self-consistency': ({ answers = 5 }) => answers,
  'tree-of-thoughts-bfs': ofEachCandidate,
  'tree-of-thoughts-dfs': ofEachCandidate,
  'beam-search': ({ steps, branching }) => steps * branching ** 2,
  'language-agent-tree-search': ({ iterations = 4, ...options }) => iterations * ofEachCandidate(options),
  'self-inspiring': withAlternatives,
  'self-inspiring-filtered': withAlternatives,
};

/** The most states of a task; one a step where none is named. */
const mostStates = (planner: string, options: Options): number => (STATES[planner] ?? (({ steps }) => steps))(options);

describe.each(PLANNERS.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
  const defaults = { steps: 5, branching: 3, readingOfLine7: 'S-prime', alternativeCounts: true } as const;

  test('carries the name it is registered under', () => {
    expect(entry.create(defaults).name).toBe(name);
  });

  test('returns only states that were sampled, each once, in the order of exploring, and no end state', async () => {
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, script) => {
        const { context, kept } = await run(entry.create(options), script);
        const positions = kept.map((state) => context.sampled.indexOf(state));
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
        expect(positions).not.toContain(-1);
        const grown = context.sampled.filter(({ isEnd }) => !isEnd).length;
        expect(grown).toBeLessThanOrEqual(mostStates(name, options));
        expect(kept.some(({ isEnd }) => isEnd)).toBe(false);
      }),
    );
  });

  test('says whether it drops states that it explored', async () => {
    const script = { verdicts: ['keep', 'prune', 'prune', 'keep'] as const, choices: [0], inspirations: [true] };
    const isWhole = ({ kept, context }: Awaited<ReturnType<typeof run>>): boolean =>
      kept.length === context.sampled.filter(({ isEnd }) => !isEnd).length;
    expect(isWhole(await run(entry.create(defaults), script))).toBe(!entry.drops);
    if (entry.drops) return;
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, any) => isWhole(await run(entry.create(options), any))),
    );
  });

  test('respects T', async () => {
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, script) => {
        const { kept, context } = await run(entry.create(options), script);
        const { steps: T, branching: k, alternativeCounts, answers, iterations } = options;
        const inspired = { kept: alternativeCounts ? T + 1 : 2 * T, explored: 2 * T };
        const most = {
          'self-inspiring': inspired,
          'self-inspiring-filtered': inspired,
          'self-consistency': { kept: answers, explored: answers },
          'beam-search': { kept: T, explored: T * k * k },
          'language-agent-tree-search': { kept: T, explored: iterations * T * k },
        }[name] ?? { kept: T, explored: T * k };
        const why = 'keeps or explores more than T and k allow; a planner with bounds of its own has them in `most`';
        expect(kept.length, why).toBeLessThanOrEqual(most.kept);
        // The last sample may be the one that ends planning.
        expect(context.sampled.filter(({ isEnd }) => !isEnd).length, why).toBeLessThanOrEqual(most.explored);
      }),
    );
  });

  test('keeps nothing where the model ends at once', async () => {
    expect((await run(entry.create(defaults), { ends: [true] })).kept).toEqual([]);
  });

  test('comes to an end where everything is pruned', async () => {
    const { kept, context } = await run(entry.create(defaults), { verdicts: ['prune'], inspirations: [true] });
    for (const state of kept) expect(context.pruned.has(state)).toBe(false);
    expect(context.calls.length).toBeLessThan(200);
  });
});

describe('input-output', () => {
  test('asks nothing', async () => {
    expect((await run(inputOutput(), {})).calls).toEqual([]);
  });
});

describe('chain-of-thought', () => {
  test('samples each state given all before it', async () => {
    const { calls, names } = await run(chainOfThought({ steps: 3 }), {});
    expect(calls).toEqual(['sample() from x = a', 'sample(a) from a = b', 'sample(a b) from b = c']);
    expect(names).toBe('a b c');
  });

  test('stops at "End of Planning"', async () => {
    const { calls, names } = await run(chainOfThought({ steps: 5 }), { ends: [false, true] });
    expect(calls).toEqual(['sample() from x = a', 'sample(a) from a = end']);
    expect(names).toBe('a');
  });
});

describe('tree-of-thoughts-bfs', () => {
  test('draws k candidates given the path and goes on from the voted one', async () => {
    const { calls, names } = await run(treeOfThoughtsBfs({ steps: 2, branching: 2 }), { choices: [1, 0] });
    expect(calls).toEqual([
      'sample() from x = a',
      'sample() from x = b',
      'vote(; a b) = b',
      'sample(b) from b = c',
      'sample(b) from b = d',
      'vote(b; c d) = c',
    ]);
    expect(names).toBe('b c');
  });

  test('does not vote on candidates that end planning, nor on a single one', async () => {
    const ends = [true, false, true, true, true, true];
    const { calls, names } = await run(treeOfThoughtsBfs({ steps: 5, branching: 3 }), { ends });
    expect(calls).toEqual([
      'sample() from x = end',
      'sample() from x = b',
      'sample() from x = end',
      'sample(b) from b = end',
      'sample(b) from b = end',
      'sample(b) from b = end',
    ]);
    expect(names).toBe('b');
  });
});

describe('tree-of-thoughts-dfs', () => {
  test('prunes, backtracks and starts a new branch from the state before', async () => {
    const verdicts = ['keep', 'prune', 'keep'] as const;
    const { calls, names } = await run(treeOfThoughtsDfs({ steps: 2, branching: 3 }), { verdicts });
    expect(calls).toEqual([
      'sample() from x = a',
      'evaluate(; a) = keep',
      'sample(a) from a = b',
      'evaluate(a; b) = prune',
      'sample(a) from a = c',
      'evaluate(a; c) = keep',
    ]);
    expect(names).toBe('a c');
  });

  test('loses a step after k attempts', async () => {
    const verdicts = ['prune', 'prune', 'keep'] as const;
    const { calls, names } = await run(treeOfThoughtsDfs({ steps: 2, branching: 2 }), { verdicts });
    expect(calls.filter((call) => call.startsWith('sample'))).toHaveLength(3);
    expect(names).toBe('c');
  });

  test('stops at "End of Planning", also in the middle of the attempts', async () => {
    const script = { ends: [false, false, true], verdicts: ['keep', 'prune'] as const };
    expect((await run(treeOfThoughtsDfs({ steps: 5, branching: 3 }), script)).names).toBe('a');
  });
});

describe('self-inspiring', () => {
  test('reads like Algorithm 1, line 7 given S′', async () => {
    const { calls, names } = await run(selfInspiring({ steps: 4 }), { inspirations: [true, false, false] });
    expect(calls).toEqual([
      'sample() from x = a',
      'inspire(a) = yes',
      'alternative(a) from x = b',
      'sample(a b) from b = c',
      'inspire(a b c) = no',
      'sample(a b c) from c = d',
      'inspire(a b c d) = no',
    ]);
    expect(names).toBe('a b c d');
  });

  test('line 7 given S, as printed', async () => {
    const options = { steps: 4, readingOfLine7: 'S' } as const;
    const { calls, names } = await run(selfInspiring(options), { inspirations: [false, true, false] });
    expect(calls).toEqual([
      'sample() from x = a',
      'inspire(a) = no',
      'sample(a) from a = b',
      'inspire(a b) = yes',
      'alternative(a) from a = c',
      'sample(a b c) from c = d',
      'inspire(a b c d) = no',
    ]);
    expect(names).toBe('a b c d');
  });

  test.each([
    [true, 'a b c d e f'],
    [false, 'a b c d e f g h i j'],
  ])('an alternative counts as a step: %s', async (alternativeCounts, expected) => {
    const { names } = await run(selfInspiring({ steps: 5, alternativeCounts }), { inspirations: [true] });
    expect(names).toBe(expected);
  });

  test('an alternative that ends planning is none, and its path goes on', async () => {
    const script = { ends: [false, true, false], inspirations: [true, false] };
    const { calls, names } = await run(selfInspiring({ steps: 2 }), script);
    expect(calls.slice(2)).toEqual(['alternative(a) from x = end', 'sample(a) from a = c', 'inspire(a c) = no']);
    expect(names).toBe('a c');
  });

  test('keeps everything that was explored', async () => {
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, script) => {
        const { context, kept } = await run(selfInspiring(options), script);
        expect(kept).toEqual(context.sampled.filter(({ isEnd }) => !isEnd));
      }),
    );
  });
});

describe('self-inspiring-filtered', () => {
  test('forgets a state that the critic prunes, alternatives included', async () => {
    const script = { verdicts: ['keep', 'prune', 'prune', 'keep'] as const, inspirations: [true, false] };
    const { calls, names } = await run(selfInspiringFiltered({ steps: 4 }), script);
    expect(calls).toEqual([
      'sample() from x = a',
      'evaluate(; a) = keep',
      'inspire(a) = yes',
      'alternative(a) from x = b',
      'evaluate(a; b) = prune',
      'sample(a) from a = c',
      'evaluate(a; c) = prune',
      'sample(a) from a = d',
      'evaluate(a; d) = keep',
      'inspire(a d) = no',
    ]);
    expect(names).toBe('a d');
  });

  test('keeps everything that was explored and not pruned', async () => {
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, script) => {
        const { context, kept } = await run(selfInspiringFiltered(options), script);
        expect(kept).toEqual(context.sampled.filter((state) => !state.isEnd && !context.pruned.has(state)));
      }),
    );
  });

  test('asks exactly what Self-Inspiring asks where nothing is pruned, the critic apart', async () => {
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, { ends, inspirations }) => {
        const plain = await run(selfInspiring(options), { ends, inspirations });
        const filtered = await run(selfInspiringFiltered(options), { ends, inspirations });
        expect(filtered.calls.filter((call) => !call.startsWith('evaluate'))).toEqual(plain.calls);
      }),
    );
  });
});

describe('self-consistency', () => {
  test('draws n answers given nothing but the problem, and keeps them all', async () => {
    const { calls, names } = await run(selfConsistency({ answers: 3 }), {});
    expect(calls).toEqual(['answer() = y1', 'answer() = y2', 'answer() = y3']);
    expect(names).toBe('y1 y2 y3');
  });

  test('stops where the budget does', async () => {
    expect((await run(selfConsistency({ answers: 9 }), { ends: [false, false, true] })).names).toBe('y1 y2');
  });
});

describe('beam-search', () => {
  test('goes on with the k paths of highest value', async () => {
    const script = { values: [0.2, 0.6, 0.3, 0.1, 0.9, 0.4] };
    const { calls, names } = await run(beamSearch({ steps: 2, branching: 2 }), script);
    expect(calls).toEqual([
      'sample() from x = a',
      'value(; a) = 0.2',
      'sample() from x = b',
      'value(; b) = 0.6',
      'sample(b) from b = c',
      'value(b; c) = 0.3',
      'sample(b) from b = d',
      'value(b; d) = 0.1',
      'sample(a) from a = e',
      'value(a; e) = 0.9',
      'sample(a) from a = f',
      'value(a; f) = 0.4',
    ]);
    expect(names).toBe('a e');
  });

  test('keeps a path that planning has ended for as long as nothing is better', async () => {
    const script = { ends: [false, false, true, true, false, true, true], values: [0.8, 0.1, 0.3] };
    const { names } = await run(beamSearch({ steps: 3, branching: 2 }), script);
    expect(names).toBe('a');
  });
});

describe('language-agent-tree-search', () => {
  const options = { steps: 2, branching: 2, iterations: 2 };

  test('reads like Algorithm 1', async () => {
    const { calls, names } = await run(languageAgentTreeSearch(options), { values: [0.2, 0.6, 0.3, 0.1, 0.4] });
    expect(calls).toEqual([
      'sample() from x = a',
      'value(; a) = 0.2',
      'sample() from x = b',
      'value(; b) = 0.6',
      'sample(b) from b = c',
      'value(b; c) = 0.3',
      'sample(b) from b = d',
      'value(b; d) = 0.1',
      'reflect(b c)',
      // V(b) = (.6 + .3) / 2 + √(ln 2 / 2) = 1.04, and V(a) = .2 + √(ln 2 / 1) = 1.03: b again, and d, since b c is finished.
    ]);
    expect(names).toBe('b c');
  });

  test('N(s) and V(s) are those of the paths that went through s', async () => {
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, script) => {
        const { context } = await run(languageAgentTreeSearch(options), script);
        for (const { thought, isEnd } of context.sampled) {
          const own = context.statistics.get(thought);
          if (own === undefined || isEnd) continue;
          expect(own.value).toBeGreaterThanOrEqual(0);
          expect(own.value).toBeLessThanOrEqual(1);
          // Who passed through a child passed through its parent, and each path has one child.
          const below = context.sampled
            .filter(({ parent }) => parent === thought)
            .map((child) => (context.statistics.get(child.thought)?.visits ?? 1) - 1);
          expect(below.reduce((sum, visits) => sum + visits, 0)).toBeLessThanOrEqual(own.visits - 1);
        }
      }),
    );
  });

  test('what a path taught is told to every later expansion, and the last one is not reflected on', async () => {
    const { calls } = await run(languageAgentTreeSearch({ steps: 1, branching: 1, iterations: 3 }), {});
    // One path of one step: it is finished once, and nothing is left to search.
    expect(calls).toEqual(['sample() from x = a', 'value(; a) = 0.5']);
    const wide = await run(languageAgentTreeSearch({ steps: 2, branching: 2, iterations: 3 }), { values: [0.1, 0.1] });
    const told = wide.calls.filter((call) => call.includes('|'));
    expect(told.length).toBeGreaterThan(0);
    for (const call of told) expect(call).toMatch(/\| not a c/);
  });

  test('ends where a path is worth everything', async () => {
    const { calls } = await run(languageAgentTreeSearch({ ...options, iterations: 5 }), { values: [1] });
    expect(calls.filter((call) => call.startsWith('reflect'))).toEqual([]);
    expect(calls).toHaveLength(8);
  });

  test('never passes what it left open: the path of highest reward is kept', async () => {
    await fc.assert(
      fc.asyncProperty(OPTIONS, SCRIPT, async (options, script) => {
        const { kept, context } = await run(languageAgentTreeSearch(options), script);
        const parents = kept.map(({ parent }) => parent);
        expect(parents).toEqual([null, ...kept.map(({ id }) => id)].slice(0, kept.length));
        expect(context.sampled.length).toBeLessThanOrEqual(options.iterations * options.steps * options.branching);
      }),
    );
  });
});
