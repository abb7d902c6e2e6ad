/** @file Whether a run that was run again is the one that its notebook speaks of. */
import type { EventDifference } from './cell-output.ts';
import type { CellSpec, RunFingerprints } from './notebook.ts';
import { compareFingerprints, specDigest, type FingerprintPart } from './fingerprints.ts';
import { mayDiffer } from './needs.ts';

export type RunCheck =
  | { readonly outcome: 'identical'; readonly sentence: string }
  | {
      readonly outcome: 'different';
      readonly part?: FingerprintPart;
      readonly expected?: string;
      readonly measured?: string;
      readonly sentence: string;
    };

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
  const verdict = compareFingerprints(expected, measured);
  if (verdict.outcome === 'identical') return { outcome: 'identical', sentence: 'identical' };
  const event = difference ? `The first event that differs is ${difference.seq}.` : null;
  const sentences = [verdict.sentence, event, mayDiffer(spec)];
  return { ...verdict, sentence: sentences.filter((sentence) => sentence !== null).join(' ') };
}

/** An exercise (`exercise`, `exercise-2`) is not solved as long as it differs from what is expected. */
export const isExercise = (cell: string): boolean => /^exercise(-\d+)?$/.test(cell);
