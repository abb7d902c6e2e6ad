/** @file An environment as files for other programs; the terminal's `environment` writes the same. */
import { throwIfAborted } from '../core/errors.ts';
import { nextTurn } from '../core/next-turn.ts';
import type { EnvironmentSpec } from '../core/simulation.ts';
import { writeRows } from '../runs/export/row-file.ts';
import { aboutEnvironment, environmentRows } from '../runs/training/environment-rows.ts';
import type { TrainingGround } from '../runs/training/training-ground.ts';
import type { EnvironmentPart, RowFormat } from '../wire/simulation-service.ts';

/** A part of an environment as a file. @throws LabError `aborted` */
export async function environmentFile(
  { of, seed, endProbability, timeLimit }: EnvironmentSpec,
  ground: TrainingGround,
  part: EnvironmentPart,
  as: RowFormat,
  signal: AbortSignal,
): Promise<Blob> {
  if (part === 'environment') {
    const kind = typeof of === 'string' ? of : of.dataset;
    return new Blob([
      JSON.stringify(
        aboutEnvironment(ground, { kind, seed, endProbability, ...(timeLimit !== undefined && { timeLimit }) }),
      ),
    ]);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await writeRows(environmentRows(ground)[part], as, async (bytes) => {
    parts.push(bytes);
    await nextTurn();
    throwIfAborted(signal);
  });
  return new Blob(parts);
}
