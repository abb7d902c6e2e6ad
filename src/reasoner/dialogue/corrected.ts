/** @file A turn that answers what was asked back, or corrects what was taken: the last plan with another title, or without what could not be checked. */
import type { DialoguePlan, DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { draftOf, stepsOf, withoutDropped } from './draft.ts';
import type { Message } from './edited.ts';
import { placesIn, yearOf } from './pointing.ts';

const YES =
  /^\W*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|right|correct|exactly|please do|go ahead|fine|do that|that(?:'s| is)? (?:it|one|right))\b/iu;
const wordsIn = (text: string): number => text.trim().split(/\s+/u).length;

/** Whether a message agrees and says nothing else: "ok then a comedy from the 80s" agrees to nothing. */
export const agrees = (text: string): boolean => YES.test(text) && wordsIn(text) <= 4;

const CORRECTS =
  /^\W*(?:no,? )?(?:sorry,? )?(?:i (?:meant|mean|was talking about|was thinking of)|not .{2,60}?,? but)\s+/iu;

/** "I meant Heat (1995)", "sorry, I meant Troy, not Braveheart". */
export interface Meant {
  readonly title: string;
  /** What it stands in place of, where that is said. */
  readonly instead: string | undefined;
}

/** The title that stands in place of one that was read before; null where none is named so. */
export function meantInstead({ text, mentions }: Message): Meant | null {
  const start = CORRECTS.exec(text)?.[0].length ?? Infinity;
  const [, title = '', instead] = /^(.+?)(?:,? (?:and )?not (.+?))?[\s.!?]*$/u.exec(text.slice(start)) ?? [];
  const isTitle = /\p{L}/u.test(title) && mentions.some((one) => one.start >= start && one.titles.length > 0);
  return isTitle ? { title, instead } : null;
}

/** The plan with another title in all of its steps. */
const withTitle = (plan: DialoguePlan, written: string, meant: string): DialoguePlan => {
  const steps = JSON.stringify(plan.steps).replaceAll(JSON.stringify(written), JSON.stringify(meant));
  return { ...plan, steps: JSON.parse(steps) as DialoguePlan['steps'], reply: '' };
};

/** The title that an answer takes of those that were in question. */
function chosenOf(options: readonly string[], text: string): string | undefined {
  const small = text.toLowerCase();
  const named = options.find((title) => small.includes(title.toLowerCase()));
  if (options.length < 2) return named;
  const dated = options.filter((title) => small.includes(String(yearOf(title))));
  if (dated.length === 1) return dated[0];
  const sorted = [...options].sort((one, other) => (yearOf(one) ?? 0) - (yearOf(other) ?? 0));
  if (/\b(?:old(?:er|est)?|original|earl(?:y|ier|iest))\b/u.test(small)) return sorted[0];
  if (/\b(?:new(?:er|est)?|remake|later|latest|recent)\b/u.test(small)) return sorted.at(-1);
  return options[placesIn(small, options.length)[0] ?? -1] ?? named;
}

const TAKES_OTHER = /\b(?:no|not|meant|mean|other|rather|older|newer|original|remake|one)\b|^\W*\(?\d{4}/iu;

/** What an answer makes of the last plan, by what was in doubt; null where it answers nothing. */
export function answered(
  { text, mentions }: DialogueView,
  { plan, problems, items }: EarlierTurn,
): DialoguePlan | null {
  const words = wordsIn(text);
  // "Something newer" takes no other edition of what was taken.
  if (words > 9 || plan.steps.length === 0 || /\b(?:something|anything|others|more)\b/iu.test(text)) return null;
  const isYes = agrees(text);
  const isDropping = words <= 5 && /\b(?:leave|drop|without|forget|never ?mind|ignore)\b/iu.test(text);
  const named = mentions.find(({ start, end, titles }) => titles.length > 0 && end - start >= 0.6 * text.trim().length);
  for (const problem of problems) {
    if (problem.type === 'title-taken' || problem.type === 'title-ambiguous' || problem.type === 'title-unknown') {
      const [options, isAsked] =
        problem.type === 'title-taken'
          ? [[problem.title, ...problem.others], TAKES_OTHER.test(text)]
          : [problem.type === 'title-ambiguous' ? problem.titles : problem.near, true];
      const agreed = isYes && problem.type !== 'title-taken' ? options[0] : undefined;
      const own =
        problem.type === 'title-unknown' && named !== undefined ? text.slice(named.start, named.end) : undefined;
      const meant = (isAsked ? chosenOf(options, text) : undefined) ?? agreed ?? own;
      if (meant !== undefined) return withTitle(plan, problem.text, meant);
    }
    const isUnchecked = problem.type === 'value-unknown' ? items.length === 0 : problem.type === 'attribute-unknown';
    if (isUnchecked && 'attribute' in problem && (isYes || isDropping)) {
      const steps = stepsOf(withoutDropped(draftOf(plan), [problem.attribute]));
      return { ...plan, steps, reply: `Without ${problem.attribute.replaceAll('_', ' ')}, then.` };
    }
  }
  return null;
}

/** The last plan with another title in place of the one that was read; null where no title is corrected. */
export function correction(view: DialogueView): DialoguePlan | null {
  const meant = meantInstead(view);
  if (meant !== null && view.turns.at(-1)?.plan.intent === 'tell-taste') return view.turns.at(-1)!.plan;
  const last = view.turns.findLast(({ plan }) => plan.steps.length > 0);
  if (meant === null || last === undefined) return null;
  const doubted = last.problems.find(({ type }) => type.startsWith('title-'));
  const { seeds, anchors } = draftOf(last.plan);
  const asked = last.plan.steps.find(({ tool }) => tool === 'look-up')?.input['titles'];
  const lookedUp = Array.isArray(asked) ? String(asked[0]) : undefined;
  const read = doubted !== undefined && 'text' in doubted ? doubted.text : (seeds[0] ?? anchors[0]?.title ?? lookedUp);
  const written = meant.instead ?? read;
  return written === undefined ? null : withTitle(last.plan, written, meant.title);
}
