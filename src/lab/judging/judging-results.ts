/** @file What is kept of a judging, and its results: a fold over the judgements. */
import type { Interval, Judgement, JudgedSubject, JudgingCounts, JudgingResults } from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { LineFormat } from '../../core/json-lines.ts';
import { smallest } from '../../core/numbers/extremes.ts';
import { csvLines } from '../../core/text/csv-lines.ts';
import { openJsonLines, readJsonLines } from '../../data/store/json-lines-file.ts';
import { experimentFolder } from '../experiments/experiments.ts';
import { bootstrap, mean } from '../../metrics/statistics.ts';

const pathOf = (name: string): string => `${experimentFolder(name)}/judgements.jsonl`;

const JUDGING_LINES: LineFormat<Judgement> = {
  textOf: (judgement) => canonicalJson(asJson(judgement)),
  lineProblem: (json) =>
    typeof (json as { readonly question?: unknown } | null)?.question === 'string' ? null : 'it tells of no judging',
  standsAlone: true,
};

export async function readJudging(files: FileStore, name: string): Promise<readonly Judgement[]> {
  return (await readJsonLines(files, pathOf(name), JUDGING_LINES))?.entries ?? [];
}

/** Resolves once the judgement is durable. @throws LabError `storage-full`, `storage-failed`, `open-elsewhere` */
export async function appendJudging(files: FileStore, name: string, judgement: Judgement): Promise<void> {
  const file = await openJsonLines(files, pathOf(name), JUDGING_LINES);
  file.add([judgement]);
  await file.close();
}

export interface JudgingScope {
  readonly name: string;
  readonly subjects: readonly string[];
  /** What is shown now for each question, by the question. */
  readonly shown: ReadonlyMap<string, string>;
}

export function validJudgements(judgements: readonly Judgement[], { shown }: JudgingScope): Judgement[] {
  const last = new Map(judgements.map((one) => [one.question, one]));
  return [...last.values()].filter((one) => shown.get(one.question) === one.shown);
}

export function judgingCounts(judgements: readonly Judgement[], scope: JudgingScope): JudgingCounts {
  const valid = validJudgements(judgements, scope);
  const skipped = valid.filter(({ places }) => places === null).length;
  return { questions: scope.shown.size, judged: valid.length - skipped, skipped };
}

type Numbers = { readonly [subject: string]: number };

/** Whose the first place is: 1 for one alone, 1/k for k that tie, 0 for the others. */
export function firstShares(places: Numbers): Record<string, number> {
  const best = smallest(Object.values(places));
  const firsts = Object.values(places).filter((place) => place === best).length;
  return Object.fromEntries(
    Object.entries(places).map(([subject, place]) => [subject, place === best ? 1 / firsts : 0]),
  );
}

/** Places with ties at the middle of the places that they take up: 1, 2, 2 as 1, 2.5, 2.5. */
export function middlePlaces(places: Numbers): Record<string, number> {
  const all = Object.values(places);
  return Object.fromEntries(
    Object.entries(places).map(([subject, place]) => {
      const before = all.filter((other) => other < place).length;
      const tied = all.filter((other) => other === place).length;
      return [subject, before + (tied + 1) / 2];
    }),
  );
}

/** Shares of first places and mean places with intervals over people. Skipped questions do not count. */
export function judgingResults(judgements: readonly Judgement[], scope: JudgingScope): JudgingResults {
  const valid = validJudgements(judgements, scope);
  const random = createRandom(`judging ${scope.name}`);
  const intervalOf = (subject: string, marksOf: (places: Numbers) => Numbers, key: string): Interval | null => {
    const people = new Map<number, number[]>();
    for (const { person, places } of valid) {
      const mark = places === null ? undefined : marksOf(places)[subject];
      if (mark !== undefined) people.set(person, [...(people.get(person) ?? []), mark]);
    }
    const measured = [...people].sort(([a], [b]) => a - b).map(([, own]) => own);
    return measured.length === 0 ? null : bootstrap(measured, mean, random.fork(key).fork(subject));
  };
  return {
    name: scope.name,
    ...judgingCounts(judgements, scope),
    subjects: scope.subjects.map((subject): JudgedSubject => ({
      subject,
      firstShare: intervalOf(subject, firstShares, 'first places'),
      meanPlace: intervalOf(subject, middlePlaces, 'places'),
    })),
  };
}

export function judgingAsCsv(judgements: readonly Judgement[], scope: JudgingScope): string {
  const header = ['question', 'person', 'method', 'place', 'share_of_first'];
  const lines = validJudgements(judgements, scope).flatMap(({ question, person, places }) => {
    if (places === null) return [];
    const shares = firstShares(places);
    return scope.subjects.flatMap((subject) => {
      const place = places[subject];
      return place === undefined ? [] : [[question, person, subject, place, shares[subject] ?? 0]];
    });
  });
  return csvLines([header, ...lines]);
}
