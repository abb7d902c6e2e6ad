/** @file What a simulated person does in a session, whoever plays them: rules, or a language model. */
import type { Random } from '../../core/random.ts';
import type { PastRating, RatedItem, RatedPerson, RaterScale, Rater, RaterReply } from '../../core/rater.ts';
import type { Span } from '../../core/trace.ts';
import type { PageView } from '../../core/sessions.ts';
import { normalDraw } from '../../numeric/normal-draw.ts';
import { createRuleRater } from '../raters/rules/rule-rater.ts';

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

export interface OfferedItem {
  readonly item: RatedItem;
  readonly history: readonly PastRating[];
  /** What they gave it in an earlier session; null where they never chose it. */
  readonly ratedBefore: number | null;
}

export interface OfferedPage {
  readonly person: RatedPerson;
  readonly scale: RaterScale;
  readonly offered: readonly OfferedItem[];
  readonly page: number;
  /** Patience before the page, in pages without pleasure. */
  readonly patience: number;
}

/** What a person does with each item, in the order of the page, and whether they want to go on. */
export interface PageReply {
  readonly items: readonly { readonly rating: number | null; readonly reason: string }[];
  readonly goesOn: boolean;
}

export interface Visiting {
  /** Of this session. Equal sources and pages give equal replies. */
  readonly random: Random;
  /** The person's own, the same in all of their sessions. */
  readonly own: Random;
  readonly signal: AbortSignal;
  readonly span: Span;
}

export interface Visitor {
  readonly id: string;
  /** What the page calls it; rules say that they are rules. */
  readonly title: string;
  /** A reply that cannot be read is a problem, never a choice. @throws LabError `aborted`, or what a model throws */
  look(page: OfferedPage, visiting: Visiting): Promise<PageReply | { readonly problem: string }>;
}

/** Shares of the scale: how good an item must seem on average, how much people differ in that, and how far a first look is off. */
const CHOOSY = { mean: 0.6, deviation: 0.07 };

const HAZE = 0.15;

class RuleVisitor implements Visitor {
  readonly id = 'rules';
  readonly title = 'Rules over the description (no language model)';
  private readonly rater: Rater;

  constructor(rater: Rater) {
    this.rater = rater;
  }

  async look(page: OfferedPage, visiting: Visiting): Promise<PageReply> {
    const least = CHOOSY.mean + CHOOSY.deviation * normalDraw(visiting.own.fork('choosy'));
    const items: PageReply['items'][number][] = [];
    for (const offered of page.offered) items.push(await this.meet(offered, page, least, visiting));
    return { items, goesOn: true };
  }

  private async meet(
    { item, history, ratedBefore }: OfferedItem,
    { person, scale }: OfferedPage,
    least: number,
    { random, signal }: Visiting,
  ): Promise<PageReply['items'][number]> {
    if (ratedBefore !== null) return { rating: null, reason: `met before, and rated ${ratedBefore}` };
    const own = random.fork(`item ${item.id}`);
    const request = { person, item, history, timesBefore: 0, scale };
    return chosen(await this.rater.rate(request, { random: own.fork('rating'), signal }), least, scale, own);
  }
}

/** What seems good enough is chosen, and then rated as it turns out. */
function chosen(reply: RaterReply, least: number, scale: RaterScale, own: Random): PageReply['items'][number] {
  if (reply.rating === null) return { rating: null, reason: reply.reason };
  const seems = shareOf(reply.expected, scale) + HAZE * normalDraw(own.fork('haze'));
  return { rating: seems >= least ? reply.rating : null, reason: reply.reason };
}

/** People by rules. @param rater that says what they expect and rate; the one of the lab's own rules where absent */
export function createRuleVisitor(rater: Rater = createRuleRater()): Visitor {
  return new RuleVisitor(rater);
}
