/** @file How planners, models, datasets and people are called in a notebook: by their titles, as far as the lab knows them. */
import type { LabDescription } from '../../../client/lab.ts';
import type { Names } from '../../../trace/names.ts';
import type { Rows } from '../../../notebook/cell-rows.ts';
import type { Models } from '../library/models.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { policyInWords } from '../simulate/training-fold.ts';

/** Where titles come from. */
export interface Titles {
  /** Null where it is not known yet: names stand for titles then. */
  readonly description: LabDescription | null;
  readonly modelTitle: (name: string) => string;
  readonly datasetTitle: (name: string) => string;
  /** Of the people and items of a dataset; null for one that is not open. */
  readonly namesIn: (dataset: string) => Names | null;
}

/** The titles that the page knows. */
export function titlesOf(session: Session, models: Models): Titles {
  const { description, entries, directory } = session;
  return {
    description,
    modelTitle: (name) => models.titleOf(name),
    datasetTitle: (name) => entries.find(({ manifest }) => manifest.name === name)?.manifest.title ?? name,
    namesIn: (dataset) => (directory?.manifest.name === dataset ? directory : null),
  };
}

/** The title of a method by its name in the rows of a cell: `self-inspiring`, `macrec, analyst`, `baseline/popularity`. */
export function methodTitle(name: string, { description }: Pick<Titles, 'description'>): string {
  if (description === null) return name;
  const { planners, baselines, agents } = description;
  const systems = agents.systems.map((system) => ({ ...system, name: `macrec, ${system.name}` }));
  return [...planners, ...baselines, ...systems].find((one) => one.name === name)?.title ?? name;
}

/** The rows of a cell for people: titles in the columns that name methods and models. */
export function titledRows({ columns, rows }: Rows, titles: Pick<Titles, 'description' | 'modelTitle'>): Rows {
  const titled = columns.map((column) => {
    if (column === 'planner' || column === 'method') return (name: string) => methodTitle(name, titles);
    if (column === 'policy') return (name: string) => policyInWords(name, titles.description?.policies ?? []);
    return column === 'model' ? titles.modelTitle : null;
  });
  return {
    columns,
    rows: rows.map((row) =>
      row.map((value, at) => (typeof value === 'string' ? (titled[at]?.(value) ?? value) : value)),
    ),
  };
}

const NAMES: Readonly<Record<string, string>> = { shots: 'examples' };

/** A column as people read it: `modelCalls` is `model calls`. */
export const inWords = (column: string): string =>
  NAMES[column] ??
  (/^[a-z][A-Za-z]*$/.test(column) ? column.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`) : column);
