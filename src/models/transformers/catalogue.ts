/** @file The transformers.js models that the lab lists: those that were run with it. Any other is typed in. */
import type { CatalogueModel, ModelKind } from '../service/model-worker-service.ts';

export interface ListedModel extends Omit<CatalogueModel, 'name' | 'memory' | 'obstacle'> {
  readonly model: string;
  readonly hubName: string;
  /** Of the int8 files; another source's may differ. */
  readonly bytes: number;
}

export const LISTED: readonly ListedModel[] = [
  {
    model: 'SmolLM2-135M-Instruct',
    hubName: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    title: 'SmolLM2 135M Instruct',
    kind: 'language',
    bytes: 141_184_348,
    contextLength: 8192,
    isWorthTrying: false,
    note: 'Apache 2.0. Small enough for any machine, and too small to plan well: its replies are held to their form, what they say is often poor.',
  },
  {
    model: 'all-MiniLM-L6-v2',
    hubName: 'Xenova/all-MiniLM-L6-v2',
    title: 'all-MiniLM-L6-v2',
    kind: 'embedding',
    bytes: 23_395_690,
    contextLength: 256,
    isWorthTrying: false,
    note: 'Apache 2.0. Turns texts into 384 numbers; it finds titles by what they mean and writes nothing.',
  },
  {
    model: 'onnx-community/Qwen2.5-0.5B-Instruct',
    hubName: 'onnx-community/Qwen2.5-0.5B-Instruct',
    title: 'Qwen2.5 0.5B Instruct',
    kind: 'language',
    bytes: 500e6,
    contextLength: 32_768,
    isWorthTrying: true,
    note: 'Apache 2.0. Measured on two cores: all of 24 replies in form, four calls a minute. The size is estimated from its parameters.',
  },
];

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
