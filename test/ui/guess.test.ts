import { describe, expect, test } from 'vitest';
import type { ItemReference, RankingTask } from '../../src/core/task.ts';
import { guessedQuestion, guessVerdict, optionsOf, type GuessedQuestion } from '../../src/ui/guess/guessing.svelte.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { HEAT, rankingRun, scriptedRun } from './scripted-run.ts';

const ITEMS: readonly ItemReference[] = Array.from({ length: 100 }, (_, id) => ({ id, title: `Film ${id}` }));
const LIST: RankingTask = {
  type: 'direct-recommendation',
  user: { id: 5, name: 'Farid' },
  itemNoun: 'film',
  examples: [],
  candidates: ITEMS,
};
const CHOSEN = ITEMS[42] as ItemReference;
const RATING = { task: HEAT, truth: { type: 'rating', rating: 4 }, options: [] } as unknown as GuessedQuestion;
const PICK = {
  task: LIST,
  truth: { type: 'choice', item: CHOSEN },
  options: optionsOf(LIST, CHOSEN, 7),
} as unknown as GuessedQuestion;

const named = (name: string) => ({ name, options: {} });
const SPEC = {
  dataset: named('synthetic-films'),
  tasks: named('rating-prediction'),
  recommender: named('recmind'),
  model: named('built-in/reasoner'),
  seed: 7,
  limits: { modelCalls: 1, tokens: 1 },
  replies: { mode: 'live' },
};

const viewOf = async (planner: string): Promise<RunView> =>
  new RunView({ title: planner, keeps: '', planner }, await scriptedRun({ planner }));

describe('a question to guess at', () => {
  test('is the rating on the page, with what is true once a planner has come to it', async () => {
    const scripted = await scriptedRun({ planner: 'chain-of-thought', truth: 4.5 });
    const events = scripted.map((event) => (event.type === 'run-start' ? { ...event, spec: SPEC } : event));
    const early = new RunView({ title: '', keeps: '', planner: '' }, events.slice(0, 5));
    expect(guessedQuestion([early])?.truth).toBeNull();
    const view = new RunView({ title: '', keeps: '', planner: '' }, events);
    expect(guessedQuestion([view])).toMatchObject({ task: HEAT, truth: { rating: 4.5 }, options: [] });
    expect(guessedQuestion([])).toBeNull();
    // A trace from elsewhere need not begin with a spec.
    expect(guessedQuestion([new RunView({ title: '', keeps: '', planner: '' }, scripted)])).toBeNull();
  });

  test('of a list offers the right item and four others of the candidates, drawn with the seed', () => {
    const options = optionsOf(LIST, CHOSEN, 7);
    expect(new Set(options.map(({ id }) => id)).size).toBe(5);
    expect(options).toContain(CHOSEN);
    expect(optionsOf(LIST, CHOSEN, 7)).toEqual(options);
    expect(optionsOf(LIST, CHOSEN, 8)).not.toEqual(options);
    // No place says which one is right.
    const places = new Set(Array.from({ length: 60 }, (_, seed) => optionsOf(LIST, CHOSEN, seed).indexOf(CHOSEN)));
    expect([...places].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  test('is held back at the event before a run turns to its answer', async () => {
    for (const planner of ['input-output', 'chain-of-thought', 'tree-of-thoughts-dfs', 'self-inspiring']) {
      const view = await viewOf(planner);
      const first = view.events.findIndex(
        (event) => event.type === 'answer' || (event.type === 'model-call' && event.purpose === 'answer'),
      );
      expect(view.beforeAnswer).toBe(first - 1);
      const shown = view.events.slice(0, view.beforeAnswer + 1);
      expect(shown.some(({ type }) => type === 'answer' || type === 'truth' || type === 'metric')).toBe(false);
    }
    expect(new RunView({ title: '', keeps: '', planner: '' }, rankingRun(1).slice(0, 2)).beforeAnswer).toBe(Infinity);
  });
});

describe('a guess', () => {
  test('of a rating says how far off it is, and a pick whether it is right', () => {
    expect([3.5, 4, 4.5].map((guess) => guessVerdict(guess, RATING))).toEqual([
      '0.50 too low',
      'exactly right',
      '0.50 too high',
    ]);
    const other = PICK.options.find(({ id }) => id !== CHOSEN.id)?.id ?? NaN;
    expect([CHOSEN.id, other].map((guess) => guessVerdict(guess, PICK))).toEqual(['right', 'wrong']);
  });
});
