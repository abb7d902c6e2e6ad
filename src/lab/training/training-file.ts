/**
 * @file A kept training as one zip: its spec, and the numbers of each policy as far as it has come, as `.npz` of NumPy by the names that
 * the policy's own file gives them.
 */
import { throwIfAborted } from '../../core/errors.ts';
import { trainingCells, type TrainingCell, type TrainingSpec } from '../../core/simulation.ts';
import { readCheckpoint } from './checkpoint-file.ts';
import { numpyFile } from './numpy-file.ts';
import type { TrainingShelf } from './training-shelf.ts';
import { zipped, zippedBytes } from '../zipped.ts';

/** The training. @throws LabError `name-unknown`, `file-damaged`, `aborted` */
export async function trainingFile(shelf: TrainingShelf, id: string, signal: AbortSignal): Promise<Blob> {
  const spec = await shelf.spec(id);
  const files: Record<string, Uint8Array> = {
    'training.json': new TextEncoder().encode(JSON.stringify(spec, null, 1)),
  };
  for (const cell of trainingCells(spec)) {
    throwIfAborted(signal);
    const kept = await shelf.place(id, spec, cell).read();
    if (kept === null) continue;
    const { state } = readCheckpoint(kept).checkpoint;
    const arrays = Object.entries(state).map(([name, values]) => [`${name}.npy`, numpyFile(values)] as const);
    if (arrays.length > 0) files[`policies/${nameOf(spec, cell)}.npz`] = zippedBytes(Object.fromEntries(arrays));
  }
  return zipped(files);
}

/** The place keeps policies apart that differ by their hyperparameters alone. */
const nameOf = ({ policies }: TrainingSpec, { policy, seed }: TrainingCell): string =>
  `${String(policy + 1)}-${policies[policy]?.name ?? 'policy'}-seed-${String(seed)}`;
