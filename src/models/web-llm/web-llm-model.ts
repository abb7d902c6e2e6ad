/** @file Which model a spec means: one of the catalogue, or any other by its addresses, and where its files come from. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import { readOptions, thinkingTokensSchema } from '../engine.ts';
import {
  type CardNeeds,
  addressesOfRow,
  catalogueRow,
  needsOf,
  quantizationOf,
  WEB_LLM_LIBRARIES,
} from './catalogue.ts';

export interface WebLlmModel extends CardNeeds {
  readonly id: string;
  /** The addresses that its spec names, by option; empty where it names the model alone. */
  readonly addresses: { readonly [option: string]: string };
  /** What the library takes for the model's folder and under which it keeps its files; ends with `/resolve/<branch>/`. */
  readonly baseUrl: string;
  readonly folders: readonly string[];
  readonly libraryUrl: string;
  /** Under what the library file is kept: WebLLM never keeps one whose address has `localhost` in it. */
  readonly libraryKey: string;
  /** Changes to the model's own settings, such as `context_window_size`. */
  readonly overrides: { readonly [name: string]: Json };
  readonly quantization: string | null;
  /** The file that lists the model's parts, where it has one. */
  readonly manifest: string | null;
}

/** The options of a spec whose model is `web-llm/<id>`. All are optional for a model of the catalogue. */
export interface WebLlmOptions {
  /** The folder of the weights, as an absolute address; `/resolve/main/` below it is looked at first. */
  readonly modelUrl?: string;
  /** The compiled library, a `.wasm` file for this version of WebLLM. */
  readonly libraryUrl?: string;
  readonly overrides?: { readonly [name: string]: Json };
  /** How much the model may think before a reply that no schema holds, on top of its limit; 0 where it is not to think. */
  readonly thinkingTokens?: number;
}

const ADDRESSES = ['modelUrl', 'libraryUrl'] as const;

const OPTIONS: SchemaOf<WebLlmOptions> = {
  type: 'object',
  properties: {
    ...Object.fromEntries(ADDRESSES.map((name) => [name, { type: 'string' }])),
    overrides: { type: 'object' },
    thinkingTokens: thinkingTokensSchema(0),
  },
  additionalProperties: false,
};

/** @throws LabError `spec-invalid` naming the option */
export function parseWebLlmOptions(model: string, given: { readonly [name: string]: Json }): WebLlmOptions {
  const options = readOptions(`web-llm/${model}`, given, OPTIONS);
  for (const name of ADDRESSES) if (options[name] !== undefined) checkAddress(name, options[name]);
  return options;
}

function checkAddress(name: string, value: string): void {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw invalid(name, 'it is not an absolute address such as https://host/folder');
}

const invalid = (name: string, problem: string): LabError =>
  new LabError('spec-invalid', `The option ${name} cannot be used: ${problem}.`, { option: name });

/**
 * The model that an id and its options mean. Its files are kept under the addresses that they come from, so that those of another host
 * never stand for those of the catalogue.
 * @throws LabError `name-unknown` where the id is not in the catalogue and the options do not say where the files are
 */
export function resolveWebLlmModel(id: string, options: WebLlmOptions): WebLlmModel {
  const row = catalogueRow(id);
  const own = row === null ? null : addressesOfRow(row);
  const modelUrl = options.modelUrl ?? own?.modelUrl ?? unknown(id, true);
  const libraryUrl = options.libraryUrl ?? own?.libraryUrl ?? unknown(id, false);
  return {
    id,
    addresses: addressesIn(options),
    ...foldersOf(modelUrl),
    libraryUrl,
    libraryKey: libraryKeyOf(libraryUrl),
    overrides: { ...row?.overrides, ...options.overrides },
    quantization: quantizationOf(id),
    ...needsOf(id),
    manifest: row?.manifest ?? null,
  };
}

const libraryKeyOf = (url: string): string => url.replaceAll('localhost', '127.0.0.1');

const addressesIn = (options: WebLlmOptions): WebLlmModel['addresses'] =>
  Object.fromEntries(ADDRESSES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));

function unknown(id: string, isModel: boolean): never {
  const wanted = isModel ? 'modelUrl (the folder of its weights)' : 'libraryUrl (its compiled .wasm library)';
  throw new LabError(
    'name-unknown',
    `WebLLM's catalogue has no model ${id}. Choose one of the catalogue, or give the option ${wanted} with it.`,
    { model: id, libraries: WEB_LLM_LIBRARIES },
  );
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

/** The library looks for `/resolve/<branch>/` at the end and appends `resolve/main/` where there is none; folders of files have none. */
function foldersOf(modelUrl: string): { readonly baseUrl: string; readonly folders: readonly string[] } {
  const plain = new URL(withSlash(modelUrl)).href;
  if (/.\/resolve\/.+\//.test(plain)) return { baseUrl: plain, folders: [plain] };
  const baseUrl = `${plain}resolve/main/`;
  return { baseUrl, folders: [baseUrl, plain] };
}
