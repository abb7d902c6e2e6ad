/**
 * @file A dataset's interactions as a file.
 */
import type { Dataset } from '../../core/dataset.ts';
import { throwIfAborted } from '../../core/errors.ts';
import { nextTurn } from '../../core/next-turn.ts';
import { interactionRows } from '../run/export/interaction-rows.ts';
import { writeRows } from '../run/export/row-file.ts';
import type { InteractionFormat } from '../service.ts';

/**
 * Makes the file.
 * @throws LabError `aborted` where the signal says so
 */
export async function interactionsFile(dataset: Dataset, as: InteractionFormat, signal: AbortSignal): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await writeRows(interactionRows(dataset), as, async (bytes) => {
    parts.push(bytes);
    await nextTurn();
    throwIfAborted(signal);
  });
  return new Blob(parts);
}
