/** @file Whether a run that was run again is the one that its notebook speaks of. */
import type { EventDifference } from './cell-output.ts';
import type { CellSpec, RunFingerprints } from './notebook.ts';
import { compareFingerprints, specDigest, type FingerprintPart } from './fingerprints.ts';
import { mayDiffer } from './needs.ts';

export type RunCheck =
  | { readonly outcome: 'identical'; readonly sentence: string }
  | {
      readonly outcome: 'different';
      /** The first part that differs; none where nothing was expected. */
      readonly part?: FingerprintPart;
      readonly expected?: string;
      readonly measured?: string;
      readonly sentence: string;
    };

/** What is expected of a run: by its spec and not by its place alone, so that a run that was added does not shift the others. */
export const expectedRun = (kept: readonly RunFingerprints[], spec: CellSpec, at: number): RunFingerprints | null =>
  kept.find((one) => one.spec === specDigest(spec)) ?? kept[at] ?? null;

/** @param difference the first event that differs from the kept ones; null or undefined where that is not known */
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

/** True for a cell that is called an exercise (`exercise`, `exercise-2`): as long as it differs from what is expected, it is not solved. */
export const isExercise = (cell: string): boolean => /^exercise(-\d+)?$/.test(cell);
