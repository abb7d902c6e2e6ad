/** @file What a judging comes to: a fold over its entries. */
import type {
  JudgedSubject,
  Judgement,
  JudgingCounts,
  JudgingEntry,
  JudgingResults,
  Verdict,
  Interval,
} from '../../core/evaluation.ts';
import { createRandom, type Random } from '../../core/random.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import type { LineFormat } from '../../core/json-lines.ts';
import { openJsonLines, readJsonLines, removeJsonLines } from '../../data/store/json-lines-file.ts';
import { bootstrap, mean } from '../../metrics/statistics.ts';
import { smallest } from '../../core/numbers/extremes.ts';

/** What one question gave: a number for each subject, such as a place, a share of the first place or a mark. */
export interface Marks {
  readonly person: number;
  readonly marks: { readonly [subject: string]: number };
}

export function markIntervals(
  all: readonly Marks[],
  subjects: readonly string[],
  random: Random,
): Map<string, Interval | null> {
  return new Map(
    subjects.map((subject) => {
      const people = new Map<number, number[]>();
      for (const { person, marks } of all) {
        const mark = marks[subject];
        if (mark !== undefined) people.set(person, [...(people.get(person) ?? []), mark]);
      }
      const measured = [...people].sort(([a], [b]) => a - b).map(([, own]) => own);
      return [subject, measured.length === 0 ? null : bootstrap(measured, mean, random.fork(subject))];
    }),
  );
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

const pathOf = (name: string): string => `judgements/${name}.jsonl`;
const TYPES: readonly unknown[] = ['judgement', 'withdrawal', 'look'] satisfies JudgingEntry['type'][];
/** How long another tab that judges too is waited for, in milliseconds. */
const PATIENCE = 3000;

/** Each thing that happened counts by itself. */
const JUDGING_LINES: LineFormat<JudgingEntry> = {
  textOf: (entry) => canonicalJson(asJson(entry)),
  lineProblem: (json) =>
    TYPES.includes((json as { readonly type?: unknown } | null)?.type) ? null : 'it tells of no judging',
  standsAlone: true,
};

export async function readJudging(files: FileStore, name: string): Promise<readonly JudgingEntry[]> {
  return (await readJsonLines(files, pathOf(name), JUDGING_LINES))?.entries ?? [];
}

/** Resolves once the entries are durable. @throws LabError `storage-full`, `storage-failed`, `open-elsewhere` */
export async function appendJudging(files: FileStore, name: string, entries: readonly JudgingEntry[]): Promise<void> {
  const file = await openJsonLines(files, pathOf(name), JUDGING_LINES, { until: AbortSignal.timeout(PATIENCE) });
  file.add(entries);
  await file.close();
}

export const removeJudging = (files: FileStore, name: string): Promise<void> => removeJsonLines(files, pathOf(name));

export interface JudgingScope {
  readonly name: string;
  readonly subjects: readonly string[];
  /** What is shown now for each question, by the question. */
  readonly shown: ReadonlyMap<string, string>;
}

/** A judgement, and whether the results had been looked at before it. */
export interface StandingJudgement extends Judgement {
  readonly afterLook: boolean;
}

/** The last judgement of each question, unless it was taken back. */
export function standingJudgements(entries: readonly JudgingEntry[]): readonly StandingJudgement[] {
  const standing = new Map<string, StandingJudgement>();
  let looked = false;
  for (const entry of entries) {
    if (entry.type === 'look') looked = true;
    if (entry.type === 'withdrawal') standing.delete(entry.question);
    if (entry.type === 'judgement') {
      const { type: _, ...judgement } = entry;
      standing.delete(entry.question);
      standing.set(entry.question, { ...judgement, afterLook: looked });
    }
  }
  return [...standing.values()];
}

/** Those that are about what is shown now. */
export function validJudgements(entries: readonly JudgingEntry[], { shown }: JudgingScope): StandingJudgement[] {
  return standingJudgements(entries).filter((one) => shown.get(one.question) === one.shown);
}

export function judgingCounts(entries: readonly JudgingEntry[], scope: JudgingScope): JudgingCounts {
  const valid = validJudgements(entries, scope);
  const of = (type: Verdict['type']) => valid.filter(({ verdict }) => verdict.type === type);
  return {
    questions: scope.shown.size,
    judged: of('ranking').length,
    skipped: of('skip').length,
    alike: of('alike').length,
    afterLook: of('ranking').filter(({ afterLook }) => afterLook).length,
    outdated: standingJudgements(entries).length - valid.length,
  };
}

interface Ranked {
  readonly person: number;
  readonly places: { readonly [subject: string]: number };
}

/** Shares of first places and mean places with intervals. Skipped questions and those with one text do not count. */
export function judgingResults(entries: readonly JudgingEntry[], scope: JudgingScope): JudgingResults {
  const ranked = validJudgements(entries, scope).flatMap(({ person, verdict }): Ranked[] =>
    verdict.type === 'ranking' ? [{ person, places: verdict.places }] : [],
  );
  const random = createRandom(`judging ${scope.name}`);
  return {
    name: scope.name,
    ...judgingCounts(entries, scope),
    subjects: subjectsOf(ranked, scope.subjects, random),
  };
}

function subjectsOf(ranked: readonly Ranked[], subjects: readonly string[], random: Random): JudgedSubject[] {
  const marksOf = (marks: (places: Ranked['places']) => Record<string, number>, key: string) =>
    markIntervals(
      ranked.map(({ person, places }) => ({ person, marks: marks(places) })),
      subjects,
      random.fork(key),
    );
  const shares = marksOf(firstShares, 'first places');
  const places = marksOf(middlePlaces, 'places');
  return subjects.map((subject) => ({
    subject,
    firstShare: shares.get(subject) ?? null,
    meanPlace: places.get(subject) ?? null,
    firsts: ranked.filter((one) => (firstShares(one.places)[subject] ?? 0) > 0).length,
  }));
}
