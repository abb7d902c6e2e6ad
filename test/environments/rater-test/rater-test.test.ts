import { expect, describe, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { RatedItem, RatingRequest, Rater } from '../../../src/core/rater.ts';
import type { RaterTask } from '../../../src/core/task.ts';
import { raterRecommender } from '../../../src/environments/rater-test/rater-recommender.ts';
import { raterTasks, readPersonas, type SuberFiles } from '../../../src/environments/rater-test/suber-test.ts';
import { createRetrieval } from '../../../src/environments/retrieval.ts';
import { contextOf } from '../../lab/run/task-context.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { film, person } from '../rated.ts';

describe('a sitting', () => {
  const rates = ['a', 'b', 'c', 'd', 'e'].map((id) => film(id));
  const task: RaterTask = {
    ...{ type: 'rater-genres', user: { id: 1, name: 'Ada' }, person: person(), before: [], rates },
    ...{ itemNoun: 'film', examples: [] },
  };
  const sit = async (ratings: readonly (number | null)[]) => {
    const requests: RatingRequest[] = [];
    const rater: Rater = {
      ...{ id: 'listed', title: 'Listed' },
      rate(request) {
        const rating = ratings[requests.push(request) - 1] ?? null;
        return rating === null
          ? { rating, reason: 'no number' }
          : { rating, expected: rating, confidence: null, reason: '' };
      },
    };
    const retrieval = { told: 3, of: (all: readonly RatedItem[]) => Promise.resolve(createRetrieval('recency', all)) };
    const recommender = raterRecommender({ rater: () => rater, retrieval, perturbation: { type: 'none' } });
    const [answer] = await recommender.recommend(task, contextOf(scriptedModel({})).context);
    return { requests, recommendation: answer!.recommendation };
  };

  test('tells of a person’s own answers, the last three first, and counts what could not be had', async () => {
    const { requests, recommendation } = await sit([9, 9, null, 8, 9]);
    const told = requests.map(({ history }) => history.map(({ item }) => item.id).join(''));
    expect(told).toEqual(['', 'a', 'ba', 'ba', 'dba']);
    expect(recommendation).toEqual({ type: 'rating', rating: 8.75, ratings: [9, 9, null, 8, 9] });
  });

  test('without any rating has no answer', async () => {
    await expect(sit([])).rejects.toMatchObject({ code: 'reply-unparseable' });
  });
});

describe('SUBER’s own test', () => {
  const source = `
user_genre_action = [
    User(
        "Rosa Blue",
        "F",
        22,
        (
            "a bold woman. She gives high ratings (between 8-10)"
            " to action movies; her brother's are low."
        ),
    ),
    User("Otto Grey ", "M", 61, "a quiet man."),
]

user_genre_drama = [
    User(
        "Mia Red",
        "F",
        7,
        (
            "a child."
        ),
    ),
]
`;

  test('reads people of Python sources by their lists, their texts joined as Python joins them', () => {
    const lists = readPersonas(source, 'personas.py');
    expect([...lists.keys()]).toEqual(['user_genre_action', 'user_genre_drama']);
    expect(lists.get('user_genre_action')).toEqual([
      {
        name: 'Rosa',
        age: 22,
        gender: 'F',
        description: "a bold woman. She gives high ratings (between 8-10) to action movies; her brother's are low.",
        job: null,
        hobby: null,
      },
      { name: 'Otto', age: 61, gender: 'M', description: 'a quiet man.', job: null, hobby: null },
    ]);
    expect(() => readPersonas('print("hello")', 'hello.py')).toThrow(/hello.py names nobody/);
  });

  test('asks of series with as many items of others as they have parts, at their averages', () => {
    const series = [
      ['a1', 'a2', 'a3'].map((id) => film(id)),
      ['b1', 'b2', 'b3', 'b4'].map((id) => film(id, [], 5.4)),
      ['c1', 'c2', 'c3'].map((id) => film(id, [], null)),
    ];
    const files: SuberFiles = {
      kind: 'film',
      genres: [{ people: [person()], liked: [film('x')], others: [film('y'), film('z')] }],
      high: [person()],
      low: [person(), person()],
      items: [film('x'), film('y')],
      collections: series,
      people: Array.from({ length: 150 }, (_, at) => ({ ...person(), name: `P${at}` })),
    };
    const made = raterTasks('rater-collections', files, createRandom(1));
    const up = made.filter(({ truth }) => truth?.type === 'bounds' && truth.to === 10);
    expect([made.length, up.length]).toEqual([600, 300]);
    expect(up[0]!.truth).toEqual({ type: 'bounds', from: 7, to: 10 });
    const { before, rates } = up[0]!.task as RaterTask;
    expect(rates.map(({ id }) => id)).toEqual(['a3']);
    expect(before.filter(({ item }) => item.id.startsWith('a')).map(({ rating }) => rating)).toEqual([10, 10]);
    const others = before.filter(({ item }) => !item.id.startsWith('a'));
    expect(others).toHaveLength(3);
    for (const { item, rating } of others) expect(rating).toBe(item.id.startsWith('b') ? 5 : 7);
    expect(new Set(up.slice(0, 100).map(({ task }) => task.user.id)).size).toBe(100);
    expect(raterTasks('rater-habits', files, createRandom(1))).toHaveLength(3);
    const few = raterTasks('rater-genres', files, createRandom(1), { users: [1], count: 1, share: 0.5 });
    expect(few.map(({ task }) => (task as RaterTask).rates.length)).toEqual([1]);
    expect(() => raterTasks('rater-similarity', files, createRandom(1))).toThrow(/0 such tasks/);
  });
});
