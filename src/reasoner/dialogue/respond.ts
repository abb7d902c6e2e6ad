/** @file What the reasoner answers in a conversation. */
import type { DialoguePurpose } from '../../core/dialogue-purpose.ts';
import type { Purpose } from '../../core/language-model.ts';
import { judgeTurn } from './critic.ts';
import { planTurn } from './plan.ts';
import { readProfile } from './profile.ts';
import { seek } from './seek.ts';
import { wordReply } from './reply.ts';

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
      const { intent, steps, reply } = planTurn(purpose.view);
      const next = purpose.done.some(({ failed }) => failed) ? undefined : steps[purpose.done.length];
      return JSON.stringify({ intent, step: next ?? null, reply });
    }
    case 'dialogue-reply':
      return wordReply(purpose.view);
    case 'dialogue-critic': {
      const { isGood, advice } = judgeTurn(purpose.view);
      return isGood ? 'Yes' : `No. ${advice}`;
    }
    case 'dialogue-seek':
      return seek(purpose.view);
    case 'dialogue-profile':
      return JSON.stringify(readProfile(purpose.utterances, purpose.catalogue));
  }
}
