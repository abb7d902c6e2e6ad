/**
 * @file The real chat model of `../shared` in Node on the browser's WebAssembly, one thread. Times are of the processor, not of
 * the clock, so that ratios hold on a busy machine.
 */
import { existsSync } from 'node:fs';
import type { PreTrainedModel, Tensor } from '@huggingface/transformers';
import { nodeTransformersHost } from '../../src/cli/open-model.ts';
import type { GenerateRequest } from '../../src/core/language-model.ts';
import { loadTransformersEngine } from '../../src/models/transformers/load-transformers-engine.ts';
import type { TransformersModel } from '../../src/models/transformers/transformers-model.ts';
import { asking, reply, SMOL, SMOL_FILES, smolLoad } from '../models/transformers/small-chat-model.ts';
import { sharedFile } from '../shared.ts';
import { median, type Benchmark, type BenchmarkRow } from './benchmark.ts';

const ROUNDS = 3;
const TOKENS = 32;
const HOST = nodeTransformersHost(1);
const NEVER = new AbortController().signal;

const QUESTION = 'Think at length about why you like the film Heat, and say which films are like it.';
const PREFIX = `Ann liked Heat, Ronin and Collateral, and she did not like Up, Cars and Frozen. ${'She likes thrillers. '.repeat(8)}Which film should she see next?`;
const CANDIDATES = Array.from(
  { length: 20 },
  (_, index) => `${['The Town', 'Sicario', 'Bambi', 'Drive'][index % 4]} ${index}`,
);
const THOUGHT = {
  type: 'object',
  properties: { thought: { type: 'string' }, film: { type: 'string' } },
  required: ['thought', 'film'],
  additionalProperties: false,
};

/** Seconds of the processor that some work takes. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const perSecond = (count: number, times: readonly number[]): number => count / median(times);
const speed = (value: number): string => `${value.toFixed(1)} tokens/s`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A model with nothing kept but what its calls keep. */
interface Bench {
  readonly model: TransformersModel;
  readonly reset: () => void;
}

async function decodeRows({ model, reset }: Bench): Promise<BenchmarkRow[]> {
  const free: number[] = [];
  const held: number[] = [];
  const prompt = asking(PREFIX.repeat(3));
  const prefill: number[] = [];
  const request = asking(QUESTION, { maxTokens: TOKENS });
  const constrained: GenerateRequest = { ...request, maxTokens: TOKENS, responseSchema: THOUGHT };
  await reply(model, constrained); // compiles the grammar and keeps the prompt
  const tokensOf = async (asked: GenerateRequest): Promise<number> => (await reply(model, asked)).usage.outputTokens;
  for (let round = 0; round < ROUNDS; round += 1) {
    let tokens = 0;
    free.push((await seconds(async () => (tokens = await tokensOf(request)))) / tokens);
    held.push((await seconds(async () => (tokens = await tokensOf(constrained)))) / tokens);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    reset();
    prefill.push(await seconds(() => model.score(prompt, [], { signal: NEVER })));
  }
  const inputTokens = await model.countTokens(prompt.messages);
  const cost = median(held) / median(free) - 1;
  return [
    {
      name: `prefill, ${inputTokens} tokens in blocks`,
      value: speed(perSecond(inputTokens, prefill)),
      goal: '',
      met: null,
    },
    { name: 'decode, free', value: speed(perSecond(1, free)), goal: '', met: null },
    { name: 'decode, held to a schema', value: speed(perSecond(1, held)), goal: '', met: null },
    {
      name: 'cost of the schema for each token, those without a choice among them',
      value: percent(cost),
      goal: '≤ 10 %',
      met: cost <= 0.1,
    },
  ];
}

async function scoreRow({ model, reset }: Bench): Promise<BenchmarkRow> {
  const request = asking(PREFIX);
  reset();
  const shared = await seconds(() => model.score(request, CANDIDATES, { signal: NEVER }));
  const apart = await seconds(async () => {
    for (const candidate of CANDIDATES) {
      reset();
      await model.score(request, [candidate], { signal: NEVER });
    }
  });
  const inputTokens = await model.countTokens(request.messages);
  const name = `20 candidates after ${inputTokens} tokens, 20 calls / one`;
  const ratio = apart / shared;
  return { name, value: `${ratio.toFixed(1)} × (${shared.toFixed(2)} s)`, goal: '≥ 5 ×', met: ratio >= 5 };
}

/** The same prompt and as many tokens, by the library's own `generate`. */
async function overheadRow({ model, reset }: Bench): Promise<BenchmarkRow> {
  const { tokenizer, decoder } = model['parts'];
  const library: PreTrainedModel = decoder['model'];
  const request = asking(PREFIX, { maxTokens: TOKENS });
  const { Tensor: LibraryTensor } = await import('@huggingface/transformers');
  const tokens = tokenizer.encodePrompt(request.messages);
  const tensor = (values: BigInt64Array): Tensor => new LibraryTensor('int64', values, [1, tokens.length]);
  const direct = (): Promise<unknown> =>
    library.generate({
      inputs: tensor(BigInt64Array.from(tokens, BigInt)),
      attention_mask: tensor(new BigInt64Array(tokens.length).fill(1n)),
      max_new_tokens: TOKENS,
      do_sample: false,
    });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    reset();
    ours.push(await seconds(() => reply(model, request)));
    theirs.push(await seconds(direct));
  }
  const cost = median(ours) / median(theirs) - 1;
  const name = `a reply by the lab / by the library alone, ${tokens.length} + ${TOKENS} tokens`;
  return { name, value: `${cost > 0 ? '+' : ''}${percent(cost)}`, goal: '≤ +3 %', met: cost <= 0.03 };
}

async function run(): Promise<readonly BenchmarkRow[]> {
  if (!SMOL_FILES.every((file) => existsSync(sharedFile(file)))) {
    return [{ name: 'skipped', value: `no ../shared/models/${SMOL}`, goal: '', met: null }];
  }
  const engine = await loadTransformersEngine(smolLoad(), HOST);
  const bench: Bench = { model: engine.model as TransformersModel, reset: () => engine.reset() };
  const rows = [...(await decodeRows(bench)), await scoreRow(bench), await overheadRow(bench)];
  await engine.unload();
  return rows;
}

/** Text generation and scoring on wasm. */
export const models: Benchmark = {
  name: 'models',
  title: `${SMOL} (int8, wasm, one thread; seconds of the processor)`,
  run,
};
