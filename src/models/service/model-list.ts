/**
 * @file What a model worker knows of models and of the machine they would run on: what there is, and what is here. Types only.
 */
import type { ComponentSpec } from '../../core/run.ts';

/** What the graphics card offers, or in one sentence why there is none and what helps. */
export type GpuReport =
  | {
      readonly available: true;
      /** `nvidia`, `apple`; empty where the browser does not tell, as for the three after it. */
      readonly vendor: string;
      readonly architecture: string;
      readonly device: string;
      readonly description: string;
      /** True for a card that the processor imitates: everything works, many times slower. */
      readonly isSoftware: boolean;
      readonly features: readonly string[];
      /** By their names in WebGPU, in bytes or counts. */
      readonly limits: { readonly [name: string]: number };
    }
  | { readonly available: false; readonly reason: string };

/** The machine as this browser shows it. */
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

/** What a model is for. */
export type ModelKind = 'language' | 'embedding';

/** A model that can be had. */
export interface CatalogueModel {
  /** As a spec names it: `transformers/SmolLM2-135M-Instruct`. */
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind;
  /** Of the download; null where it is known only to the source. */
  readonly bytes: number | null;
  /** That it takes while it runs, in bytes; null where nobody says. */
  readonly memory: number | null;
  /** In tokens; null where it is known only to the source. */
  readonly contextLength: number | null;
  /** Why it cannot run on this machine; null where it can. */
  readonly obstacle: string | null;
  /** What is known of it: its licence, whether it was tried with this lab. */
  readonly note: string;
  /** Whether it is one to begin with. */
  readonly isWorthTrying: boolean;
}

/** A model whose files are in this browser, all or some. */
export interface KeptModel {
  /** What tells its files from others, for removing them. */
  readonly key: string;
  readonly name: string;
  /** The options with which a spec means these files; null where only a notebook knows them. */
  readonly options: ComponentSpec['options'] | null;
  readonly kind: ModelKind | null;
  readonly bytes: number;
  /** Whether all of its files are here. */
  readonly isWhole: boolean;
  /** The host that they came from. */
  readonly source: string;
}

/** The machine, what there is, and what is here. */
export interface ModelList {
  readonly device: DeviceReport;
  readonly catalogue: readonly CatalogueModel[];
  readonly kept: readonly KeptModel[];
}
