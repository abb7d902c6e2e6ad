/** @file Conversations on both sides of the worker border. Types only. */
import type { ConversationSettings, Profile } from '../../core/dialogue.ts';
import type { ComponentSpec } from '../../core/run.ts';

export interface ChatSettings extends ConversationSettings {
  readonly model: ComponentSpec;
  /** Null where the model itself judges. */
  readonly critic: ComponentSpec | null;
  readonly demonstrations: 'zero' | 'fixed' | 'dynamic';
}

export type Said =
  | { readonly text: string }
  /** Takes back the turns from this node on, those that were stopped among them. */
  | { readonly takeBack: string }
  /** Replaces the profile. What was removed goes to no model again. Null erases all that was said, but for the trace. */
  | { readonly profile: Profile | null };

export type ChatWords = { readonly settings: ChatSettings } & Said;
