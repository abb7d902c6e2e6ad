/**
 * @file A judging as CSV, with a line for each judgement and subject.
 */
import type { JudgingEntry } from '../../core/judging.ts';
import { csvLines } from '../../core/text/csv-lines.ts';
import { validJudgements, type JudgingScope } from './judging-results.ts';
import { firstShares } from './mark-intervals.ts';

/** A line for each subject of each ranking. */
export function judgingAsCsv(entries: readonly JudgingEntry[], scope: JudgingScope): string {
  const header = ['question', 'person', 'method', 'place', 'share_of_first', 'after_results_were_seen'];
  const lines = validJudgements(entries, scope).flatMap(({ question, person, verdict, afterLook }) => {
    if (verdict.type !== 'ranking') return [];
    const shares = firstShares(verdict.places);
    return scope.subjects.flatMap((subject) => {
      const place = verdict.places[subject];
      return place === undefined ? [] : [[question, person, subject, place, shares[subject] ?? 0, afterLook]];
    });
  });
  return csvLines([header, ...lines]);
}
