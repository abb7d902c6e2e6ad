/** @file All that a model worker offers, on one port. Types only. */
import type { Agreement } from '../../core/network-asks.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { LoadProgress, ModelService } from '../../rpc/remote-model.ts';
import type { Json } from '../../core/json.ts';

export type GpuReport =
  | {
      readonly available: true;
      readonly vendor: string;
      readonly architecture: string;
      readonly device: string;
      readonly description: string;
      /** True for a card that the processor imitates: everything works, many times slower. */
      readonly isSoftware: boolean;
      readonly features: readonly string[];
      readonly limits: { readonly [name: string]: number };
    }
  | { readonly available: false; readonly reason: string };

export interface DeviceReport {
  readonly gpu: GpuReport;
  readonly cores: number;
  /** True where the page is cross-origin isolated, without which no browser shares memory. */
  readonly isolated: boolean;
  /** True where threads share memory, without which wasm runs on one. */
  readonly sharesMemory: boolean;
  /** Rounded by the browser, in bytes; null where it does not say. */
  readonly memory: number | null;
}

export type ModelKind = 'language' | 'embedding';

export interface CatalogueModel {
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind;
  readonly bytes: number | null;
  readonly memory: number | null;
  readonly contextLength: number | null;
  /** Why it cannot run on this machine; null where it can. */
  readonly obstacle: string | null;
  readonly note: string;
  readonly isWorthTrying: boolean;
}

export interface KeptModel {
  readonly key: string;
  readonly name: string;
  /** The options with which a spec means these files; null where only a notebook knows them. */
  readonly options: ComponentSpec['options'] | null;
  readonly kind: ModelKind | null;
  readonly bytes: number;
  readonly isWhole: boolean;
  readonly source: string;
}

export interface ModelList {
  readonly device: DeviceReport;
  readonly catalogue: readonly CatalogueModel[];
  readonly kept: readonly KeptModel[];
}

/** Where an OpenAI-compatible chat endpoint is. Its key is never a part of this: specs and settings are kept and shared. */
export interface EndpointOptions {
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

export interface EndpointQuestion {
  readonly options: { readonly [key: string]: Json };
  readonly model: string;
}

export interface EndpointTrial {
  readonly models: readonly string[];
  /** False where it has no list, so that a model's name is typed. */
  readonly hasList: boolean;
  readonly reply: {
    readonly text: string;
    readonly seconds: number;
    readonly schemas: 'kept' | 'ignored' | 'refused';
  } | null;
}

export interface ModelWorkerService extends ModelService {
  /** Lets the worker ask what the person has agreed to, in place of what it was told before. */
  setAgreements(agreed: readonly Agreement[]): Promise<void>;
  /** Gives the worker the key of an endpoint, which is in no spec. @throws LabError `spec-invalid` */
  giveKey(baseUrl: string, key: string | null): Promise<void>;
  /**
   * Fetches a model's files and keeps them; it is not loaded afterwards.
   * @param source where a transformers.js model comes from: a template with `{model}` and `{revision}`, or a folder that holds a folder for each model; null
   *   for WebLLM's models, whose options say it
   * @throws LabError `network-off`, `network-failed`, `model-missing`, `model-damaged`, `storage-full`, `memory-exhausted`, `aborted`
   */
  get(
    spec: ComponentSpec,
    source: string | null,
    onProgress: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** @param described WebLLM models of which the person gave the addresses */
  list(described: readonly ComponentSpec[]): Promise<ModelList>;
  remove(key: string): Promise<void>;
  /**
   * Tries an endpoint with two short replies at most, which needs no leave beforehand: the person asks for it.
   * @throws LabError what is wrong with it
   */
  testEndpoint(question: EndpointQuestion, key: string | null, signal: AbortSignal): Promise<EndpointTrial>;
}
