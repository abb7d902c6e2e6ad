/**
 * @file What a judging comes to: a fold over its entries.
 */
import type {
  JudgedSubject,
  Judgement,
  JudgingCounts,
  JudgingEntry,
  JudgingResults,
  Verdict,
} from '../../core/evaluation.ts';
import { createRandom, type Random } from '../../core/random.ts';
import { firstShares, markIntervals, middlePlaces } from './mark-intervals.ts';

/** What can be judged. */
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

/** Progress of a judging. */
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

/**
 * Shares of first places and mean places with their intervals, of all rankings. Edge cases: null intervals where
 * nothing was ranked; skipped questions, and those without two different answers, count nowhere.
 */
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
