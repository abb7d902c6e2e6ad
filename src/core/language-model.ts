/** @file The seam between the lab and every engine. One primitive, `stream`; wrappers are models that wrap a model. */
import type { Json } from './json.ts';
import type { State } from './planner.ts';
import type { RatingRequest } from './rater.ts';
import type { SqlValue } from './database.ts';
import type { Task, Sample } from './task.ts';
import type { CommandForm } from './action.ts';
import type { CriticView, DialogueView, Facet, ReplyView, SeekerView, StepOutcome, Utterance } from './dialogue.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Why the model is called, as data: it labels the trace, keys the recording and is what the built-in reasoner reads. */
export type Purpose =
  | {
      readonly type: 'sample-state';
      readonly task: Task;
      readonly states: readonly State[];
      readonly parent: string | null;
      readonly alternative: boolean;
      /** False where the run is compared at an equal budget: planning then ends only when the budget does. */
      readonly mayEnd: boolean;
      readonly reflections?: readonly string[];
    }
  | {
      readonly type: 'vote';
      readonly task: Task;
      readonly states: readonly State[];
      readonly candidates: readonly State[];
    }
  | { readonly type: 'evaluate'; readonly task: Task; readonly states: readonly State[]; readonly state: State }
  | { readonly type: 'inspire'; readonly task: Task; readonly states: readonly State[] }
  | { readonly type: 'value'; readonly task: Task; readonly states: readonly State[]; readonly state: State }
  | { readonly type: 'reflect-on-path'; readonly task: Task; readonly states: readonly State[] }
  | { readonly type: 'answer'; readonly task: Task; readonly states: readonly State[] }
  | {
      readonly type: 'sql';
      readonly question: string;
      readonly schema: string;
      readonly failed: { readonly sql: string; readonly error: string } | null;
    }
  | {
      readonly type: 'sentence';
      readonly question: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly SqlValue[])[];
      readonly truncated: boolean;
    }
  | { readonly type: 'summarize'; readonly title: string; readonly texts: readonly string[] }
  | ({ readonly type: 'rate' } & RatingRequest)
  | AgentPurpose
  | DialoguePurpose
  | { readonly type: 'recommend-plainly'; readonly itemNoun: string; readonly candidates: readonly string[] };

export interface GenerateRequest {
  readonly messages: readonly Message[];
  readonly purpose: Purpose;
  /** A whole number from 0 to 2³² − 1. */
  readonly seed: number;
  /** 0 or more; 0 is greedy. */
  readonly temperature: number;
  readonly maxTokens: number;
  readonly stop?: readonly string[];
  readonly responseSchema?: Json;
  /** Whether to tell what else was likely in the place of each token. */
  readonly tellsAlternatives?: boolean;
  /** How many observations the messages leave out, oldest first. */
  readonly cut?: number;
}

/** Tokens of one call. `estimated` where the engine does not count them itself. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly estimated: boolean;
  /** Of the output tokens, those that the model thought with before it replied; left out where it did not. */
  readonly thinkingTokens?: number;
  /** Of the input tokens, those that the engine kept from an earlier call; below, the time of a recorded reply. */
  readonly cachedTokens?: number;
  readonly milliseconds?: number;
}

/** A token of a reply, and the likeliest tokens in its place, itself among them, with ln p before anything constrains them. */
export interface ToldToken {
  readonly token: string;
  readonly alternatives: readonly { readonly token: string; readonly logProbability: number }[];
}

/** What a model sends. The last part is always `finish`. */
export type StreamPart =
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'thought-delta'; readonly delta: string }
  | { readonly type: 'wait'; readonly milliseconds: number; readonly reason: string }
  | {
      readonly type: 'finish';
      readonly finishReason: 'stop' | 'length' | 'abort';
      readonly usage: TokenUsage;
      readonly told?: readonly ToldToken[];
      readonly warning?: string;
      readonly isFree?: boolean;
      readonly call?: number;
    };

export interface Scoring {
  /** For each continuation in their order: ln p of its tokens after the prompt, or ln of its share where the continuations part. */
  readonly logProbabilities: readonly number[];
  /** Where nothing is decoded, the continuations' tokens count as input. */
  readonly usage: TokenUsage;
  readonly call?: number;
}

export interface Provenance {
  /** The library and its version: `transformers.js 4.3.1`. */
  readonly engine: string;
  /** As its source names it: `HuggingFaceTB/SmolLM2-135M-Instruct`. */
  readonly model: string;
  readonly revision: string | null;
  /** Of the weights: `q8`, `q4f16_1`; null where there are none or the source does not tell. */
  readonly dtype: string | null;
  readonly device: string | null;
}

export interface ModelCapabilities {
  /** Equal requests give equal replies on one machine. Runs of a model without it are marked "not reproducible". */
  readonly seed: boolean;
  readonly responseSchema: boolean;
  readonly score: boolean;
}

export interface LanguageModel {
  readonly id: string;
  readonly title: string;
  /** In tokens. */
  readonly contextLength: number;
  readonly capabilities: ModelCapabilities;
  /** Null for what is no language model and has no weights: the built-in reasoner. */
  readonly provenance: Provenance | null;
  /** @throws LabError `aborted` once the signal is, `model-failed` where the engine fails */
  stream(request: GenerateRequest, options: { readonly signal: AbortSignal }): AsyncIterable<StreamPart>;
  /** How likely each reply is after the messages. Ignores `maxTokens`, `seed` and `temperature`. @throws LabError as `stream` */
  score?(
    request: GenerateRequest,
    continuations: readonly string[],
    options: { readonly signal: AbortSignal },
  ): Promise<Scoring>;
  /** Tokens of a prompt as `stream` would send it; where the engine cannot tell beforehand, it has no such method. */
  countTokens?(messages: readonly Message[], options: { readonly signal: AbortSignal }): Promise<number>;
  /** Whose reply a request gets, where that is not always this model's; null where nobody replies. */
  answerer?(request: GenerateRequest): LanguageModel | null;
}

export type Middleware = (model: LanguageModel) => LanguageModel;

interface CommandPurpose {
  readonly states: readonly State[];
  readonly form: CommandForm;
  readonly isLast: boolean;
}

export interface EarlierAttempts {
  readonly states: readonly State[] | null;
  readonly reflections: readonly string[];
}

export type AgentPurpose =
  | (CommandPurpose & {
      readonly type: 'manager-thought' | 'manager-action';
      readonly sample: Sample | null;
      readonly request: string | null;
      /** The actions that it may take besides Finish: `Analyse`, `Search`, `Interpret`. */
      readonly actions: readonly string[];
      readonly earlier: EarlierAttempts;
      readonly thought: string | null;
    })
  | (CommandPurpose & { readonly type: 'analyse'; readonly about: 'user' | 'item'; readonly id: number })
  | (CommandPurpose & { readonly type: 'search'; readonly request: string })
  | (CommandPurpose & { readonly type: 'interpret'; readonly dialogue: string })
  | {
      readonly type: 'reflect';
      readonly sample: Sample;
      readonly actions: readonly string[];
      readonly states: readonly State[];
      readonly form: CommandForm;
    };

export type DialoguePurpose =
  | { readonly type: 'dialogue-plan'; readonly view: DialogueView }
  | { readonly type: 'dialogue-step'; readonly view: DialogueView; readonly done: readonly StepOutcome[] }
  | { readonly type: 'dialogue-reply'; readonly view: ReplyView }
  | { readonly type: 'dialogue-seek'; readonly view: SeekerView }
  | { readonly type: 'dialogue-critic'; readonly view: CriticView }
  | {
      readonly type: 'dialogue-profile';
      readonly utterances: readonly Utterance[];
      readonly catalogue: DialogueView['catalogue'];
      readonly expected?: Facet;
    };

/** Turns texts into vectors whose dot product says how alike they are. */
export interface EmbeddingModel {
  readonly id: string;
  readonly title: string;
  readonly dimensions: number;
  readonly provenance: Provenance | null;
  /** True where texts are alike only by the words that they share; left out where it knows what words mean. */
  readonly isByWordsAlone?: boolean;
  /** A vector of length 1 each; zeros for a text without words that count. @throws LabError `aborted`, `model-failed` */
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<Float32Array[]>;
}
