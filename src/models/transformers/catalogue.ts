/**
 * @file The transformers.js models that the lab lists by itself: those that were run with it, and some to begin with. Any other is typed in.
 */
import type { CatalogueModel, ModelKind } from '../service/model-worker-service.ts';

export interface ListedModel {
  readonly model: string;
  readonly hubName: string;
  readonly title: string;
  readonly kind: ModelKind;
  /** Of the int8 files; another source's may differ. */
  readonly bytes: number;
  readonly contextLength: number;
  readonly note: string;
  /** Whether it is one to begin with; of those that were run here the one that writes is too small to plan. */
  readonly isWorthTrying: boolean;
}

const ESTIMATED = 'The size is estimated from its parameters. Not measured here.';

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
    model: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    hubName: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    title: 'SmolLM2 360M Instruct',
    kind: 'language',
    bytes: 360e6,
    contextLength: 8192,
    isWorthTrying: true,
    note: `Apache 2.0. ${ESTIMATED}`,
  },
  {
    model: 'onnx-community/Qwen2.5-0.5B-Instruct',
    hubName: 'onnx-community/Qwen2.5-0.5B-Instruct',
    title: 'Qwen2.5 0.5B Instruct',
    kind: 'language',
    bytes: 500e6,
    contextLength: 32_768,
    isWorthTrying: true,
    note: `Apache 2.0. ${ESTIMATED}`,
  },
  {
    model: 'onnx-community/Qwen3-0.6B-ONNX',
    hubName: 'onnx-community/Qwen3-0.6B-ONNX',
    title: 'Qwen3 0.6B',
    kind: 'language',
    bytes: 600e6,
    contextLength: 40_960,
    isWorthTrying: true,
    note: `Apache 2.0. Can think before it answers (option thinkingTokens). ${ESTIMATED}`,
  },
];

const PREFIX = 'transformers/';

export const transformersCatalogue = (): readonly CatalogueModel[] =>
  LISTED.map(({ model, title, kind, bytes, contextLength, note, isWorthTrying }) => ({
    name: `${PREFIX}${model}`,
    title,
    kind,
    bytes,
    memory: null,
    contextLength,
    obstacle: null,
    note,
    isWorthTrying,
  }));

export const kindOf = (model: string): ModelKind | null => LISTED.find((one) => one.model === model)?.kind ?? null;

/** What the hub calls a model: one that is not listed is typed in by its hub name. */
export const hubNameOf = (model: string): string => LISTED.find((one) => one.model === model)?.hubName ?? model;
