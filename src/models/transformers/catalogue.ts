/** @file The transformers.js models that the lab lists: those that were run with it. Any other is typed in. */
import type { CatalogueModel, ModelKind } from '../service/model-worker-service.ts';
import catalogue from './catalogue.json';

interface ListedModel extends Omit<CatalogueModel, 'name' | 'memory' | 'obstacle'> {
  readonly model: string;
  readonly hubName: string;
  /** Of the int8 files; another source's may differ. */
  readonly bytes: number;
}

const LISTED = catalogue as readonly ListedModel[];

export const transformersCatalogue = (): readonly CatalogueModel[] =>
  LISTED.map(({ model, hubName: _, ...facts }) => ({
    ...facts,
    name: `transformers/${model}`,
    memory: null,
    obstacle: null,
  }));

export const kindOf = (model: string): ModelKind | null => LISTED.find((one) => one.model === model)?.kind ?? null;

/** What the hub calls a model: one that is not listed is typed in by its hub name. */
export const hubNameOf = (model: string): string => LISTED.find((one) => one.model === model)?.hubName ?? model;
