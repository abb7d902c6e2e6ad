/**
 * @file A simulated person in fixed forms: they say what they liked, then, turn by turn, more of what they look for. They never read the
 * target's title.
 */
import type { SeekerView } from '../core/dialogue.ts';
import { listed } from '../trace/dialogue-words.ts';

const genresOf = ({ target }: SeekerView): readonly string[] =>
  (target.facts['genre'] ?? '').split(', ').filter((genre) => genre !== '');

function opening(view: SeekerView): string {
  const [genre] = genresOf(view);
  // A message that gave the target away, by a title that is much like it, is said with fewer titles.
  const liked = view.liked.slice(0, Math.max(0, 3 - view.leaks)).map((title) => `"${title}"`);
  const taste = liked.length === 0 ? '' : `I liked ${listed(liked, 'and')}. `;
  const kind = genre === undefined ? `a ${view.itemNoun}` : `a ${view.itemNoun} of the genre ${genre}`;
  return `${taste}Recommend me ${kind}.`;
}

function hint(view: SeekerView, turn: number): string {
  const genres = genresOf(view);
  const year = Number(view.target.facts['year'] ?? NaN);
  const decade = Number.isNaN(year) ? '' : `from the ${String(Math.floor(year / 10) * 10)}s`;
  if (turn === 1 && decade !== '') return `Not these. Something ${decade}.`;
  if (turn === 2 && genres[1] !== undefined) return `None of these. It should be ${genres[1]} too.`;
  const shown = view.turns.at(-1)?.items ?? [];
  const years = shown.flatMap((title) => Number(/\((\d{4})\)$/u.exec(title)?.[1] ?? 0) || []);
  if (turn === 3 && years.length > 0 && !Number.isNaN(year)) {
    if (years.every((one) => one < year)) return 'None of these, something newer.';
    if (years.every((one) => one > year)) return 'None of these, something older.';
  }
  return 'None of these, show me others.';
}

export function seek(view: SeekerView): string {
  const turn = view.turns.length;
  return turn === 0 ? opening(view) : hint(view, turn);
}
