/**
 * @file A judging as files: CSV with a line for each judgement and subject, JSON with the results and every judgement.
 */
import type { JudgingEntry } from '../../core/judging.ts';
import { csvLines } from '../../core/text/csv-lines.ts';
import { judgingResults, validJudgements, type JudgingScope } from './judging-results.ts';
import { firstShares } from './mark-intervals.ts';

/** A line for each subject of each ranking. */
export function judgingAsCsv(entries: readonly JudgingEntry[], scope: JudgingScope): string {
  const header = ['question', 'person', 'judge', 'method', 'place', 'share_of_first', 'after_results_were_seen'];
  const lines = validJudgements(entries, scope).flatMap(({ question, person, judge, verdict, afterLook }) => {
    if (verdict.type !== 'ranking') return [];
    const shares = firstShares(verdict.places);
    return scope.subjects.flatMap((subject) => {
      const place = verdict.places[subject];
      return place === undefined ? [] : [[question, person, judge, subject, place, shares[subject] ?? 0, afterLook]];
    });
  });
  return csvLines([header, ...lines]);
}

/** The results, unrounded, and every judgement that they rest on. */
export function judgingAsJson(entries: readonly JudgingEntry[], scope: JudgingScope): string {
  const judgements = validJudgements(entries, scope);
  return `${JSON.stringify({ ...judgingResults(entries, scope), judgements }, null, 2)}\n`;
}
