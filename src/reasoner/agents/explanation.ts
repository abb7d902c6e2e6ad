/**
 * @file An explanation by a manager's rules: from what the analyst and the searcher told, and from nothing else.
 */
import type { State } from '../../core/planner.ts';
import type { Sample } from '../../core/sample.ts';
import type { ExplanationTask } from '../../core/task.ts';
import { genresIn, type Analysis } from './analysis.ts';

const MOST_FACTS = 200;

const average = ({ mean }: Analysis): string => (mean === null ? '' : mean.toFixed(1));

/** The genre of the item that the person chose most often, as a sentence. */
function ofTaste({ items: [target] }: Sample, person: Analysis | undefined): string | null {
  if (person === undefined || target === undefined || person.looked === 0) return null;
  const shared = genresIn(target.attributes)
    .map((genre) => ({ genre, chosen: person.genres.get(genre) ?? 0 }))
    .sort((a, b) => b.chosen - a.chosen || (a.genre < b.genre ? -1 : 1));
  const [most] = shared;
  if (most === undefined) return null;
  return most.chosen === 0
    ? `None of the last ${person.looked} that they rated is ${most.genre}, as this is.`
    : `It is ${most.genre}, as ${most.chosen} of the last ${person.looked} that they rated are.`;
}

function ofRating({ rating }: ExplanationTask, person: Analysis | undefined): string | null {
  if (rating === null || person === undefined || person.mean === null) return null;
  const than = rating > person.mean ? 'more than' : rating < person.mean ? 'less than' : 'as much as';
  return `They gave it ${rating}, ${than} their usual ${average(person)}.`;
}

export function explanationOf(
  task: ExplanationTask,
  sample: Sample,
  analyses: readonly Analysis[],
  states: readonly State[],
): string {
  const person = analyses.findLast(({ about }) => about === 'user');
  const item = analyses.findLast(({ about }) => about === 'item');
  const others =
    item === undefined || item.mean === null
      ? null
      : `Others give it ${average(item)} on average (${item.ratings} ratings).`;
  const found = states.findLast(({ action }) => action?.tool === 'Search')?.observation;
  const parts = [
    ofRating(task, person),
    ofTaste(sample, person),
    others,
    found === undefined ? null : found.slice(0, MOST_FACTS),
  ];
  const told = parts.filter((part) => part !== null);
  return told.length === 0 ? 'Nothing was found that says why.' : told.join(' ');
}
