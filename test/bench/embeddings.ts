/**
 * @file Embeddings: MiniLM on the lab's wasm against native onnxruntime on the same texts, where `PYTHON` (or python3) has it
 * (`python3 -m pip install onnxruntime numpy`), the lexical embedding, and the search over vectors.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EmbeddingModel } from '../../src/core/language-model.ts';
import { createRandom } from '../../src/core/random.ts';
import { lexicalEmbedding } from '../../src/models/built-in-embeddings.ts';
import { loadTransformersEmbedding } from '../../src/models/transformers/embedding.ts';
import { openTransformers } from '../../src/models/transformers/library.ts';
import { softRetrieval } from '../../src/tools/retrieval/soft-retrieval.ts';
import { loadOf, NODE_HOST } from '../models/transformers/models-folder.ts';
import { sharedFile } from '../shared.ts';
import { median, type Benchmark, type BenchmarkRow } from './benchmark.ts';

const NAME = 'all-MiniLM-L6-v2';
const FOLDER = sharedFile(`models/${NAME}`);
const BATCH = 32;
const ROUNDS = 5;
const ITEMS = 10_000;
/** 29 tokens with the marks of beginning and end, like those that the goals were measured with. */
const TEXT =
  'a long film about the sea and the people who went there in search of what nobody at home had ever seen or heard of before';
const { signal } = new AbortController();

const perSecond = (texts: number, seconds: readonly number[]): number => texts / median(seconds);
const rate = (value: number): string => `${value.toFixed(value < 1000 ? 1 : 0)} texts/s`;

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now();
    await work();
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds.slice(1);
}

interface Native {
  readonly seconds: readonly number[];
  readonly first: readonly number[];
  readonly version: string;
}

function native(ids: readonly (readonly number[])[]): Native | null {
  const model = join(FOLDER, 'onnx/model_quantized.onnx');
  const input = JSON.stringify({ model, ids, rounds: ROUNDS, threads: NODE_HOST.threads });
  const script = resolve(import.meta.dirname, 'embeddings.py');
  const { status, stdout } = spawnSync(process.env['PYTHON'] ?? 'python3', [script], { input, encoding: 'utf8' });
  return status === 0 ? (JSON.parse(stdout) as Native) : null;
}

async function miniLmRows(): Promise<BenchmarkRow[]> {
  const goal = '≥ 0.5 × native';
  if (!existsSync(FOLDER)) return [{ name: NAME, value: `no ../shared/models/${NAME}`, goal, met: null }];
  const started = performance.now();
  const engine = await loadTransformersEmbedding(loadOf(NAME, FOLDER), NODE_HOST);
  if (engine.kind !== 'embedding') throw new Error(`${NAME} is no embedding`);
  const load = {
    name: `${NAME}, load`,
    value: `${((performance.now() - started) / 1000).toFixed(2)} s`,
    goal: '',
    met: null,
  };
  const texts = Array.from({ length: BATCH }, () => TEXT);
  const ours = perSecond(BATCH, await timed(() => engine.model.embed(texts, { signal })));
  const [vector] = await engine.model.embed([TEXT], { signal });
  await engine.unload();
  const own = {
    name: `${NAME} on wasm, ${String(NODE_HOST.threads)} threads, batch ${String(BATCH)}`,
    value: rate(ours),
    goal: '',
    met: null,
  };
  const ids = await idsOf(texts);
  const peer = native(ids);
  if (peer === null) {
    return [load, own, { name: 'against native onnxruntime', value: 'no onnxruntime in Python here', goal, met: null }];
  }
  const theirs = perSecond(BATCH, peer.seconds);
  const cosine = peer.first.reduce((sum, value, at) => sum + value * (vector?.[at] ?? 0), 0);
  const name = `onnxruntime ${peer.version} in Python, ${String(NODE_HOST.threads)} threads, the same ${String(ids[0]?.length)} tokens`;
  return [
    load,
    own,
    { name, value: rate(theirs), goal: '', met: null },
    {
      name: 'wasm / native',
      value: `${(ours / theirs).toFixed(2)} × (cosine ${cosine.toFixed(4)})`,
      goal,
      met: ours / theirs >= 0.5,
    },
  ];
}

async function idsOf(texts: readonly string[]): Promise<number[][]> {
  const { PreTrainedTokenizer } = await openTransformers(NODE_HOST);
  const read = async (file: string): Promise<object> => {
    const bytes = await loadOf(NAME, FOLDER).place.read(file);
    return (await new Response(bytes).json()) as object;
  };
  const tokenizer = new PreTrainedTokenizer(await read('tokenizer.json'), await read('tokenizer_config.json'));
  return texts.map((text) => tokenizer.encode(text));
}

async function wordRows(): Promise<BenchmarkRow[]> {
  const lexical = lexicalEmbedding();
  const texts = Array.from({ length: 1000 }, (_, index) => `${TEXT} ${String(index)}`);
  const value = rate(perSecond(texts.length, await timed(() => lexical.embed(texts, { signal }))));
  return [{ name: 'lexical embedding', value, goal: '', met: null }, await searchRow()];
}

async function searchRow(): Promise<BenchmarkRow> {
  const random = createRandom('embeddings');
  const vectors = Float32Array.from({ length: ITEMS * 384 }, () => random.uniform() - 0.5);
  const items = Array.from({ length: ITEMS }, (_, id) => ({ id, title: String(id), year: null, attributes: {} }));
  const lexical = lexicalEmbedding();
  const embedding: EmbeddingModel = {
    id: 'bench/random',
    title: 'random',
    dimensions: 384,
    provenance: null,
    embed: async (texts, options) => (await lexical.embed(texts, options)).map((vector) => vector.subarray(0, 384)),
  };
  const retrieval = softRetrieval(embedding, items, vectors);
  const seconds = await timed(() => retrieval.search('robots', { limit: 10, signal }));
  const name = `search over ${String(ITEMS)} items of 384 dimensions`;
  return { name, value: `${(1000 * median(seconds)).toFixed(1)} ms`, goal: '', met: null };
}

/** `npm run bench -- embeddings`. */
export const embeddings: Benchmark = {
  name: 'embeddings',
  title: 'Embeddings',
  run: async () => [...(await miniLmRows()), ...(await wordRows())],
};
