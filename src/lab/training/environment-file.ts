/** @file An environment as one zip for other programs, with the adapter that runs it; the terminal's `environment` writes the same files. */
import { throwIfAborted } from '../../core/errors.ts';
import { nextTurn } from '../../core/next-turn.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import { writeRows } from '../run/export/row-file.ts';
import { aboutEnvironment, environmentRows } from './environment-rows.ts';
import { ADAPTER_FILE, GYMNASIUM_ADAPTER } from './gymnasium-adapter.ts';
import type { TrainingGround } from './training-ground.ts';
import type { RowFormat } from './service.ts';
import { zipped } from '../zipped.ts';

/** The environment as a zip. @throws LabError `aborted` */
export async function environmentFile(
  spec: EnvironmentSpec,
  ground: TrainingGround,
  as: RowFormat,
  signal: AbortSignal,
): Promise<Blob> {
  const files: Record<string, Uint8Array> = {
    'environment.json': encoded(JSON.stringify(aboutEnvironment(ground, spec), null, 1)),
    [ADAPTER_FILE]: encoded(GYMNASIUM_ADAPTER),
  };
  for (const [name, rows] of Object.entries(environmentRows(ground))) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    await writeRows(rows, as, async (bytes) => {
      parts.push(bytes);
      await nextTurn();
      throwIfAborted(signal);
    });
    files[`${name}.${as}`] = new Uint8Array(await new Blob(parts).arrayBuffer());
  }
  return zipped(files);
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
