/**
 * @file The transformers.js models that the lab lists by itself: those that were run with it. Any other is typed in.
 */
import type { CatalogueModel, ModelKind } from '../../wire/model-library.ts';

/** A model that is listed. */
export interface ListedModel {
  readonly model: string;
  /** What the hub and its mirrors call it. */
  readonly hubName: string;
  readonly title: string;
  readonly kind: ModelKind;
  /** Of the int8 files that were run here; another source's may differ. */
  readonly bytes: number;
  readonly contextLength: number;
  readonly note: string;
}

/** The list; the first of each kind is the one that the lab proposes. */
export const LISTED: readonly ListedModel[] = [
  {
    model: 'SmolLM2-135M-Instruct',
    hubName: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    title: 'SmolLM2 135M Instruct',
    kind: 'language',
    bytes: 141_184_348,
    contextLength: 8192,
    note: 'Apache 2.0. Runs on the processor. Small enough for any machine, and too small to plan well: its replies are held to their form, what they say is often poor.',
  },
  {
    model: 'all-MiniLM-L6-v2',
    hubName: 'Xenova/all-MiniLM-L6-v2',
    title: 'all-MiniLM-L6-v2',
    kind: 'embedding',
    bytes: 23_395_690,
    contextLength: 256,
    note: 'Apache 2.0. Runs on the processor. Turns texts into 384 numbers; it finds titles by what they mean and writes nothing.',
  },
];

const PREFIX = 'transformers/';

/** The list, as the page shows it. */
export const transformersCatalogue = (): readonly CatalogueModel[] =>
  LISTED.map(({ model, title, kind, bytes, contextLength, note }) => ({
    name: `${PREFIX}${model}`,
    title,
    kind,
    bytes,
    memory: null,
    contextLength,
    obstacle: null,
    note,
  }));

/** What the hub calls a model: one that is not listed is typed in by its hub name. */
export const hubNameOf = (model: string): string => LISTED.find((one) => one.model === model)?.hubName ?? model;

/** What a model is for; null where only its files would tell. */
export const kindOf = (model: string): ModelKind | null => LISTED.find((one) => one.model === model)?.kind ?? null;
