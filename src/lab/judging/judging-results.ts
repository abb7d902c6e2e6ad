/**
 * @file What a judging comes to: a fold over its entries.
 */
import type {
  JudgeAgreement,
  JudgedSubject,
  Judgement,
  JudgeResults,
  JudgingCounts,
  JudgingEntry,
  JudgingResults,
  Verdict,
} from '../../core/judging.ts';
import { SOMEBODY } from '../../core/judging.ts';
import { createRandom, type Random } from '../../core/random.ts';
import { krippendorffAlpha } from '../../metrics/agreement.ts';
import { mean } from '../../metrics/mean.ts';
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

/** What stands of a judging: of several judgements of one question by one judge the last, unless it was taken back. */
export function standingJudgements(entries: readonly JudgingEntry[]): readonly StandingJudgement[] {
  const standing = new Map<string, StandingJudgement>();
  let looked = false;
  for (const entry of entries) {
    if (entry.type === 'look') looked = true;
    if (entry.type === 'withdrawal') standing.delete(keyOf({ judge: SOMEBODY, ...entry }));
    if (entry.type === 'judgement') {
      const { type: _, seen, ...judgement } = entry;
      standing.delete(keyOf(entry));
      standing.set(keyOf(entry), { ...judgement, afterLook: looked || seen === true });
    }
  }
  return [...standing.values()];
}

const keyOf = ({ judge, question }: Pick<Judgement, 'judge' | 'question'>): string => JSON.stringify([judge, question]);

/** Those that are about what is shown now. */
export function validJudgements(entries: readonly JudgingEntry[], { shown }: JudgingScope): StandingJudgement[] {
  return standingJudgements(entries).filter((one) => shown.get(one.question) === one.shown);
}

/** How far a judging is, or a judge. */
export function judgingCounts(entries: readonly JudgingEntry[], scope: JudgingScope, judge?: string): JudgingCounts {
  const isOf = (one: Judgement): boolean => judge === undefined || one.judge === judge;
  const valid = validJudgements(entries, scope).filter(isOf);
  const of = (type: Verdict['type']) => valid.filter(({ verdict }) => verdict.type === type);
  return {
    questions: scope.shown.size,
    judged: of('ranking').length,
    skipped: of('skip').length,
    alike: of('alike').length,
    afterLook: of('ranking').filter(({ afterLook }) => afterLook).length,
    outdated: standingJudgements(entries).filter(isOf).length - valid.length,
  };
}

interface Ranked {
  readonly question: string;
  readonly person: number;
  readonly judge: string;
  readonly places: { readonly [subject: string]: number };
}

/**
 * Shares of first places and mean places with their intervals, of all rankings and of each judge's. Edge cases: null intervals where
 * nothing was ranked; skipped questions, and those without two different answers, count nowhere.
 */
export function judgingResults(entries: readonly JudgingEntry[], scope: JudgingScope): JudgingResults {
  const ranked = validJudgements(entries, scope).flatMap(({ question, person, judge, verdict }): Ranked[] =>
    verdict.type === 'ranking' ? [{ question, person, judge, places: verdict.places }] : [],
  );
  const random = createRandom(`judging ${scope.name}`);
  const judges = [...new Set(ranked.map(({ judge }) => judge))].sort().map((judge): JudgeResults => {
    const own = ranked.filter((one) => one.judge === judge);
    return { judge, judged: own.length, subjects: subjectsOf(own, scope.subjects, random) };
  });
  return {
    name: scope.name,
    ...judgingCounts(entries, scope),
    subjects: subjectsOf(ranked, scope.subjects, random),
    judges,
    meanFirstShares: Object.fromEntries(
      scope.subjects.map((subject) => {
        const shares = judges.flatMap(
          ({ subjects }) => subjects.find((one) => one.subject === subject)?.firstShare ?? [],
        );
        return [subject, shares.length === 0 ? null : mean(shares.map(({ value }) => value))];
      }),
    ),
    agreement: agreementOf(ranked, scope.subjects),
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

/** Over the questions that two or more judges ranked. */
function agreementOf(ranked: readonly Ranked[], subjects: readonly string[]): JudgeAgreement | null {
  const byQuestion = new Map<string, Ranked[]>();
  for (const one of ranked) byQuestion.set(one.question, [...(byQuestion.get(one.question) ?? []), one]);
  const shared = [...byQuestion.values()].filter(({ length }) => length > 1);
  if (shared.length === 0) return null;
  const orders = shared.flatMap((rankings) =>
    pairsOf(rankings).flatMap(([one, other]) =>
      pairsOf(subjects).map(([a, b]) => orderIn(one, a, b) === orderIn(other, a, b)),
    ),
  );
  const units = shared.flatMap((rankings) => {
    const places = rankings.map((one) => middlePlaces(one.places));
    return subjects.map((subject) => places.flatMap((own) => own[subject] ?? []));
  });
  const sameOrder = orders.filter((same) => same).length / orders.length;
  return { questions: shared.length, sameOrder, alpha: krippendorffAlpha(units) };
}

const orderIn = ({ places }: Ranked, a: string, b: string): number => Math.sign((places[a] ?? 0) - (places[b] ?? 0));

function pairsOf<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const));
}
