/** @file What an engine is to the worker that holds it: a model, and how to get rid of it. */
import { LabError } from '../core/errors.ts';
import type { EmbeddingModel, LanguageModel } from '../core/language-model.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { fitted, type SchemaOf } from '../core/reply/fit.ts';
import type { LoadProgress, RemoteModel } from '../rpc/remote-model.ts';

const ENGINES = ['built-in', 'recorded', 'transformers', 'web-llm', 'endpoint'] as const;

export type EngineName = (typeof ENGINES)[number];

interface ModelName {
  readonly engine: EngineName;
  readonly model: string;
}

const EXAMPLES = 'built-in/reasoner, recorded/<model>, transformers/<model>, web-llm/<model>, endpoint/<model>';

const ONLY: Partial<Record<EngineName, readonly string[]>> = {
  'built-in': ['reasoner', 'lexical', 'words'],
  recorded: ['qwen2.5-coder-1.5b-instruct', 'smollm2-135m-instruct'],
};

/** Reads a model's name. @param field what the message begins with: `model.name` @throws LabError `name-unknown` listing the engines */
export function parseModelName(name: string, field: string): ModelName {
  const slash = name.indexOf('/');
  const engine = ENGINES.find((one) => one === name.slice(0, Math.max(slash, 0)));
  const model = name.slice(slash + 1);
  if (engine !== undefined && model !== '' && (ONLY[engine]?.includes(model) ?? true)) return { engine, model };
  throw new LabError('name-unknown', `${field}: unknown model "${name}"; one of ${EXAMPLES}.`, { field, name });
}

export interface EngineLoad {
  readonly model: string;
  readonly options: { readonly [key: string]: Json };
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** The options of a spec, with the defaults of their schema. @throws LabError `spec-invalid` naming the option and what is allowed */
export function readOptions<Options>(model: string, given: EngineLoad['options'], schema: SchemaOf<Options>): Options {
  const reading = fitted({ ...given }, schema, { unknown: 'refuse' });
  if (reading.ok) return reading.value;
  throw new LabError('spec-invalid', `The options of ${model}: ${reading.problem}.`, { field: 'model.options' });
}

export const thinkingTokensSchema = (orElse: number | null) => ({
  type: 'number',
  minimum: 0,
  maximum: 1_000_000,
  default: orElse,
});

export function writingModel({ kind, model }: RemoteModel, name: string): LanguageModel {
  if (kind === 'language') return model;
  throw new LabError('name-unknown', `${name} turns texts into vectors; choose a model that writes.`);
}

export function embeddingModel({ kind, model }: RemoteModel, name: string): EmbeddingModel {
  if (kind === 'embedding') return model;
  throw new LabError('name-unknown', `${name} is a language model, which gives no vectors.`);
}

export type Engine = RemoteModel & {
  /** Forgets what was kept from earlier requests, such as the keys and values of their prompts. */
  reset(): void;
  unload(): Promise<void>;
};

export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The schema without these keywords, at any depth; names of properties are never taken for keywords. */
export function withoutKeywords(schema: Json, keywords: ReadonlySet<string>): Json {
  if (Array.isArray(schema)) return schema.map((one: Json) => withoutKeywords(one, keywords));
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (keywords.has(keyword)) return [];
    if (keyword === 'const' || keyword === 'enum' || keyword === 'required') return [[keyword, value]];
    const isNamed = (keyword === 'properties' || keyword === '$defs') && isJsonObject(value);
    if (!isNamed) return [[keyword, withoutKeywords(value, keywords)]];
    const named = Object.entries(value).map(([name, own]) => [name, withoutKeywords(own, keywords)] as const);
    return [[keyword, Object.fromEntries(named)]];
  });
  return Object.fromEntries(entries);
}
