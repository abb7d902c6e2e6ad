/** @file The one list of models: what there is, what is here of it, and how fast it was. */
import type { Benchmark } from '../../../client/measure-model.ts';
import type { CatalogueModel, KeptModel, ModelKind } from '../../../client/lab.ts';
import { PROMPT_MODEL, type PromptAvailability } from '../../../client/prompt-api/prompt-availability.ts';
import { hostOf, originOf } from '../../../core/network-asks.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import { duration } from '../../words.ts';
import { MODELS } from './words.ts';

/** How names of WebLLM's models begin. */
export const WEB_LLM = 'web-llm/';

export function placeOf(name: string): string {
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

export interface Row {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind | null;
  /** Of the whole; null where only the source knows. */
  readonly bytes: number | null;
  readonly memory: number | null;
  readonly contextLength: number | null;
  readonly obstacle: string | null;
  readonly note: string;
  /** Whether it is one to begin with. */
  readonly isWorthTrying: boolean;
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
