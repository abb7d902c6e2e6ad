/** @file The one list of models: what there is and what is here of it. */
import type { CatalogueModel, DeviceReport, KeptModel, ModelKind } from '../../../client/lab.ts';
import { bytes, count, counted, gibibytes, timeSpan } from '../../words.ts';
import { WEB_LLM } from './models.svelte.ts';

export interface Row extends Omit<CatalogueModel, 'kind'> {
  readonly key: string;
  readonly kind: ModelKind | null;
  readonly kept: KeptModel | null;
}

const UNKNOWN = { bytes: null, memory: null, contextLength: null, obstacle: null, isWorthTrying: false };

/** The rows: what is here first, then what runs here, those worth trying first and the smallest of the others. */
export function rowsOf(catalogue: readonly CatalogueModel[], kept: readonly KeptModel[]): readonly Row[] {
  const titleOf = (name: string): string =>
    catalogue.find((model) => model.name === name)?.title ?? name.slice(name.indexOf('/') + 1);
  const isOf = ({ name, options }: KeptModel, other: string): boolean =>
    name === other && options !== null && !('modelUrl' in options);
  const listed = catalogue.map((model): Row => {
    const own = kept.find((one) => isOf(one, model.name));
    return { ...model, key: model.name, kept: own ?? null };
  });
  const shown = new Set(listed.flatMap((row) => row.kept ?? []));
  const others = kept
    .filter((one) => !shown.has(one))
    .map((one): Row => {
      const { key, name, kind, source, options } = one;
      const note = options === null ? `From ${source}, for notebooks that name it.` : `From ${source}.`;
      const title = options === null ? `${titleOf(name)}, from ${source}` : titleOf(name);
      return { ...UNKNOWN, key, name, title, kind, note, kept: one };
    });
  const size = ({ name, memory }: Row): number => (name.startsWith(WEB_LLM) ? (memory ?? Infinity) : 0);
  return [...others, ...listed].toSorted(
    (a, b) =>
      Number(b.kept !== null) - Number(a.kept !== null) ||
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
    name.startsWith(WEB_LLM) ? 'on the graphics card' : 'on the processor',
    kind === 'embedding' ? 'embeddings' : '',
    size === 0 ? '' : bytes(size),
    isReady || size === 0 ? '' : `${timeSpan(size / BYTES_A_SECOND)} at 50 Mbit/s`,
    memory === null ? '' : `${bytes(memory)} of graphics memory`,
    contextLength === null ? '' : `${count(contextLength)} tokens of context`,
    typeof kept?.options?.['dtype'] === 'string' ? kept.options['dtype'] : '',
    row.isWorthTrying ? 'worth trying' : '',
  ];
}

/** A model for the processor that no list has, by its name on the hub; null for a text that is no such name. */
export function namedRow(query: string): Row | null {
  if (!/^[a-z\d][\w.-]*\/[a-z\d][\w.-]*$/i.test(query)) return null;
  const name = `transformers/${query}`;
  return {
    ...UNKNOWN,
    key: name,
    name,
    title: query,
    kind: null,
    note: 'Any chat or sentence model in ONNX form that transformers.js reads and whose layers are all attention; others (LFM2, Qwen3.5, Granite 4 H) are refused before their weights come.',
    kept: null,
  };
}

/** What the machine has to run models with, each in a sentence. */
export function machineInWords({ gpu, cores, memory, ...device }: DeviceReport): readonly string[] {
  const threads = device.sharesMemory ? counted(cores, 'thread') : `1 of ${counted(cores, 'thread')}`;
  return [
    gpu.available
      ? `Graphics card: ${[gpu.vendor, gpu.architecture, gpu.description].filter((part) => part !== '').join(', ') || 'unnamed'}, ${gpu.features.includes('shader-f16') ? '16-bit floats' : 'no 16-bit floats'}.`
      : `No graphics card for this page. ${gpu.reason}`,
    gpu.available && gpu.isSoftware ? 'Software rendering: everything works, many times slower.' : '',
    `Processor: ${threads}${memory === null ? '' : `, at least ${gibibytes(memory)} of memory`}.`,
    device.sharesMemory
      ? ''
      : device.isolated
        ? 'This browser shares no memory between threads, so models on the processor run at about half the speed.'
        : 'The server of this page does not isolate it (COOP and COEP headers), so models on the processor run at about half the speed.',
  ].filter((sentence) => sentence !== '');
}
