/** @file How fast a loaded model is on this machine: a prompt is read, a reply is written, and both are timed, for up to a minute. */
import { now } from '../core/clock.ts';
import type { GenerateRequest, LanguageModel } from '../core/language-model.ts';
import { LabError } from '../core/errors.ts';
import * as z from 'zod/mini';

const SPEED = z.nullable(z.number());

/** One measurement, as it is kept. */
export const BENCHMARK = z.object({
  name: z.string(),
  dtype: z.nullable(z.string()),
  device: z.nullable(z.string()),
  measuredAt: z.number(),
  loadMilliseconds: z.number(),
  /** Medians over `runs`; null where the model ended too early to tell. */
  prefillTokensPerSecond: SPEED,
  decodeTokensPerSecond: SPEED,
  runs: z.number(),
});

export type Benchmark = Readonly<z.infer<typeof BENCHMARK>>;

export interface LanguageSpeed {
  readonly prefillTokensPerSecond: number | null;
  /** Null where every reply ended before its second token. */
  readonly decodeTokensPerSecond: number | null;
  readonly runs: number;
}

/** At least one run, at most this many, and none begun after this long. */
const MOST_RUNS = 5;
const LAST_START_MILLISECONDS = 40_000;

const REPLY_TOKENS = 32;
/** About the length of the prompts of a planner's first steps. */
const SENTENCES = 24;

const sentence = (run: number, index: number): string =>
  `Person ${String(run * 100 + index)} gave the film number ${String(index * 37 + 11)} a rating of ${String((index % 9) / 2 + 0.5)}.`;

/** Each run asks something else from its first word on, so that nothing kept from the run before shortens it. */
const requestOf = (run: number, sentences: number, maxTokens: number): GenerateRequest => ({
  messages: [
    {
      role: 'user',
      content: `${Array.from({ length: sentences }, (_, index) => sentence(run, index)).join(' ')} Repeat all of this, word for word.`,
    },
  ],
  purpose: { type: 'summarize', title: 'a benchmark', texts: [] },
  seed: run,
  temperature: 0,
  maxTokens,
});

const median = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
};

/**
 * Times a language model. The time to the first piece of a reply counts as reading the prompt, the rest as writing.
 * @param reset makes it forget what it kept from earlier requests
 * @throws LabError what the model throws, `aborted`
 */
export async function measureLanguageModel(
  model: Pick<LanguageModel, 'stream'>,
  reset: () => Promise<void>,
  onRun: (run: number) => void,
  signal: AbortSignal,
): Promise<LanguageSpeed> {
  const prefill: number[] = [];
  const decode: number[] = [];
  // The first request of a model pays for what is made once, such as shaders.
  onRun(0);
  await timed(model, requestOf(0, 1, 2), signal);
  const began = now();
  let runs = 0;
  while (runs < MOST_RUNS && (runs === 0 || now() - began < LAST_START_MILLISECONDS)) {
    runs += 1;
    onRun(runs);
    await reset();
    const { first, whole, inputTokens, outputTokens } = await timed(
      model,
      requestOf(runs, SENTENCES, REPLY_TOKENS),
      signal,
    );
    if (inputTokens > 0 && first > 0) prefill.push((inputTokens / first) * 1000);
    if (outputTokens > 1 && whole > first) decode.push(((outputTokens - 1) / (whole - first)) * 1000);
  }
  return { prefillTokensPerSecond: median(prefill), decodeTokensPerSecond: median(decode), runs };
}

async function timed(model: Pick<LanguageModel, 'stream'>, request: GenerateRequest, signal: AbortSignal) {
  const start = now();
  let first: number | null = null;
  for await (const part of model.stream(request, { signal })) {
    if (part.type !== 'finish') {
      if (part.type !== 'wait') first ??= now() - start;
      continue;
    }
    const { inputTokens, outputTokens, cachedTokens = 0 } = part.usage;
    const whole = now() - start;
    return { first: first ?? whole, whole, inputTokens: inputTokens - cachedTokens, outputTokens };
  }
  throw new LabError('model-failed', 'The model ended its reply without saying so.');
}
