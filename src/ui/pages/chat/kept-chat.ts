/** @file What of the Chat page is kept over a reload: how it answers, and never a word that was said. */
import type { ChatSettings } from '../../../client/lab.ts';
import type { KeptSettings, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { FLAG, oneOf, whole } from '../../parts/settings/shapes.ts';

export interface ChatForm {
  planning: ChatSettings['planning'];
  demonstrations: ChatSettings['demonstrations'];
  reflections: number;
  prefersProfile: boolean;
}

export function keepChat(settings: KeptSettings, chat: ChatForm): void {
  const shapes: Shapes<ChatForm> = {
    planning: oneOf(() => ['plan-first', 'step-by-step']),
    demonstrations: oneOf(() => ['zero', 'fixed', 'dynamic']),
    reflections: whole(0, 5),
    prefersProfile: FLAG,
  };
  settings.keep('chat', chat, shapes);
}
