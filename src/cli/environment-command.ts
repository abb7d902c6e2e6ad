/** @file Writes an environment as files, for those who train elsewhere. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeRows, type RowFormat } from '../runs/export/row-file.ts';
import { DEFAULT_ENVIRONMENT } from '../core/simulation.ts';
import { TOLD } from '../environments/suber-environment.ts';
import { aboutEnvironment, environmentRows } from '../runs/training/environment-rows.ts';
import { ADAPTER_FILE, GYMNASIUM_ADAPTER } from '../runs/training/gymnasium-adapter.ts';
import { openGround, type GroundPlace } from './open-ground.ts';

/** What was asked for. */
export interface EnvironmentOptions extends GroundPlace {
  readonly format: RowFormat;
  /** The folder that is written. */
  readonly out: string;
}

/** Writes users, items, ratings, `environment.json`, which says the rest, and the adapter that runs them. */
export async function environmentCommand(options: EnvironmentOptions): Promise<Readonly<Record<string, unknown>>> {
  const ground = await openGround(options, true, new AbortController().signal);
  mkdirSync(options.out, { recursive: true });
  const tables = environmentRows(ground);
  for (const [name, rows] of Object.entries(tables)) {
    const file = openSync(join(options.out, `${name}.${options.format}`), 'w');
    try {
      await writeRows(rows, options.format, (bytes) => void writeSync(file, bytes));
    } finally {
      closeSync(file);
    }
  }
  const { perturbation, shaping, drift, endProbability } = DEFAULT_ENVIRONMENT;
  const { surrogateModel, ...about } = aboutEnvironment(ground, {
    seed: options.seed,
    retrieval: { name: options.retrieval, count: TOLD },
    perturbation,
    shaping,
    drift,
    endProbability,
    ...(options.timeLimit !== null && { timeLimit: options.timeLimit }),
  });
  writeFileSync(join(options.out, ADAPTER_FILE), GYMNASIUM_ADAPTER);
  writeFileSync(join(options.out, 'environment.json'), JSON.stringify({ ...about, surrogateModel }));
  return { folder: options.out, ...about };
}
