/**
 * @file What the page and a model worker say to each other about a chat endpoint: an address, and what its examination found.
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

/** What is examined: an endpoint and a model of it, as in a spec. */
export interface EndpointQuestion {
  /** Those of a spec; see `EndpointOptions`. */
  readonly options: { readonly [key: string]: Json };
  /** `llama3.2`; empty where none was chosen yet. */
  readonly model: string;
}

/** The checks, in their order; each needs those before it. */
export type EndpointCheck = 'connection' | 'models' | 'model' | 'streaming' | 'schema';

/** What a check can find. */
export type EndpointFinding =
  | 'passed'
  | 'not-reached' // an earlier check failed
  | 'nothing-listening'
  | 'origin-refused' // CORS
  | 'local-network-denied' // the browser's permission for this machine or the local network
  | 'local-network-not-granted'
  | 'page-not-secure' // which is why the browser does not even ask for that permission
  | 'mixed-content'
  | 'policy-refused' // the lab's own Content Security Policy
  | 'silent' // connected, and then nothing
  | 'redirected'
  | 'not-compatible' // something else than an OpenAI-compatible API
  | 'key-refused'
  | 'server-error'
  | 'model-absent'
  | 'reply-broken-off'
  | 'reply-hung'
  | 'not-streamed' // whole replies only, which works
  | 'schema-ignored'
  | 'schema-refused';

/** One thing to do, with the text to copy where there is one. */
export interface EndpointFix {
  readonly text: string;
  readonly command?: string;
}

/** One check and what it found. A `warned` check limits the endpoint but does not keep it from working. */
export interface EndpointStep {
  readonly check: EndpointCheck;
  readonly status: 'passed' | 'warned' | 'failed' | 'skipped';
  readonly finding: EndpointFinding;
  /** One sentence. */
  readonly message: string;
  readonly fixes: readonly EndpointFix[];
}

/** What an examination found. */
export interface EndpointDiagnosis {
  readonly steps: readonly EndpointStep[];
  /** No check failed. */
  readonly works: boolean;
  /** The names of the models that the server offers. */
  readonly models: readonly string[];
  /** `Ollama`, where it can be told; null otherwise. */
  readonly server: string | null;
  /** Measured on one short reply, and null where there was none; `estimated` where the server did not count its tokens. */
  readonly speed: {
    readonly firstTokenSeconds: number;
    readonly tokensPerSecond: number;
    readonly estimated: boolean;
  } | null;
}
