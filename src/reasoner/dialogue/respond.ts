/** @file What the rules answer in a conversation, in the format asked of a language model: plans, words, a verdict, a profile. */
import type { DialoguePurpose } from '../../core/dialogue-purpose.ts';
import type { CriticView, Facet, ProfileReading, Utterance } from '../../core/dialogue.ts';
import type { Purpose } from '../../core/language-model.ts';
import { undated } from '../../core/title-with-year.ts';
import { seek } from '../seek.ts';
import { planTurn } from './plan.ts';
import { readMessage } from './read.ts';
import type { Reading } from './wishes.ts';
import { wordReply } from './reply.ts';
import type { Role } from './words.ts';

/** True for a request of a conversation. */
export function isDialogue(purpose: Purpose): purpose is DialoguePurpose {
  return purpose.type.startsWith('dialogue-');
}

/** The answer, in the format asked of a language model. */
export function respond(purpose: DialoguePurpose): string {
  switch (purpose.type) {
    case 'dialogue-plan':
      return JSON.stringify(planTurn(purpose.view));
    case 'dialogue-step': {
      const { intent, steps, reply, marks } = planTurn(purpose.view);
      const next = purpose.done.some(({ failed }) => failed) ? undefined : steps[purpose.done.length];
      return JSON.stringify({ intent, step: next ?? null, reply, marks });
    }
    case 'dialogue-reply':
      return wordReply(purpose.view);
    case 'dialogue-critic': {
      const advice = faultOf(purpose.view);
      return advice === null ? 'Yes' : `No. ${advice}`;
    }
    case 'dialogue-seek':
      return seek(purpose.view);
    case 'dialogue-profile':
      return JSON.stringify(readProfile(purpose.utterances, purpose.catalogue));
  }
}

/** What is wrong with a turn; null where nothing is. Questions back and honest failures are good answers. */
function faultOf({ tracker, items, reply }: CriticView): string | null {
  const invalid = tracker.find(({ failed, output }) => failed && output.includes('needs {'));
  if (invalid !== undefined) return `The input of ${invalid.tool} was wrong: ${invalid.output}`;
  const missing = items.find(({ title }) => !reply.includes(undated(title)));
  return missing === undefined ? null : `The reply does not name ${missing.title}.`;
}

/** Adds entries to one side, and takes them from it where the other side has them now. */
function moved(facet: Facet, add: Facet, remove: Facet): Facet {
  const of = (kind: keyof Facet): string[] => [
    ...new Set([...facet[kind].filter((one) => !remove[kind].includes(one)), ...add[kind]]),
  ];
  return { titles: of('titles'), values: of('values') };
}

/** What a person likes, dislikes and expects just now; later words count more than earlier ones. */
export function readProfile(utterances: readonly Utterance[], catalogue: Reading['catalogue']): ProfileReading {
  const nothing: Facet = { titles: [], values: [] };
  let [like, dislike, expect] = [nothing, nothing, nothing];
  for (const utterance of utterances) {
    const { titles, tastes, conditions, facts, asksWhy } = readMessage({ ...utterance, catalogue, it: null });
    const of = (...roles: readonly Role[]): Facet => ({
      titles: titles.filter(({ role }) => roles.includes(role)).map(({ title }) => title),
      values: tastes.filter(({ role }) => roles.includes(role)).map(({ value }) => value),
    });
    const [liked, refused] = [of('liked'), of('disliked', 'unlike')];
    [like, dislike] = [moved(like, liked, refused), moved(dislike, refused, liked)];
    const values = conditions.flatMap(({ attribute, is = [] }) => is.map((value) => `${attribute}: ${value}`));
    const wanted = { titles: of('like').titles, values };
    // Who asks for a fact or a reason is still looking for the same.
    if (facts === null && !asksWhy && values.length + wanted.titles.length > 0) expect = wanted;
  }
  return { like, dislike, expect };
}
