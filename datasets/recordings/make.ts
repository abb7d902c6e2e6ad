/**
 * @file `npm run record -- [--model recorded/NAME] [--endpoint URL | --live transformers/NAME --models FOLDER] [--only TEXT] [--rows FOLDER] [--minutes N]`: asks a
 * language model all that the board asks it, goes on where it stopped, and packs what it replied. Replies that are there are given again, so that a finished recording takes no model.
 */
import { isRecorded } from '../../src/core/reasoner-name.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync, strToU8 } from 'fflate';
import { loadPackaged, packagedFiles } from '../../src/cli/datasets.ts';
import { createModelOpener, modelPlaces, openLanguageModel } from '../../src/cli/open-model.ts';
import { openSqlEngine } from '../../src/cli/open-sql-engine.ts';
import { now } from '../../src/core/clock.ts';
import { toLabError } from '../../src/core/errors.ts';
import type { LanguageModel } from '../../src/core/language-model.ts';
import { MemoryFileStore } from '../../src/data/store/file-stores.ts';
import { run } from '../../src/lab/run/run.ts';
import { openSession } from '../../src/lab/run/session.ts';
import { runSimulation } from '../../src/lab/simulation/run-simulation.ts';
import {
  parseRecording,
  recordedIdentity,
  RECORDED_MODELS,
  recordingFile,
  replayed,
} from '../../src/models/recorded.ts';
import { createRecorder } from './make/recorder.ts';
import { recordedTasks } from './make/sets.ts';

const BOARD = resolve(import.meta.dirname, '../../docs/board');
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/recordings');

const { values: given } = parseArgs({
  options: {
    model: { type: 'string', default: RECORDED_MODELS[0]?.name ?? '' },
    endpoint: { type: 'string', default: 'http://127.0.0.1:18080/v1' },
    engine: { type: 'string', default: 'llama.cpp (node-llama-cpp 3)' },
    live: { type: 'string' },
    models: { type: 'string' },
    dtype: { type: 'string', default: 'Q4_K_M' },
    only: { type: 'string', default: '' },
    rows: { type: 'string', default: BOARD },
    minutes: { type: 'string', default: '600' },
  },
});

/** The first model of the endpoint. */
async function servedModel(): Promise<string> {
  const { data } = (await (await fetch(`${given.endpoint}/models`)).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return `endpoint/${data[0]?.id ?? ''}`;
}

/** The model that is asked, under the name that its recording has. */
async function liveModel(): Promise<LanguageModel> {
  const { endpoint, models } = given;
  const places = modelPlaces({ endpoint, timeout: '900', ...(models !== undefined && { models }) });
  const model = await openLanguageModel(given.live ?? (await servedModel()), places, () => undefined);
  const title = RECORDED_MODELS.find(({ name }) => name === given.model)?.title ?? given.model;
  const provenance = {
    engine: given.engine,
    model: given.model.replace('recorded/', ''),
    revision: null,
    dtype: given.dtype,
    device: 'cpu',
  };
  return {
    id: given.model,
    title,
    contextLength: model.contextLength,
    capabilities: { ...model.capabilities, seed: true },
    provenance,
    stream: (...asked) => model.stream(...asked),
    ...(model.score && { score: model.score.bind(model) }),
    ...(model.countTokens && { countTokens: model.countTokens.bind(model) }),
  };
}

/** What was recorded, where the model is not there. @throws the reason where nothing was */
function silent(thrown: unknown): LanguageModel {
  if (!existsSync(file)) throw thrown;
  return replayed(parseRecording(given.model, readFileSync(file, 'utf8')), recordedIdentity(given.model));
}

const { signal } = new AbortController();
mkdirSync(CACHE, { recursive: true });
const packed = recordingFile(given.model);
const file = join(CACHE, packed.replace('.gz', ''));
const isPacked = existsSync(join(import.meta.dirname, packed));
if (!existsSync(file) && isPacked) writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, packed))));
const recorder = createRecorder(await liveModel().catch(silent), file);
const dataset = await loadPackaged('synthetic-films', signal);
const places = createModelOpener(modelPlaces({}), () => undefined);
const session = openSession(await openSqlEngine(), dataset, {
  ...packagedFiles(dataset),
  ...places,
  files: new MemoryFileStore(),
  openModel: async (spec, stop) =>
    isRecorded(spec.name) ? { kind: 'language', model: recorder.model } : places.openModel(spec, stop),
});
const all = recordedTasks(given.rows, given.model);
const tasks = all.filter(({ name }) => name.includes(given.only));
const until = now() + 60_000 * Number(given.minutes);
for (const [at, { name, spec }] of tasks.entries()) {
  if (now() > until) break;
  const before = recorder.fresh();
  const from = now();
  const host = { ...session, now, write: () => undefined, signal };
  const summary = await ('kind' in spec ? runSimulation(spec, host) : run(spec, host)).catch(toLabError);
  const said = summary instanceof Error ? summary.message : `${summary.outcome} ${JSON.stringify(summary.metrics)}`;
  const seconds = ((now() - from) / 1000).toFixed(0);
  console.error(
    `${String(at + 1)} of ${String(tasks.length)}, ${name}: ${String(recorder.fresh() - before)} replies, ${seconds} s, ${said}`,
  );
}
// A finished recording holds what its tasks ask now, and no reply to an earlier prompt.
const isWhole = given.rows === BOARD && tasks.length === all.length && now() <= until;
const text = recorder.text(isWhole);
writeFileSync(join(import.meta.dirname, packed), gzipSync(strToU8(text), { level: 9, mtime: 0 }));
session.close();
console.log(`${String(recorder.asked.size)} replies, ${String(recorder.fresh())} of them new.`);
