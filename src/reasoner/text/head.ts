/**
 * @file The reasoner's headings: a piece of the review, chosen by how common its words are in the review and in the headings
 * that were found (Luhn 1958), and cut to the length that headings have here.
 */
import type { SummarizationTask } from '../../core/task.ts';
import type { Finding } from '../finding.ts';
import { clausesOf, contentWords } from './sentences.ts';
import { largest } from '../../core/numbers/extremes.ts';

/** Where no heading was found. */
const USUAL_WORDS = 6;
const FEWEST_WORDS = 2;
/** A word that stands in a heading counts as often as this in the review. */
const HEADING_WEIGHT = 2;
/** Words that a short piece is held back by, as if it had that many more. */
const DAMPING = 3;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The headings that were found or shown, each once. */
function headingsOf({ examples }: SummarizationTask, findings: readonly Finding[]): string[] {
  const found = findings.flatMap(({ found }) => found?.rows.flat() ?? []);
  const shown = examples.map(({ heading }) => heading);
  return [...new Set([...shown, ...found].filter((text): text is string => typeof text === 'string' && text !== ''))];
}

/** A heading for the review of a task. */
export function head(task: SummarizationTask, findings: readonly Finding[]): string {
  const headings = headingsOf(task, findings);
  const counts = new Map<string, number>();
  const note = (text: string, weight: number): void => {
    for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  note(task.review, 1);
  for (const heading of headings) note(heading, HEADING_WEIGHT);
  const clauses = clausesOf(task.review);
  const scores = clauses.map((clause) => {
    const own = contentWords(clause);
    return own.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / (own.length + DAMPING);
  });
  const best = clauses[scores.indexOf(largest(scores))] ?? task.review;
  const mean = headings.reduce((sum, heading) => sum + wordsOf(heading).length, 0) / headings.length;
  const length = headings.length === 0 ? USUAL_WORDS : Math.max(FEWEST_WORDS, Math.round(mean));
  const cut = wordsOf(best).slice(0, length).join(' ');
  return cut.charAt(0).toUpperCase() + cut.slice(1);
}
