/** @file The one list of models: what there is, what is here of it, and how fast it was. */
import type { Benchmark } from '../../../client/measure-model.ts';
import type { CatalogueModel, DeviceReport, KeptModel, ModelKind } from '../../../client/lab.ts';
import { PROMPT_MODEL, type PromptAvailability } from '../../../client/prompt-api/prompt-availability.ts';
import { hostOf, originOf } from '../../../core/network-asks.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import { bytes, count, duration, timeSpan } from '../../words.ts';
import { MODELS } from './words.ts';

/** How names of WebLLM's models begin. */
export const WEB_LLM = 'web-llm/';

function placeOf(name: string): string {
  if (name === PROMPT_MODEL) return 'in the browser itself, the Prompt API';
  return name.startsWith(WEB_LLM) ? 'on the graphics card' : 'on the processor';
}

export function promptRow({ state, message }: PromptAvailability): {
  readonly listed: CatalogueModel;
  readonly kept: readonly KeptModel[];
} {
  const name = PROMPT_MODEL;
  const own = { name, title: PROMPT_TITLE, kind: 'language', note: `${message} ${MODELS.noSeed}` } as const;
  const isAbsent = state === 'absent' || state === 'unavailable';
  const here = { key: name, name, options: {}, kind: 'language', bytes: 0, isWhole: true, source: '' } as const;
  return {
    listed: { ...UNKNOWN, ...own, obstacle: isAbsent ? message : null },
    kept: state === 'available' ? [here] : [],
  };
}

export const PROMPT_TITLE = 'The browser’s built-in model';

export interface Row extends Omit<CatalogueModel, 'kind'> {
  readonly key: string;
  readonly kind: ModelKind | null;
  readonly kept: KeptModel | null;
  /** Whether the person described it; it can be taken off the list. */
  readonly isDescribed: boolean;
}

const UNKNOWN = { bytes: null, memory: null, contextLength: null, obstacle: null, isWorthTrying: false };

/** The rows: what is here first, then what runs here, those worth trying first and the smallest of the others. */
export function rowsOf(
  catalogue: readonly CatalogueModel[],
  kept: readonly KeptModel[],
  custom: readonly ComponentSpec[],
): readonly Row[] {
  const described = custom.filter(({ name }) => name.startsWith(WEB_LLM));
  const titleOf = (name: string): string =>
    catalogue.find((model) => model.name === name)?.title ?? name.slice(name.indexOf('/') + 1);
  const isOf = ({ name, options }: KeptModel, other: string, isOwn: boolean): boolean =>
    name === other && options !== null && 'modelUrl' in options === isOwn;
  const listed = catalogue.map((model): Row => {
    const own = kept.find((one) => isOf(one, model.name, false));
    return { ...model, key: model.name, kept: own ?? null, isDescribed: false };
  });
  const own = described.map(({ name, options }): Row => {
    const from = hostsIn(options);
    const own = kept.find((one) => isOf(one, name, 'modelUrl' in options)) ?? null;
    const title = `${titleOf(name)}, from ${from}`;
    const note = `Its name means these files; runs name ${from}.`;
    return { ...UNKNOWN, key: `${name} ${from}`, name, title, kind: 'language', note, kept: own, isDescribed: true };
  });
  const shown = new Set([...listed, ...own].flatMap((row) => row.kept ?? []));
  const others = kept
    .filter((one) => !shown.has(one))
    .map((one): Row => {
      const { key, name, kind, source, options } = one;
      const note = options === null ? `From ${source}, for notebooks that name it.` : `From ${source}.`;
      const title = options === null ? `${titleOf(name)}, from ${source}` : titleOf(name);
      return { ...UNKNOWN, key, name, title, kind, note, kept: one, isDescribed: false };
    });
  const size = ({ name, memory }: Row): number => (name.startsWith(WEB_LLM) ? (memory ?? Infinity) : 0);
  return [...others, ...own, ...listed].toSorted(
    (a, b) =>
      Number(b.kept !== null) - Number(a.kept !== null) ||
      Number(b.isDescribed) - Number(a.isDescribed) ||
      Number(a.obstacle !== null) - Number(b.obstacle !== null) ||
      Number(a.name.startsWith(WEB_LLM)) - Number(b.name.startsWith(WEB_LLM)) ||
      Number(b.isWorthTrying) - Number(a.isWorthTrying) ||
      size(a) - size(b),
  );
}

/** The ones to begin with: of 1.5 billion parameters on a graphics card, of a third of that on the processor. */
const PROPOSED = ['web-llm/Qwen2.5-1.5B-Instruct-q4f16_1-MLC', 'transformers/onnx-community/Qwen2.5-0.5B-Instruct'];

/** What is proposed as long as no language model is here. */
export function proposalOf(rows: readonly Row[], device: DeviceReport | null): Row | undefined {
  if (rows.some(({ kept, kind }) => kept?.isWhole === true && kind === 'language')) return undefined;
  const hasCard = device?.gpu.available === true && !device.gpu.isSoftware;
  const names = hasCard ? PROPOSED : PROPOSED.slice(1);
  return names.flatMap((name) => rows.filter((row) => row.name === name && row.obstacle === null))[0];
}

/** Of a usual line, which has 50 megabits a second. */
const BYTES_A_SECOND = 6.25e6;

/** What is known of a model, in words; before it is got also how long that takes. */
export function factsOfRow({ name, kind, kept, memory, contextLength, ...row }: Row): readonly string[] {
  const isReady = kept?.isWhole === true;
  const size = isReady ? kept.bytes : (row.bytes ?? 0);
  return [
    placeOf(name),
    kind === 'embedding' ? 'embeddings' : '',
    size === 0 ? '' : bytes(size),
    isReady || size === 0 ? '' : `${timeSpan(size / BYTES_A_SECOND)} at 50 Mbit/s`,
    memory === null ? '' : `${bytes(memory)} of graphics memory`,
    contextLength === null ? '' : `${count(contextLength)} tokens of context`,
    typeof kept?.options?.['dtype'] === 'string' ? kept.options['dtype'] : '',
    row.isWorthTrying ? 'worth trying' : '',
    kept?.isWeak === true ? MODELS.isWeak : '',
  ];
}

function hostsIn(options: ComponentSpec['options']): string {
  const origins = Object.values(options).flatMap((value) => originOf(value) ?? []);
  return [...new Set(origins)].map((origin) => hostOf({ origin })).join(' and ');
}

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const speed = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** `Loads in 4.1 s, reads 118 tokens/s, writes 21 tokens/s (wasm, 22 Nov 2026).` */
export function measuredInWords(benchmark: Benchmark): string {
  const { prefillTokensPerSecond, decodeTokensPerSecond, device } = benchmark;
  const parts = [
    `Loads in ${duration(benchmark.loadMilliseconds)}`,
    prefillTokensPerSecond === null ? '' : `reads ${speed(prefillTokensPerSecond)} tokens/s`,
    decodeTokensPerSecond === null ? '' : `writes ${speed(decodeTokensPerSecond)} tokens/s`,
  ].filter((part) => part !== '');
  return `${parts.join(', ')} (${device === null ? '' : `${device}, `}${date.format(benchmark.measuredAt)}).`;
}
