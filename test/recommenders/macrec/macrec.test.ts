/** @file MACRec with scripted models: what is asked of whom, what comes back, and what goes wrong. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LabError } from '../../../src/core/errors.ts';
import type { AgentPurpose, GenerateRequest, LanguageModel } from '../../../src/core/language-model.ts';
import { traceTree, type TraceNode } from '../../../src/trace/trace-tree.ts';
import type { Database } from '../../../src/core/database.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { makeTasks } from '../../../src/data/split/tasks.ts';
import type { LabelledTask } from '../../../src/core/task.ts';
import { macRec } from '../../../src/recommenders/macrec/macrec.ts';
import { readSystem, type SystemRequest } from '../../../src/recommenders/macrec/read-system.ts';
import { catalogueSearch } from '../../../src/tools/search-tool.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel, type Replies } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';

const dataset = madeUpDataset();
const split = leaveLastOut(dataset);
let database: Database;
beforeAll(async () => {
  database = await buildDatabase(await testEngine(), dataset, {
    heldOut: split.heldOut,
    signal: new AbortController().signal,
  });
});

const OPTIONS = { shots: 0, history: 5, seed: 1 } as const;
const ratings = makeTasks(dataset, split, { ...OPTIONS, type: 'rating-prediction', candidates: 0 });

const [first] = ratings as [LabelledTask, ...LabelledTask[]];

interface Setting {
  readonly system?: string;
  readonly files?: SystemRequest['files'];
  readonly rounds?: number;
  readonly form?: 'text' | 'json';
  readonly tokenLimit?: number;
  readonly patience?: number;
  readonly task?: LabelledTask;
  readonly model?: LanguageModel;
}

async function solve(replies: Replies, setting: Setting = {}) {
  const { system = 'analyst', files = {}, rounds = 2, form = 'json', tokenLimit = null, patience = 60 } = setting;
  const { task } = setting.task ?? first;
  const model = setting.model ?? scriptedModel(replies);
  const { context, events, of } = contextOf(model);
  const recommender = macRec({
    system: readSystem({
      system,
      files,
      task: task.type === 'rating-prediction' ? 'rp' : 'sr',
      dataset: 'made-up',
      without: [],
      form,
      tokenLimit,
    }),
    database,
    search: catalogueSearch(database),
    rounds,
    history: 5,
    patience,
    lookUps: 'before',
  });
  const outcome = await recommender.recommend(task, context).then(
    (answers) => ({ answers, error: null }),
    (error: unknown) => ({ answers: null, error: error as LabError }),
  );
  return { ...outcome, events, of, tree: traceTree(events), model };
}

const user = first.task.user.id;
const asks = `{"type":"Analyse","content":["user",${user}]}`;
const rates = (rating: number) => `{"type":"Finish","content":${rating}}`;
const ends = '{"type":"Finish","content":"They like what is short."}';
const GOOD: Replies = { 'manager-thought': 'Ask.', 'manager-action': [asks, rates(4)], analyse: [ends] };

const agents = (tree: ReturnType<typeof traceTree>): TraceNode[] =>
  [...tree.nodes.values()].filter(({ kind }) => kind === 'agent');

describe('a task', () => {
  test('goes from the manager to the analyst and back', async () => {
    const { answers, tree, model } = await solve(GOOD);
    expect(answers).toEqual([{ from: 'kept', recommendation: { type: 'rating', rating: 4 } }]);
    expect(agents(tree).map(({ id, label, end }) => [id, label, end?.status])).toEqual([
      ['0.0', 'Manager', 'done'],
      ['0.0.0.0', 'Analyst', 'done'],
    ]);
    expect(tree.nodes.get('0.0.0')?.state).toMatchObject({
      thought: 'Ask.',
      action: { tool: 'Analyse', arguments: ['user', user] },
      observation: 'They like what is short.',
    });
    expect([...(tree.tasks[0]?.answers[0]?.states ?? [])]).toEqual(['0.0.0', '0.0.1']);
    const last = (model as ReturnType<typeof scriptedModel>).requests.at(-1);
    expect(last?.messages[0]?.content).toContain('Observation: They like what is short.');
  });

  test('is told with what is on record and never with what is held out', async () => {
    const { model } = await solve(GOOD);
    const asked = (model as ReturnType<typeof scriptedModel>).requests[0];
    const { sample } = asked?.purpose as Extract<AgentPurpose, { readonly sample: unknown; readonly thought: unknown }>;
    expect(sample?.history.length).toBeGreaterThan(0);
    const target = first.task;
    expect(sample?.history.map(({ item }) => item.id)).not.toContain('item' in target ? target.item.id : 0);
    for (const { attributes } of sample?.history ?? []) expect(asked?.messages[0]?.content).toContain(attributes);
  });
});

describe('what goes wrong', () => {
  test('an unknown id is an observation', async () => {
    const replies = { ...GOOD, analyse: ['{"type":"UserInfo","content":777}', ends] };
    const { of, answers } = await solve(replies);
    expect(answers).not.toBeNull();
    expect(of('tool-result')).toMatchObject([{ observation: 'There is no user 777.', failed: true }]);
  });

  test('an action that cannot be read is an observation that names the valid ones', async () => {
    const { tree, answers } = await solve({ ...GOOD, 'manager-action': ['Let us see.', rates(3)] });
    expect(answers).not.toBeNull();
    expect(tree.nodes.get('0.0.0')?.state?.observation).toMatch(/^Invalid action: .*Analyse.*Finish/);
  });

  test('an agent without end is stopped, and the manager goes on', async () => {
    const { tree, answers } = await solve({ ...GOOD, analyse: '{"type":"UserInfo","content":1}' });
    expect(answers).not.toBeNull();
    expect(agents(tree)[1]?.end?.status).toBe('failed');
    expect(tree.nodes.get('0.0.0')?.state?.observation).toContain('its last commands were invalid or repeated');
  });

  test('a manager without end comes to a counted failure', async () => {
    const { error } = await solve({ ...GOOD, 'manager-action': asks });
    expect(error?.code).toBe('reply-unparseable');
    expect(error?.message).toContain('invalid or repeated');
  });
});

describe('reflection', () => {
  const says = (correctness: boolean, reason = 'Look at the item too.') => JSON.stringify({ correctness, reason });
  const strategy = (name: string): Setting => ({
    system: 'analyst-reflector',
    files: {
      'agents/reflector.json': {
        model_type: 'lab',
        model_name: 'default',
        max_tokens: 64,
        json_mode: true,
        reflection_strategy: name,
      },
    },
  });
  const replies: Replies = {
    'manager-thought': 'Answer.',
    'manager-action': [rates(2), rates(5)],
    reflect: says(false),
  };
  const promptsOf = (model: LanguageModel) =>
    (model as ReturnType<typeof scriptedModel>).requests
      .filter(({ purpose }) => purpose.type === 'manager-action')
      .map(({ messages }) => messages[0]?.content ?? '');

  test.each([
    ['base', 0, false, false],
    ['last_trial', 0, true, false],
    ['reflection', 1, false, true],
    ['last_trial_and_reflection', 1, true, true],
  ] as const)(
    '%s asks the reflector %i times and shows the attempt: %s, the reflection: %s',
    async (name, asked, showsAttempt, showsReflection) => {
      const { answers, tree, model } = await solve(replies, strategy(name));
      expect(answers?.[0]?.recommendation).toEqual({ type: 'rating', rating: 5 });
      expect(agents(tree).filter(({ label }) => label === 'Reflector')).toHaveLength(asked);
      const [, second = ''] = promptsOf(model);
      expect(second.includes('Your last attempt was')).toBe(showsAttempt);
      expect(second.includes('Look at the item too.')).toBe(showsReflection);
    },
  );
});

test('an engine that keeps schemas is asked for actions of this task alone, none of them twice, and is told what is on record', async () => {
  const actionsOf = ({ responseSchema }: GenerateRequest): readonly string[] =>
    (responseSchema as { readonly properties: { readonly action: { readonly enum: readonly string[] } } }).properties
      .action.enum;
  const chosen = (request: GenerateRequest): string => JSON.stringify({ action: actionsOf(request)[0] });
  const replies: Replies = {
    'manager-action': chosen,
    analyse: chosen,
    reflect: '{"correctness":false,"reason":"Ask."}',
  };
  const scripted = scriptedModel(replies);
  const model = { ...scripted, capabilities: { ...scripted.capabilities, responseSchema: true } };
  const { answers, tree } = await solve({}, { system: 'analyst-reflector', model });
  const asked = scripted.requests.filter(({ purpose }) => purpose.type !== 'reflect');
  const item = 'item' in first.task ? first.task.item.id : 0;
  const finishes = Array.from({ length: 10 }, (_, at) => `Finish[${(at + 1) / 2}]`);
  expect(asked.map(actionsOf)).toEqual([
    [`Analyse[user, ${user}]`, `Analyse[item, ${item}]`],
    [`UserInfo[${user}]`, `UserHistory[${user}, 3]`, `UserHistory[${user}, 10]`],
    [`UserHistory[${user}, 3]`, `UserHistory[${user}, 10]`, 'Finish[what was seen]'],
    [`Analyse[item, ${item}]`, ...finishes],
    [`ItemHistory[${item}, 3]`, `ItemHistory[${item}, 10]`],
    finishes,
    finishes,
  ]);
  expect(JSON.stringify(scripted.requests.at(-2)?.responseSchema)).toContain('does not follow from what was found');
  expect(new Set(asked.map(({ messages }) => messages[0]?.content)).size).toBe(asked.length);
  expect(tree.nodes.get('0.0.0')?.state?.observation).toMatch(/^User \d+: .*Over all \d+: mean /s);
  expect(answers?.[0]?.recommendation).toEqual({ type: 'rating', rating: 0.5 });
});
