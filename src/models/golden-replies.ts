/**
 * @file Golden replies: five questions that any chat model can answer, asked of a model that runs here before it may plan. One whose
 * files do not fit its engine writes noise, and nothing else would tell.
 */
import { LabError } from '../core/errors.ts';
import type { LanguageModel } from '../core/language-model.ts';
import { nameInSite } from '../core/platform/site-scope.ts';
import { generateText } from '../core/reply/generate.ts';
import { canonicalJson } from '../core/json.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import type { Engine } from './engine.ts';
import { hasCaches } from './transformers/place.ts';

/** Each with what makes sense: neither one token nor an echo of the question does. */
const GOLDEN: readonly (readonly [string, RegExp])[] = [
  ['Which cities are the capitals of France and Italy?', /\bParis\b.*\bRome\b|\bRome\b.*\bParis\b/s],
  ['What is 10 + 5? Reply with the number alone.', /^\D*15\D*$/],
  ['Can a fish drive a car? Reply with yes or no.', /^\W*no\b/i],
  ['Repeat this word: lantern', /^\W*lantern\W*$/i],
  ['Reply with this object: {"answer": 4}', /^(?:```\w*)?\s*\{\s*"answer"\s*:\s*4\s*\}\s*(?:```)?$/],
];
const REQUEST = {
  purpose: { type: 'summarize', title: '', texts: [] },
  seed: 1,
  temperature: 0,
  maxTokens: 16,
} as const;
/** A broken engine may say "No" to everything. */
const FEWEST = 2;
/** A model that answers fewer is told to be weak. */
export const SENSIBLE = 4;

export interface GoldenShelf {
  read(spec: ComponentSpec): Promise<number | null>;
  write(spec: ComponentSpec, right: number): Promise<void>;
}

/**
 * The engine, once its model has answered two of the five; each model is asked once, as far as the shelf knows.
 * @throws LabError `model-damaged` for an engine that makes no sense, which is unloaded; `aborted`
 */
export async function sensible(
  engine: Engine,
  spec: ComponentSpec,
  shelf: GoldenShelf | null,
  { onProgress, signal }: { readonly onProgress: (progress: LoadProgress) => void; readonly signal: AbortSignal },
): Promise<Engine> {
  if (engine.kind !== 'language' || ((await shelf?.read(spec)) ?? null) !== null) return engine;
  onProgress({ phase: `Asking ${engine.model.title} five simple questions`, bytes: 0, totalBytes: 0 });
  try {
    await shelf?.write(spec, await goldenReplies(engine.model, signal));
    engine.reset();
    return engine;
  } catch (thrown) {
    await engine.unload();
    throw thrown;
  }
}

async function goldenReplies(model: LanguageModel, signal: AbortSignal): Promise<number> {
  let right = 0;
  let ends = false;
  const wrong: string[] = [];
  for (const [question, golden] of GOLDEN) {
    const request = { ...REQUEST, messages: [{ role: 'user', content: question } as const] };
    const { text, hasThought, finishReason } = await generateText(model, request, { signal });
    const said = text.trim();
    // What a model would say after its thoughts is not waited for.
    if (hasThought || golden.test(said)) right += 1;
    else wrong.push(`Asked “${question}” it wrote ${said === '' ? 'nothing' : `“${said.slice(0, 60)}”`}.`);
    ends ||= hasThought || finishReason === 'stop';
  }
  if (right >= FEWEST && ends) return right;
  const what = ends ? (wrong[0] ?? '') : 'None of its replies came to an end.';
  const message = `${model.title} makes no sense here, so it may not plan. ${what} Its files or their precision do not fit this engine: remove it and get it in int8 (q8), or choose another model.`;
  throw new LabError('model-damaged', message, { model: model.id });
}

const SHELF = 'golden';
const keyOf = ({ name, options }: ComponentSpec): string =>
  `https://golden.invalid/${encodeURIComponent(canonicalJson({ name, options }))}`;

export const browserShelf: GoldenShelf = {
  async read(spec) {
    const kept = hasCaches() ? await (await caches.open(nameInSite(SHELF))).match(keyOf(spec)) : undefined;
    return kept === undefined ? null : Number(await kept.text());
  },
  async write(spec, right) {
    if (hasCaches()) await (await caches.open(nameInSite(SHELF))).put(keyOf(spec), new Response(String(right)));
  },
};
