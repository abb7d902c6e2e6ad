/** @file RecMind's rows: each planner, an answer at once that is told nothing, and a plan whose actions are drawn. */
import type { LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom } from '../../../src/core/random.ts';
import { decorate } from '../../../src/models/decorate.ts';
import { countsOf } from './rates.ts';
import { asRating, eventsOf, failureIn, samplesOf, specOf, type Bench, type Cell, type Sample } from './sets.ts';

const RANKINGS = 12;
const CANDIDATES = 20;
const PLANNERS = {
  'input-output': 'input–output',
  'chain-of-thought': 'Chain-of-Thought',
  'tree-of-thoughts-bfs': 'Tree-of-Thoughts (BFS)',
  'tree-of-thoughts-dfs': 'Tree-of-Thoughts (DFS)',
  'self-inspiring': 'Self-Inspiring',
};

/** Everything that RecMind is asked. */
export function recmindCells(bench: Bench): readonly Cell[] {
  const samples = samplesOf(bench.dataset, bench.ratings);
  const ratings = (on: Bench, planner: string, title: string, called = planner): readonly Cell[] => {
    const recommender = { name: 'recmind', options: { planner, steps: 3, ...on.planning } };
    return samples.map((sample, at) => ({
      id: `recmind ${called} rating ${String(at)}`,
      row: `RecMind, ${title}`,
      run: (signal) => asRating(on, { ...specOf(on, 'rating-prediction', sample), recommender }, sample, signal),
    }));
  };
  const untold = { ...bench, planning: { ...bench.planning, start: 'nothing' } };
  return [
    ...ratings(untold, 'input-output', 'input–output told nothing', 'untold'),
    ...ratings(byChance(bench), 'chain-of-thought', 'actions by chance', 'chance'),
    ...Object.entries(PLANNERS).flatMap(([planner, title]) => [
      ...ratings(bench, planner, title),
      ...samples.slice(0, RANKINGS).map((sample, at) => rankingCell(bench, `RecMind, ${title}`, planner, sample, at)),
    ]),
  ];
}

/** The same plan, with actions that a seed draws in place of the model. */
function byChance(bench: Bench): Bench {
  const { session } = bench;
  const createModel: typeof session.createModel = async (...asked) => drawing(await session.createModel(...asked));
  return { ...bench, session: { ...session, createModel } };
}

function drawing(model: LanguageModel): LanguageModel {
  return decorate(model, {
    async *stream(request, options) {
      if (request.purpose.type !== 'sample-state') {
        yield* model.stream(request, options);
        return;
      }
      const { properties } = request.responseSchema as { properties: { action: { enum: readonly string[] } } };
      const actions = properties.action.enum.filter((name) => name !== 'end');
      const action = actions[createRandom(request.seed).integer(actions.length)];
      yield { type: 'text-delta', delta: JSON.stringify({ action }) };
      yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0, estimated: false } };
    },
    score: (score) => score,
  });
}

function rankingCell(bench: Bench, row: string, planner: string, sample: Sample, at: number): Cell {
  const recommender = { name: 'recmind', options: { planner, steps: 3, ...bench.planning } };
  const spec = { ...specOf(bench, 'direct-recommendation', sample, { candidates: CANDIDATES }), recommender };
  return {
    id: `recmind ${planner} ranking ${String(at)}`,
    row: `${row}, rankings`,
    async run(signal) {
      const events = await eventsOf(bench, spec, signal);
      const start = events.find((event) => event.type === 'node-start' && event.kind === 'task');
      const detail = start?.type === 'node-start' ? start.detail : null;
      const task = detail !== null && 'task' in detail ? detail.task : null;
      const items = task !== null && 'candidates' in task ? task.candidates.map(({ id }) => id) : [];
      const hit = events.find((event) => event.type === 'metric' && event.name === 'HR@5');
      return {
        counts: countsOf(events, { user: sample.user, items: new Set(items) }),
        ...{ answer: null, truth: null },
        beside: { 'HR@5': hit?.type === 'metric' ? hit.value : 0 },
        ...failureIn(events),
      };
    },
  };
}
