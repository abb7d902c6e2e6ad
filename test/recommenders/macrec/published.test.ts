/**
 * @file MACRec's fourteen systems, read as they are and run on every task that they support: each prompt is, byte for byte, the one that
 * MACRec's own code writes of the same replies and observations (test/oracles/macrec-prompts.py). Its repository has no licence, so it
 * is not here: MACREC names a checkout of github.com/wzf2000/MACRec (de2d1d2). Skipped without it, and without Python.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import type { Json } from '../../../src/core/json.ts';
import type { GenerateRequest } from '../../../src/core/language-model.ts';
import { isRanking, type LabelledTask } from '../../../src/core/task.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { makeTasks } from '../../../src/data/split/tasks.ts';
import { dataPlaces } from '../../../src/recommenders/macrec/attempt-task.ts';
import type { SystemTask, Files } from '../../../src/recommenders/macrec/read-files.ts';
import { macRec } from '../../../src/recommenders/macrec/macrec.ts';
import { readSystem, tasksOfSystem } from '../../../src/recommenders/macrec/read-system.ts';
import { sampleOf } from '../../../src/tools/records/attributes.ts';
import { catalogueSearch } from '../../../src/tools/search-tool.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';

const folder = process.env.MACREC ?? '';
const isAtHand = folder !== '' && spawnSync('python3', ['--version']).status === 0;

const pathsIn = (under: string): string[] =>
  folder === ''
    ? []
    : readdirSync(join(folder, under), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const files: Files = Object.fromEntries(
  pathsIn('config')
    .filter((path) => /config\/(?:agents|prompts|systems)\//.test(path))
    .map((path) => [path, JSON.parse(readFileSync(join(folder, path), 'utf8')) as Json]),
);
const systems = pathsIn('config/systems');
const runs = systems.flatMap((system) => tasksOfSystem(files, system).map((task) => [system, task] as const));

const dataset = madeUpDataset({ density: 0.6 });
const split = leaveLastOut(dataset);
let database: Database;
beforeAll(async () => {
  const { signal } = new AbortController();
  database = await buildDatabase(await testEngine(), dataset, { heldOut: split.heldOut, signal });
});

const tasksOf: Readonly<Record<Exclude<SystemTask, 'chat'>, () => LabelledTask | undefined>> = {
  rp: () => makeTasks(dataset, split, { type: 'rating-prediction', candidates: 0, ...SIZES })[0],
  sr: () => makeTasks(dataset, split, { type: 'sequential-recommendation', candidates: 6, ...SIZES })[0],
  gen: () => makeTasks(dataset, split, { type: 'explanation-generation', candidates: 0, ...SIZES })[0],
};
const SIZES = { shots: 0, history: 5, seed: 1 } as const;
const HISTORY = 5;
const MESSAGES = ['Hello there.', `Something like Granite, ${'and no musical '.repeat(40)}please.`];

/** Asks every agent that there is once, then answers. Blanks and lower case are as chat models write them. */
function actionOf({ purpose }: GenerateRequest, answer: Json): string {
  if (purpose.type !== 'manager-action') throw new Error(purpose.type);
  const wanted: readonly Json[] = [
    ...(purpose.actions.includes('Analyse') ? [{ type: 'analyse', content: ['user', 1] }] : []),
    ...(purpose.actions.includes('Search') ? [{ type: 'Search', content: 'Granite' }] : []),
    ...(purpose.actions.includes('Interpret') ? [{ type: 'Interpret', content: 'What is wanted here?' }] : []),
    { type: 'finish', content: answer },
  ];
  const index = purpose.isLast ? wanted.length - 1 : Math.min(purpose.states.length, wanted.length - 1);
  return JSON.stringify(wanted[index], null, 1).replaceAll('\n', '');
}

const next = ({ purpose }: GenerateRequest, commands: readonly Json[]): string =>
  JSON.stringify(commands['states' in purpose && purpose.states !== null ? purpose.states.length : 0]);

const scriptOf = (answer: Json) =>
  scriptedModel({
    'manager-thought': 'I should look into it.',
    'manager-action': (request) => actionOf(request, answer),
    analyse: (request) =>
      next(request, [
        { type: 'UserInfo', content: 1 },
        { type: 'UserHistory', content: [1, 3] },
        { type: 'Finish', content: 'User 1 likes what is short.' },
      ]),
    search: (request) =>
      next(request, [
        { type: 'Search', content: 'Granite' },
        { type: 'Lookup', content: ['Granite 2', 'genres'] },
        { type: 'Finish', content: 'It is a film.' },
      ]),
    interpret: (request) =>
      next(request, [
        { type: 'Summarize', content: '' },
        { type: 'Finish', content: 'Answer as well as you can.' },
      ]),
    reflect: '{"correctness": false, "reason": "Item 9 was not looked at."}',
  });

/** Runs a system here, and says what MACRec's code needs to do the same. */
async function solved(system: string, task: SystemTask) {
  const labelled = task === 'chat' ? undefined : tasksOf[task]();
  const asked = labelled?.task;
  const answer: Json =
    asked === undefined || !('candidates' in asked)
      ? task === 'rp'
        ? 4
        : 'Because it is short.'
      : asked.candidates.map(({ id }) => id);
  const model = scriptOf(answer);
  const { context, events } = contextOf(model);
  const options = { system, files, task, dataset: 'ml-100k', without: [], form: null, tokenLimit: null } as const;
  const recommender = macRec({
    system: readSystem(options),
    database,
    // As MACRec's configuration of Wikipedia has it.
    search: { ...catalogueSearch(database), documents: 3 },
    rounds: 2,
    history: HISTORY,
    patience: 60,
    lookUps: 'before',
  });
  if (asked === undefined) {
    const turns = MESSAGES.map((text) => ({ role: 'user', text }) as const);
    await recommender.answer({ type: 'conversation', turns }, context);
  } else await recommender.recommend(asked, context, labelled?.time);
  const observations: Record<string, string> = {};
  for (const event of events) {
    if (event.type !== 'tool-result') continue;
    const call = events.find(({ seq }) => seq === event.call);
    if (call?.type !== 'tool-call') continue;
    const args = Object.values(call.arguments as Record<string, Json>);
    observations[JSON.stringify([call.tool, ...args])] = event.observation;
  }
  const prompts = model.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  const replies: Record<string, string> = {};
  const calls = events.filter(({ type }) => type === 'model-call');
  for (const [at, prompt] of prompts.entries()) {
    const parts = events.flatMap((event) =>
      event.type === 'text-delta' && event.call === calls[at]?.seq ? [event.delta] : [],
    );
    replies[prompt] = parts.join('');
  }
  return {
    prompts,
    given: {
      system,
      task,
      replies,
      observations,
      rounds: 2,
      messages: MESSAGES,
      candidates: asked !== undefined && isRanking(asked) ? asked.candidates.length : 0,
      truth: asked !== undefined && isRanking(asked) ? asked.candidates[0]?.id : 4,
      places: asked === undefined ? {} : dataPlaces(sampleOf(database, asked, HISTORY)),
    },
  };
}

describe.skipIf(!isAtHand)('MACRec’s own files', () => {
  let here: Awaited<ReturnType<typeof solved>>[] = [];
  let theirs: string[][] = [];
  beforeAll(async () => {
    here = [];
    for (const [system, task] of runs) here.push(await solved(system, task));
    const script = resolve(import.meta.dirname, '../../oracles/macrec-prompts.py');
    const input = JSON.stringify(here.map(({ given }) => given));
    const written = execFileSync('python3', [script, resolve(folder)], { input, stdio: 'pipe', maxBuffer: 2 ** 26 });
    theirs = JSON.parse(written.toString()) as string[][];
  }, 120_000);

  test('are fourteen systems', () => {
    expect(systems).toHaveLength(14);
    expect(new Set(runs.map(([, task]) => task))).toEqual(new Set(['rp', 'sr', 'gen', 'chat']));
  });

  test.each(runs.map((run, at) => [...run, at] as const))('%s, %s: every prompt is MACRec’s', (_system, _task, at) => {
    const prompts = here[at]?.prompts ?? [];
    expect(prompts.length).toBeGreaterThan(1);
    // Its interpreter reads the task anew in every attempt, where here what it said is kept: the same prompt is one.
    expect([...new Set(prompts)].join('\n----\n')).toBe([...new Set(theirs[at])].join('\n----\n'));
  });
});
