/** @file Another plan where the first found nothing though less would do: any of several kinds, or an order in place of an unknown bound. */
import type { TrackerRecord } from '../../core/candidate-bus.ts';
import type { Condition, DialoguePlan } from '../../core/dialogue.ts';
import { draftOf, stepsOf } from './draft.ts';
import { KINDS } from './lexicon.ts';
import { once } from './once.ts';

/** The other plan, whose reply says what is different, and why it is made; null where nothing was found by what was asked. */
export function planAgain(
  plan: DialoguePlan,
  tracker: readonly Pick<TrackerRecord, 'output' | 'failed'>[],
): { readonly plan: DialoguePlan; readonly why: string } | null {
  const draft = draftOf(plan);
  const as = (changed: Partial<typeof draft>, why: string) => ({
    plan: { ...plan, steps: stepsOf({ ...draft, ...changed }), reply: `${plan.reply} ${why}`.trim() },
    why,
  });
  const [anchor] = draft.anchors;
  if (anchor !== undefined && tracker.some((one) => one.failed && one.output.includes('not known for certain'))) {
    const { attribute, relation } = anchor;
    const isBound = (relation === 'before' || relation === 'after') && draft.order === null;
    const scheme = relation === 'before' ? 'least' : 'most';
    const why = `What that is to be compared with is not known, so those with the ${scheme} ${attribute.replaceAll('_', ' ')} come first.`;
    return isBound ? as({ anchors: [], order: { scheme, attribute } }, why) : null;
  }
  const [first, second, ...more] = draft.conditions.filter(isKind);
  if (first === undefined || second?.attribute !== first.attribute || more.length > 0) return null;
  const [one, other] = [first.is ?? [], second.is ?? []];
  const conditions = [
    { attribute: first.attribute, is: once([...one, ...other]) },
    ...draft.conditions.filter((condition) => !isKind(condition)),
  ];
  return as({ conditions }, `None is all of ${one.join(' or ')} and ${other.join(' or ')}, so these are one of them.`);
}

const isKind = ({ attribute, is }: Condition): boolean => is !== undefined && KINDS.has(attribute);
