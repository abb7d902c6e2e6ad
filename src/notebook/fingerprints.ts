/** @file What tells whether a run was had again: digests of what went in and of what came out. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { asJson, canonicalJson, isJsonObject, type Json } from '../core/json.ts';
import type { EventDifference, CellOutput } from './cell-output.ts';
import { mayDiffer } from './needs.ts';
import type { RunFingerprints, CellSpec, Notebook, Cell } from './notebook.ts';
import type { TraceEvent } from '../core/trace.ts';
import { isRunning } from './runs-of.ts';
import { withoutTime } from '../trace/digest.ts';

const DIGITS = 24;

/** A SHA-256 in hexadecimal as notebooks keep it: its first 24 digits. */
export const fingerprint = (digest: string): string => digest.slice(0, DIGITS);

export const specDigest = (spec: CellSpec): string =>
  fingerprint(bytesToHex(sha256(utf8ToBytes(canonicalJson(asJson(spec))))));

interface PromptsDigest {
  add(event: TraceEvent): void;
  hex(): string;
}

/** The SHA-256 of the messages and settings of all calls, as JSON Lines. */
export function createPromptsDigest(): PromptsDigest {
  const hash = sha256.create();
  return {
    add(event) {
      if (event.type !== 'model-call') return;
      const { messages, seed, temperature, maxTokens, responseSchema } = event;
      const asked = messages.map(({ role, content }) => ({ role, content }));
      hash.update(utf8ToBytes(`${canonicalJson({ asked, seed, temperature, maxTokens, responseSchema })}\n`));
    },
    hex: () => fingerprint(bytesToHex(hash.digest())),
  };
}

export type RunCheck =
  | { readonly outcome: 'identical'; readonly sentence: string }
  | {
      readonly outcome: 'different';
      /** The first part that differs: whatever comes after it differs for that reason. */
      readonly part?: keyof RunFingerprints;
      readonly expected?: string;
      readonly measured?: string;
      readonly sentence: string;
    };

const SENTENCES: readonly (readonly [keyof RunFingerprints, string])[] = [
  ['spec', 'This cell is not the one that gave the expected results'],
  ['dataset', 'The dataset is not the one that the results were made with'],
  ['prompts', 'The models were asked something else'],
  ['results', 'The models were asked the same and the events differ'],
];

/** By its spec first, so that a run that was added does not shift the others. */
export const expectedRun = (kept: readonly RunFingerprints[], spec: CellSpec, at: number): RunFingerprints | null =>
  kept.find((one) => one.spec === specDigest(spec)) ?? kept[at] ?? null;

export function checkRun(
  spec: CellSpec,
  expected: RunFingerprints | null,
  measured: RunFingerprints,
  difference: EventDifference | null | undefined,
): RunCheck {
  if (expected === null) {
    const sentence = 'The notebook carries no digest of this run: it was added to the cell later.';
    return { outcome: 'different', sentence };
  }
  if (expected.results === measured.results) return { outcome: 'identical', sentence: 'identical' };
  const [part, problem] = SENTENCES.find(([name]) => expected[name] !== measured[name]) ?? ['results', ''];
  const [before, now] = [expected[part], measured[part]];
  const digests = `${problem}: ${part} digest ${before.slice(0, 12)}… expected, ${now.slice(0, 12)}… now.`;
  const event = difference ? `The first event that differs is ${difference.seq}.` : null;
  const sentence = [digests, event, mayDiffer(spec)].filter((one) => one !== null).join(' ');
  return { outcome: 'different', part, expected: before, measured: now, sentence };
}

/** An exercise (`exercise`, `exercise-2`) is not solved as long as it differs from what is expected. */
export const isExercise = (cell: string): boolean => /^exercise(-\d+)?$/.test(cell);

/** What a cell rests on: SQL and charts on their source, runs on the dataset cells of the dataset that they name. */
function sourcesOf(cell: Cell, { cells }: Notebook): readonly Cell[] {
  if (cell.type === 'sql' || cell.type === 'chart') return cells.filter(({ id }) => id === cell.source);
  if (!isRunning(cell)) return [];
  const { name } = cell.spec.dataset;
  return cells.filter((other) => other.type === 'dataset' && other.dataset.name === name);
}

/** The digests of the cells of a notebook with all that each rests on, by id; charts have none. */
export function basesOf(notebook: Notebook): ReadonlyMap<string, string> {
  // A chart draws what another cell came to, and comes to nothing of its own.
  const bearing = notebook.cells.filter(({ type }) => type !== 'chart');
  return new Map(
    bearing.map((cell) => {
      // What a cell rests on is a dataset cell, which rests on nothing else.
      const parts = [cell, ...sourcesOf(cell, notebook)].map((part) => canonicalJson(asJson(part))).sort();
      return [cell.id, fingerprint(bytesToHex(sha256(utf8ToBytes(parts.join('\n')))))];
    }),
  );
}

/** The ids of cells whose output was made of something else than the notebook holds now, or rests on such an output. */
export function staleCells(notebook: Notebook, outputs: ReadonlyMap<string, CellOutput>): ReadonlySet<string> {
  if (outputs.size === 0) return new Set();
  const bases = basesOf(notebook);
  const changed = [...outputs.values()].filter(({ cell, basis }) => bases.has(cell) && bases.get(cell) !== basis);
  const stale = new Set(changed.map(({ cell }) => cell));
  for (const cell of notebook.cells) if (cell.type === 'chart' && stale.has(cell.source)) stale.add(cell.id);
  return stale;
}

export interface TraceComparison {
  add(event: TraceEvent): void;
  end(): EventDifference | null;
}

const same = (a: Json | undefined, b: Json | undefined): boolean => canonicalJson(a) === canonicalJson(b);

function firstMember(a: Json | undefined, b: Json | undefined): string[] {
  const [left, right] = [a, b].map((value) => (Array.isArray(value) ? { ...value } : value));
  if (!isJsonObject(left) || !isJsonObject(right)) return [];
  const key = [...new Set([...Object.keys(left), ...Object.keys(right)])].find(
    (name) => !same(left[name], right[name]),
  );
  return key === undefined ? [] : [key, ...firstMember(left[key], right[key])];
}

export function compareTrace(expected: readonly TraceEvent[]): TraceComparison {
  let count = 0;
  let difference: EventDifference | null = null;
  const look = (event: TraceEvent, measured: TraceEvent | null, kept: TraceEvent | null): void => {
    const [before, now] = [kept && withoutTime(kept), measured && withoutTime(measured)];
    if (same(before, now)) return;
    const member = kept && measured ? firstMember(before, now).join('.') : null;
    difference = { seq: event.seq, member, expected: kept, measured };
  };
  return {
    add(event) {
      if (difference === null) look(event, event, expected[count] ?? null);
      count += 1;
    },
    end() {
      const missing = expected[count];
      if (difference === null && missing !== undefined) look(missing, null, missing);
      return difference;
    },
  };
}
