/**
 * @file What the page and a model worker say to each other about a chat endpoint: an address, and what its trial found.
 * Types only.
 */
import type { Json } from '../../core/json.ts';

/** Where an OpenAI-compatible chat endpoint is. Its key is never a part of this: specs and settings are kept and shared. */
export interface EndpointOptions {
  /** Up to and with the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** In tokens, where the server does not say it itself; null otherwise. */
  readonly contextLength: number | null;
  /** Silence after which a request is given up, before the first piece of a reply as between two. */
  readonly timeoutSeconds: number;
  /** What all waits for a busy server may take before one reply; 0 to wait for none. */
  readonly waitSeconds: number;
  /**
   * How much the model may think before each reply, on top of the reply's own limit; 0 asks templates that know it not to think. Null to find
   * out whether it does.
   */
  readonly thinkingTokens: number | null;
}

/** What is tried: an endpoint and a model of it, as in a spec. */
export interface EndpointQuestion {
  /** Those of a spec; see `EndpointOptions`. */
  readonly options: { readonly [key: string]: Json };
  /** `llama3.2`; empty where none was chosen yet. */
  readonly model: string;
}

/** What a trial of an endpoint found. */
export interface EndpointTrial {
  /** The names of the models that the server lists. */
  readonly models: readonly string[];
  /** False where it has no list, so that a model's name is typed. */
  readonly hasList: boolean;
  /** What the model replied; null where none was named. */
  readonly reply: {
    readonly text: string;
    readonly seconds: number;
    /** What it makes of a JSON Schema. */
    readonly schemas: 'kept' | 'ignored' | 'refused';
  } | null;
}
