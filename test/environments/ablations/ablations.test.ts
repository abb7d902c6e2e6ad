import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import type { PastRating, RatedItem, Rater } from '../../../src/core/rater.ts';
import { runAblations } from '../../../src/environments/ablations/run-ablations.ts';
import {
  readPersonas,
  suberTest,
  type AblationTest,
  type SuberFiles,
} from '../../../src/environments/ablations/suber-test.ts';
import { createRetrieval } from '../../../src/environments/retrieval.ts';

const { signal } = new AbortController();
const film = (id: string, averageRating: number | null = 7): RatedItem => ({
  id,
  kind: 'film',
  title: id,
  overview: '',
  genres: ['Drama'],
  people: [],
  directors: [],
  averageRating,
  year: null,
});
const someone = { name: 'Ada', age: 30, gender: 'F', description: '', job: null, hobby: null };
const always = (rating: number, histories: (readonly PastRating[])[] = []): Rater => ({
  id: 'always',
  title: 'Always',
  rate({ history }) {
    histories.push(history);
    return { rating, expected: rating, confidence: null, reason: '' };
  },
});

describe('retrieval in the ablations', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((id) => film(id));
  const questions = items.map((item) => ({ item, isRight: (rating: number) => rating >= 8 }));
  const asked: AblationTest = {
    kind: 'film',
    genres: [[{ person: someone, before: [], questions }], []],
    habits: [[], []],
    collections: [[], []],
    pairs: [],
  };

  test('tells of a person’s own answers, the last three first', async () => {
    const histories: (readonly PastRating[])[] = [];
    const retrieval = { told: 3, of: (all: readonly RatedItem[]) => createRetrieval('recency', all) };
    const scores = await runAblations(always(9, histories), asked, { random: createRandom(1), signal, retrieval });
    expect(scores.parts.liked).toBe(1);
    expect(histories.map((told) => told.map(({ item }) => item.id).join(''))).toEqual(['', 'a', 'ba', 'cba', 'dcb']);
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
      ['b1', 'b2', 'b3', 'b4'].map((id) => film(id, 5.4)),
      ['c1', 'c2', 'c3'].map((id) => film(id, null)),
    ];
    const files: SuberFiles = {
      kind: 'film',
      genres: [{ people: [someone], liked: [film('x')], others: [film('y'), film('z')] }],
      high: [someone],
      low: [someone, someone],
      items: [film('x'), film('y')],
      collections: series,
      people: Array.from({ length: 150 }, (_, at) => ({ ...someone, name: `P${at}` })),
    };
    const made = suberTest(files, createRandom(1));
    const [up, down] = made.collections;
    expect([up.length, down.length]).toEqual([300, 300]);
    const { before, questions } = up[0]!;
    expect(questions[0]!.item.id).toBe('a3');
    expect(before.filter(({ item }) => item.id.startsWith('a')).map(({ rating }) => rating)).toEqual([10, 10]);
    const others = before.filter(({ item }) => !item.id.startsWith('a'));
    expect(others).toHaveLength(3);
    for (const { item, rating } of others) expect(rating).toBe(item.id.startsWith('b') ? 5 : 7);
    expect(down[0]!.before.some(({ rating }) => rating === 1)).toBe(true);
    expect(new Set(up.slice(0, 100).map(({ person }) => person.name)).size).toBe(100);
    expect([questions[0]!.isRight(7), questions[0]!.isRight(6)]).toEqual([true, false]);
    expect(made.habits.map((sittings) => sittings.length)).toEqual([1, 2]);
  });
});
