/** @file Writes an environment as files, for those who train elsewhere. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BOOK_SHELF } from '../environments/ablations/books.ts';
import { catalogueItems } from '../environments/catalogue.ts';
import { createRuleRater } from '../environments/raters/rules/rule-rater.ts';
import { writeRows, type RowFormat } from '../runs/export/row-file.ts';
import { aboutEnvironment, environmentRows } from '../runs/training/environment-rows.ts';
import { createTrainingGround, drawCatalogue, type TrainingGround } from '../runs/training/training-ground.ts';
import { loadPackaged } from './datasets.ts';

/** What was asked for. */
export interface EnvironmentOptions {
  readonly of: 'films' | 'books';
  readonly people: number;
  readonly items: number;
  readonly seed: number;
  readonly format: RowFormat;
  /** The folder that is written. */
  readonly out: string;
}

/** The ground of an environment of the lab's own films or books. @throws LabError `task-impossible` where there are too few items */
export async function openGround(
  { of, people, items, seed }: Pick<EnvironmentOptions, 'of' | 'people' | 'items' | 'seed'>,
  usesSurrogate: boolean,
  signal: AbortSignal,
): Promise<TrainingGround> {
  const all = of === 'books' ? BOOK_SHELF.items : catalogueItems(await loadPackaged('synthetic-films', signal));
  return createTrainingGround(
    drawCatalogue(all, { people, items, seed }),
    createRuleRater(),
    { seed, usesSurrogate },
    signal,
  );
}

/** Writes users, items, ratings and `environment.json`, which says the rest. */
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
  const { surrogateModel, ...about } = aboutEnvironment(ground, {
    kind: options.of,
    seed: options.seed,
    endProbability: 0.025,
  });
  writeFileSync(join(options.out, 'environment.json'), JSON.stringify({ ...about, surrogateModel }));
  return { folder: options.out, ...about };
}
