/**
 * @file Simulated people by rules: no language model. The rule-based rater says what a person expects of an item; the person sees that
 * through a haze, chooses what seems good enough to them, and rates what they chose. Constants were set by hand: docs/sessions.md.
 */
import type { Random } from '../../core/random.ts';
import type { Rater, RaterReply, RaterScale } from '../../core/rater.ts';
import { normalDraw } from '../../numeric/normal-draw.ts';
import { createRuleRater } from '../raters/rules/rule-rater.ts';
import { shareOf } from './patience.ts';
import type { OfferedItem, OfferedPage, PageReply, Visiting, Visitor } from './visitor.ts';

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
