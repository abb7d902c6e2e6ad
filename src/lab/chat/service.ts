/** @file What the lab offers of conversations to the page, on both sides of the worker border. Types only. */
import type { ConversationSettings, Profile } from '../../core/dialogue.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { AskingModels, OnEvents } from '../../rpc/transfer-handlers.ts';
import type { LoadProgress } from '../../rpc/remote-model.ts';

export interface ChatSettings extends ConversationSettings {
  readonly model: ComponentSpec;
  /** Null where the model itself judges. */
  readonly critic: ComponentSpec | null;
  readonly demonstrations: 'zero' | 'fixed' | 'dynamic';
}

/** What a turn takes. */
export interface Saying extends AskingModels {
  readonly onEvents: OnEvents;
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** Conversations about the open dataset. */
export interface ChatService {
  /** Says something; the first message begins a conversation. An abort leaves the conversation as it was, but for the trace. */
  say(id: string, settings: ChatSettings, text: string, saying: Saying): Promise<void>;
  /** Takes back the turns from this node on, those that were stopped among them. */
  takeBack(id: string, settings: ChatSettings, from: string, onEvents: OnEvents): Promise<void>;
  /** Replaces the profile. What was removed goes to no model again. Null erases all that was said, but for the trace. */
  editProfile(id: string, settings: ChatSettings, profile: Profile | null, onEvents: OnEvents): Promise<void>;
}
