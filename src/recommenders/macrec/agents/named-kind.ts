/** @file Which of the kinds of actions that can be taken a name means. */
import { keyOf } from '../../../core/reply/named-choice.ts';
import { namesFor } from '../../../core/reply/member-names.ts';
import type { ActionKind } from './action.ts';
import { namesOf } from './labelled-number.ts';

/** The kind of that name, however its words are joined; what is final ends the work. */
export function kindNamed(written: string | undefined, kinds: readonly ActionKind[]): ActionKind | undefined {
  if (written === undefined) return undefined;
  const name = keyOf(written) === 'final-answer' ? 'Finish' : written;
  return kinds.find((kind) => [joined(name), joined(name.split('.').at(-1) ?? '')].includes(joined(kind.name)));
}

/** `Item History` and `item_history` are `ItemHistory`. */
const joined = (name: string): string => keyOf(name).replaceAll('-', '');

/** The one kind that can be taken, where its one place is called so. */
export function onlyKindOf(name: string, kinds: readonly ActionKind[]): ActionKind | undefined {
  const [only, ...others] = kinds;
  const [place, ...more] = only?.slots ?? [];
  if (only === undefined || place === undefined || others.length > 0 || more.length > 0) return undefined;
  const names = [...namesOf(place, only), ...namesFor(place.name)];
  return names.some((one) => keyOf(one) === keyOf(name)) ? only : undefined;
}
