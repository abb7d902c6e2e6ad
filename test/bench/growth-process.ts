/** @file Measures one size of data in a process of its own, so that its memory is its own; prints JSON. */
import { createRandom } from '../../src/core/random.ts';
import { importDataset } from '../../src/data/import/import-dataset.ts';
import { leaveLastOut } from '../../src/data/split/splits.ts';
import { BASELINES } from '../../src/recommenders/baselines/registry.ts';
import { trainingMatrix } from '../../src/recommenders/baselines/training-matrix.ts';
import { computed } from './benchmark.ts';
import { grownSources, SIZES } from './grown-ratings.ts';

/** What was measured; seconds are those that the process computed for. */
export interface Growth {
  readonly rows: number;
  readonly importing: number;
  /** Bytes that are held once the dataset is there. */
  readonly held: number;
  /** Most bytes that the process ever had. */
  readonly peak: number;
  readonly fits: readonly { readonly title: string; readonly fit: number; readonly predict: number }[];
}

/** Those that a student would try first; BPR takes as many epochs whatever the size. */
const MEASURED = ['popularity', 'item-cosine', 'biased-mf', 'bpr-mf'];
const PEOPLE = 600;
const CANDIDATES = 100;
const LARGEST_FOR_BPR = 2_000_000;

/** Bytes that are in use. What a typed array holds is let go of a turn after the array itself. */
async function held(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  for (let turn = 0; turn < 3; turn += 1) {
    gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function timed<Value>(work: () => Value | Promise<Value>): Promise<readonly [Value, number]> {
  const before = computed();
  return [await work(), computed() - before];
}

async function measure(name: string): Promise<Growth> {
  const size = SIZES.find((one) => one.name === name);
  if (size === undefined) throw new Error(`There is no size ${name}`);
  const { signal } = new AbortController();
  const sources = grownSources(size);
  const before = await held();
  const [dataset, importing] = await timed(() => importDataset(sources, { signal }));
  const after = await held();
  const train = trainingMatrix(dataset, leaveLastOut(dataset).heldOut);
  const people = train.users.slice(0, PEOPLE);
  const items = train.items.slice(0, CANDIDATES);
  const fits = [];
  for (const entry of BASELINES.filter((one) => MEASURED.includes(one.name))) {
    if (entry.name === 'bpr-mf' && size.interactions > LARGEST_FOR_BPR) continue;
    const [scorer, fit] = await timed(() => entry.create({}).fit(train, { random: createRandom(1), signal }));
    const [, predict] = await timed(() => people.forEach((user) => scorer.score(user, items)));
    fits.push({ title: entry.title, fit, predict });
  }
  const peak = 1024 * process.resourceUsage().maxRSS;
  return { rows: dataset.interactions.user.length, importing, held: after - before, peak, fits };
}

process.stdout.write(JSON.stringify(await measure(process.argv[2] ?? '')));
