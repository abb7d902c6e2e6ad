/** @file What the lab offers of conversations to the page, on both sides of the worker border. Types only. */
import type { Chip, ConversationSettings, Demonstration, Profile } from '../../core/dialogue.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { KeptTrace } from '../../trace/trace-file.ts';
import type { AskingModels, OnEvents } from '../../rpc/transfer-handlers.ts';
import type { LoadProgress } from '../../rpc/remote-model.ts';

/** How a conversation is held. */
export interface ChatSettings extends ConversationSettings {
  readonly model: ComponentSpec;
  /** Null where the model itself judges. */
  readonly critic: ComponentSpec | null;
  readonly demonstrations: 'zero' | 'fixed' | 'dynamic';
}

/** A conversation that is kept in this browser. */
export interface KeptChat {
  readonly id: string;
  /** The first words of the person. */
  readonly title: string;
  readonly dataset: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly bytes: number;
}

/** What a turn takes. */
export interface Saying extends AskingModels {
  readonly onEvents: OnEvents;
  /** Exact wishes in front of the message; none where absent. */
  readonly chips?: readonly Chip[];
  /** Told while a model is loaded. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/**
 * Conversations about the open dataset. Every method rejects with a `LabError`. What writes a conversation that another tab has added
 * to tells its events first, and rejects with `open-elsewhere` while another tab writes it.
 */
export interface ChatService {
  /**
   * Says something in a conversation about the open dataset, which begins with its first message. Its events are kept as they happen. After
   * an abort the conversation is as it was before, but for the trace.
   */
  say(id: string, settings: ChatSettings, text: string, saying: Saying): Promise<void>;
  /** Takes back the turns from this node on, those that were stopped among them. */
  takeBack(id: string, settings: ChatSettings, from: string, onEvents: OnEvents): Promise<void>;
  /**
   * Replaces the profile by what the person wrote. What they took out of it is told to no model again, nor is a demonstration that was
   * kept of this conversation and holds it. Null erases all that was said before, but for the trace.
   */
  editProfile(id: string, settings: ChatSettings, profile: Profile | null, onEvents: OnEvents): Promise<void>;
  /** Keeps the plan of a good turn of a conversation as a demonstration. */
  addDemonstration(id: string, demonstration: Demonstration): Promise<void>;
  /** The requests of the demonstrations that were kept, in any conversation. */
  demonstrations(): Promise<readonly string[]>;
  /** Lets go of the demonstration of a request. */
  removeDemonstration(request: string): Promise<void>;
  /** Of the open dataset, latest first. */
  list(): Promise<readonly KeptChat[]>;
  /** What can be read of it. @throws LabError `name-unknown` */
  read(id: string): Promise<KeptTrace>;
  remove(id: string): Promise<void>;
}
