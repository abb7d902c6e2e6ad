/** @file The packaged film club, open for runs outside of a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { RunSpec } from '../../../src/core/run.ts';
import type { ConversationSpec } from '../../../src/notebook/notebook.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { loadSqlEngine } from '../../../src/data/database/engine.ts';
import { loadPackagedDataset } from '../../../src/data/import/import-dataset.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { describeLab } from '../../../src/lab/describe.ts';
import { openWorkbench, type Workbench } from '../../../src/lab/run/workbench.ts';
import { DEFAULT_DIALS, PRESETS } from '../../../src/reasoner/dials.ts';
import { openRecorded, RECORDINGS_FOLDER } from '../../../src/models/recorded.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { REASONER_ID } from '../../../src/core/reasoner-name.ts';

/** The dataset of the case. */
export const DATASET = 'synthetic-films';
/** The presets of the reasoner, the default one first. */
export const PRESET_NAMES = PRESETS.map(({ name }) => name);

const NEVER = new AbortController().signal;

/** Opens the film club. */
export async function openFilmClub(): Promise<Workbench> {
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  const engine = await loadSqlEngine(new Uint8Array(await readFile(wasm)));
  const folder = resolve(import.meta.dirname, '../..', DATASET);
  const fetchPackaged = async (file: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(folder, file)));
  const dataset = await loadPackagedDataset(fetchPackaged, NEVER);
  return openWorkbench(engine, dataset, {
    files: new MemoryFileStore(),
    fetchPackaged,
    onProgress: () => undefined,
    openModel: (spec) => openRecorded(spec, (file) => readFile(resolve(folder, '..', RECORDINGS_FOLDER, file))),
  });
}

/** More than everybody takes; the page's own limits are meant for one question. */
const UNLIMITED = { modelCalls: 1e9, tokens: 1e12 };

/** The spec that the Plan page makes for a person. @param users null for everybody */
export function specOf(planner: string, preset: string, users: readonly number[] | null, seed: number): RunSpec {
  const { defaultSpec: base } = describeLab();
  const dials = PRESETS.find(({ name }) => name === preset)?.dials ?? {};
  return {
    ...base,
    tasks: { name: 'rating-prediction', options: { ...base.tasks.options, shots: 3, users } },
    recommender: { name: 'recmind', options: { planner, steps: 5, branching: 3, answerFrom: 'both' } },
    model: { name: REASONER_ID, options: { ...DEFAULT_DIALS, ...dials } },
    seed,
    ...(users === null && { limits: UNLIMITED }),
  };
}

/** The spec that the Plan page begins with. @param name of `RECORDED_MODELS` */
export function openingSpec(planner: string, user: number, name: string): RunSpec {
  const { readyCase, defaultSpec } = describeLab();
  const spec = specOf(planner, 'default', [user], defaultSpec.seed);
  const options = { ...spec.recommender.options, steps: readyCase.steps };
  return {
    ...spec,
    recommender: { ...spec.recommender, options },
    model: { name, options: { otherwise: REASONER_ID } },
  };
}

/** The conversation that Chat opens with, and that a model is recorded at. */
export async function spokenEvents(club: Workbench): Promise<readonly TraceEvent[]> {
  const file = resolve(import.meta.dirname, '../../../docs/board/qwen-coder-1-5b-talk.conversation.json');
  const spec = JSON.parse(await readFile(file, 'utf8')) as ConversationSpec;
  const events: TraceEvent[] = [];
  await club.simulate(spec, { write: (event) => void events.push(event), signal: NEVER });
  return events;
}

/** The events of a run. */
export async function eventsOf(club: Workbench, input: RunSpec): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const spec = parseRunSpec(input);
  await club.prepare(spec, NEVER);
  await club.run(spec, { write: (event) => void events.push(event), signal: NEVER });
  return events;
}
