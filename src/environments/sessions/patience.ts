/**
 * @file The patience of simulated people, the lab's own budget of satisfaction and fatigue (Agent4Rec, section 3.1, leaves both to a language
 * model): every page costs 1; what was chosen there gives some of it back by how much it pleased, or costs more; never more than there was
 * at the beginning.
 */
import type { Random } from '../../core/random.ts';
import type { RaterScale } from '../../core/rater.ts';
import type { PageView } from '../../core/sessions.ts';

/** What the best rating gives back, in pages; the worst one costs as much. */
const PLEASURE = 0.4;

/** The patience that a person begins each session with: half to one and a half times the mean. @param own the person's own source */
export const drawPatience = (mean: number, own: Random): number => mean * (0.5 + own.fork('patience').uniform());

/** The patience behind a page. @param most what the session began with */
export function patienceBehind(
  before: number,
  most: number,
  ratings: readonly (number | null)[],
  scale: RaterScale,
): number {
  const pleasure = ratings.reduce<number>(
    (sum, rating) => sum + (rating === null ? 0 : PLEASURE * (2 * shareOf(rating, scale) - 1)),
    0,
  );
  return Math.max(0, Math.min(most, before - 1 + pleasure));
}

/** The mean over the pages of the best rating there as a share of the scale, 0 for a page without a choice; null where no page is known. */
export function satisfactionOf(pages: readonly PageView[], scale: RaterScale): number | null {
  const known = pages.filter(({ problem }) => problem === null);
  if (known.length === 0) return null;
  const best = known.map(({ shown }) =>
    shown.reduce((most, { rating }) => (rating === null ? most : Math.max(most, shareOf(rating, scale))), 0),
  );
  return best.reduce((sum, share) => sum + share, 0) / known.length;
}

/** A rating as a share of its scale: 0 for the worst, 1 for the best. */
export const shareOf = (rating: number, { min, max }: RaterScale): number => (rating - min) / (max - min);
