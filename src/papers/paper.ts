/** @file The papers' own figures: the shape of `docs/papers/*.json`, and how they are opened. */
import type { DatasetManifest } from '../core/dataset.ts';

/** A mean with the deviation that the paper gives beside it. */
export interface Spread {
  readonly mean: number;
  readonly spread: number;
}

export interface PaperTable {
  /** `Table 1`. */
  readonly table: string;
  /** What is measured: the type of a task, or what else was done. */
  readonly task: string;
  readonly data: string;
  readonly setting?: string;
  readonly rows: readonly {
    readonly row: string;
    readonly values: { readonly [value: string]: number | Spread };
  }[];
}

/** Data that a paper used, by what can be counted in them. */
export interface PaperData {
  readonly data: string;
  readonly users: number;
  readonly items: number;
  readonly interactions: number;
}

export interface Paper {
  readonly paper: string;
  readonly by: string;
  /** What its answers came from where its tables do not say; absent where they do. */
  readonly models?: string;
  /** Absent where its data have no interactions to be counted. */
  readonly datasets?: readonly PaperData[];
  readonly tables: readonly PaperTable[];
}

/** What tells data apart. */
export type Counted = Pick<DatasetManifest, 'title' | 'counts' | 'slice' | 'person' | 'itemNoun'>;

const PAPERS = {
  recmind: () => import('../../docs/papers/recmind.json'),
  suber: () => import('../../docs/papers/suber.json'),
} as const;

export type PaperName = keyof typeof PAPERS;

/** Reads a paper's tables, which are loaded when they are first asked for. */
export async function openPaper(name: PaperName): Promise<Paper> {
  return (await PAPERS[name]()).default;
}

export function paperValue(value: number | Spread | undefined): string {
  if (value === undefined) return '–';
  return typeof value === 'number' ? String(value) : `${value.mean} ± ${value.spread}`;
}

/** `In the paper (RecMind, Table 1, Amazon Reviews, Beauty; ChatGPT): theirs, another model`. */
export function paperCaption({ paper, models }: Paper, { table, data, setting }: PaperTable): string {
  const details = [setting, models].filter((part) => part !== undefined).map((part) => `; ${part}`);
  return `In the paper (${paper}, ${table}, ${data}${details.join('')}): theirs, another model`;
}
