import { describe, expect, test } from 'vitest';
import type { ItemReference, RankingTask } from '../../src/core/task.ts';
import { toBase64Url } from '../../src/notebook/base64url.ts';
import { friendLink, readFriendLink, type FriendGuesses } from '../../src/ui/guess/friend-link.ts';
import { guessedQuestion, missOfAnswer, optionsOf, type GuessedQuestion } from '../../src/ui/guess/guessed-question.ts';
import { MADE_GUESSES, roundRows, type MadeGuess } from '../../src/ui/guess/round.ts';
import { guessVerdict } from '../../src/ui/guess/words.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { HEAT, rankingRun, scriptedRun, textRun } from './scripted-run.ts';

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

  test('is no text', () => {
    const view = new RunView({ title: '', keeps: '', planner: '' }, textRun('A text.', 'Another.'));
    expect(guessedQuestion([view])).toBeNull();
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

describe('answers beside a guess', () => {
  test('of ratings are off by their error', () => {
    expect(missOfAnswer({ type: 'rating', rating: 3.25 }, RATING)).toBeCloseTo(0.75);
    expect([3.5, 4, 4.5].map((guess) => guessVerdict(guess, RATING))).toEqual([
      '0.50 too low',
      'exactly right',
      '0.50 too high',
    ]);
  });

  test('of lists count the first of the five, and a list without them is wrong', () => {
    const others = PICK.options.map(({ id }) => id).filter((id) => id !== CHOSEN.id);
    const elsewhere = ITEMS.map(({ id }) => id).filter((id) => !PICK.options.some((option) => option.id === id));
    const list = (...items: readonly number[]) => missOfAnswer({ type: 'ranking', items }, PICK);
    expect(list(...elsewhere.slice(0, 3), CHOSEN.id, ...others)).toBe(0);
    expect(list(others[0] ?? NaN, CHOSEN.id)).toBe(1);
    expect(list(...elsewhere.slice(0, 10))).toBe(1);
    expect([CHOSEN.id, others[0] ?? NaN].map((guess) => guessVerdict(guess, PICK))).toEqual(['right', 'wrong']);
  });
});

const made = (user: number, guess: number, truth: number, over: Partial<MadeGuess> = {}): MadeGuess => ({
  kind: 'rating-prediction',
  seed: 13,
  user,
  item: 6,
  guess,
  truth,
  planners: { 'Self-Inspiring': 0.5 },
  baseline: 1,
  ...over,
});

describe('a round', () => {
  test('of ratings gives mean absolute errors: yours, a friend’s, the planners’ and the baseline’s', () => {
    const round = [made(1, 3, 4), made(2, 4, 4), made(3, 5, 4, { planners: {}, baseline: null })];
    const friend = [
      { user: 1, guess: 4 },
      { user: 3, guess: 2 },
    ];
    expect(roundRows(round, { baseline: 'Mean of all ratings', friend })).toEqual([
      { who: 'You', value: 2 / 3, people: 3 },
      { who: 'A friend', value: 1, people: 2 },
      { who: 'Self-Inspiring', value: 0.5, people: 2 },
      { who: 'Mean of all ratings', value: 1, people: 2 },
    ]);
  });

  test('of lists counts who was right', () => {
    const kind = 'direct-recommendation' as const;
    const round = [made(1, 42, 42, { kind, planners: { A: 1 } }), made(2, 41, 42, { kind, planners: { A: 0 } })];
    expect(roundRows(round, { baseline: 'Most popular', friend: null })).toEqual([
      { who: 'You', value: 1, people: 2 },
      { who: 'A', value: 1, people: 2 },
      { who: 'Most popular', value: 0, people: 2 },
    ]);
  });

  test('is kept in a shape that a damaged setting does not have', () => {
    expect(MADE_GUESSES.safeParse([made(1, 3, 4)]).success).toBe(true);
    const bad: unknown[] = [{}, [{}], [made(-1, 3, 4)], [made(1, NaN, 4)], [{ ...made(1, 3, 4), more: 1 }], 'x', null];
    for (const one of bad) expect(MADE_GUESSES.safeParse(one).success).toBe(false);
  });
});

describe('a link of guesses', () => {
  const GUESSES: FriendGuesses = {
    dataset: 'synthetic-films',
    sha256: 'ab'.repeat(32),
    kind: 'rating-prediction',
    seed: 13,
    guesses: Array.from({ length: 10 }, (_, user) => ({ user, item: user * 300, guess: user / 2 })),
  };
  const link = friendLink('https://example.org/lab/#plan', GUESSES);
  const hash = new URL(link).hash;

  test('carries ten guesses, and neither names nor truths', () => {
    expect(link).toMatch(/^https:\/\/example\.org\/lab\/#guesses=[\w-]+$/);
    expect(readFriendLink(hash)).toEqual(GUESSES);
    expect(hash.length).toBeLessThan(800);
  });

  const encoded = (value: unknown): string =>
    `#guesses=${toBase64Url(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))}`;
  const plain = { version: 1, ...GUESSES, guesses: [[1, 6, 3.5]] };

  test('is read as it was written, and refused where anything in it is something else', () => {
    expect(readFriendLink(encoded(plain)).guesses).toEqual([{ user: 1, item: 6, guess: 3.5 }]);
    const bad: unknown[] = [
      '',
      '{',
      'null',
      '[]',
      { ...plain, version: 2 },
      { ...plain, more: 1 },
      { ...plain, dataset: '../x' },
      { ...plain, dataset: '<img src=x onerror=alert(1)>' },
      { ...plain, sha256: 'ab' },
      { ...plain, kind: 'explanation-generation' },
      { ...plain, seed: -1 },
      { ...plain, guesses: [] },
      { ...plain, guesses: Array.from({ length: 11 }, (_, user) => [user, 1, 1]) },
      {
        ...plain,
        guesses: [
          [1, 6, 3.5],
          [1, 7, 3],
        ],
      },
      { ...plain, guesses: [[1, 6, '3.5']] },
      { ...plain, guesses: [[1.5, 6, 3]] },
      { ...plain, guesses: [[1, 6, 1e300]] },
      { ...plain, guesses: [[1, 6, 3, 4]] },
      '{"__proto__":{"version":1}}',
    ];
    for (const one of bad) expect(() => readFriendLink(encoded(one))).toThrow(/cannot be read/);
    for (const one of [`${hash}A`, '#guesses=%%%', `#guesses=${'A'.repeat(100_000)}`, '#guesses='])
      expect(() => readFriendLink(one)).toThrow(/cannot be read/);
  });

  test('is refused in each of its characters that is changed, or read as guesses that have their shape', () => {
    for (let at = 9; at < hash.length; at += 1) {
      const changed = `${hash.slice(0, at)}${hash[at] === 'A' ? 'B' : 'A'}${hash.slice(at + 1)}`;
      try {
        const { guesses } = readFriendLink(changed);
        expect(guesses.every(({ user, guess }) => Number.isInteger(user) && Number.isFinite(guess))).toBe(true);
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'file-damaged' });
      }
    }
  });
});
