/** @file Writes an environment as files, for those who train elsewhere. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeRows, type RowFormat } from '../lab/run/export/row-file.ts';
import type { EnvironmentSpec } from '../core/simulation.ts';
import { aboutEnvironment, environmentRows } from '../lab/training/environment-rows.ts';
import { ADAPTER_FILE, GYMNASIUM_ADAPTER } from '../lab/training/gymnasium-adapter.ts';
import { openGround, type GroundPlaces } from './open-ground.ts';

/** What was asked for. */
export interface EnvironmentOptions extends GroundPlaces {
  readonly environment: EnvironmentSpec;
  readonly format: RowFormat;
  /** The folder that is written. */
  readonly out: string;
}

/** Writes users, items, ratings, `environment.json`, which says the rest, and the adapter that runs them. */
export async function environmentCommand(options: EnvironmentOptions): Promise<Readonly<Record<string, unknown>>> {
  const { ground } = await openGround(options.environment, true, options, new AbortController().signal);
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
  const { surrogateModel, ...about } = aboutEnvironment(ground, options.environment);
  writeFileSync(join(options.out, ADAPTER_FILE), GYMNASIUM_ADAPTER);
  writeFileSync(join(options.out, 'environment.json'), JSON.stringify({ ...about, surrogateModel }));
  return { folder: options.out, ...about };
}
