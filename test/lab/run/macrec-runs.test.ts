/** @file Runs of MACRec: each agent's failures leave the run standing, a second run is the same, and requests are answered. */
import { beforeAll, describe, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import type { GenerateRequest, LanguageModel } from '../../../src/core/language-model.ts';
import { formatTrace } from '../../../src/trace/trace-file.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { REASONER_ID } from '../../../src/core/reasoner-name.ts';
import type { RunHost } from '../../../src/lab/run/run-host.ts';
import { run } from './run-written.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel, type Replies } from '../../models/scripted-model.ts';

let session: Session;
beforeAll(async () => {
  session = openSession(await testEngine(), madeUpDataset({ density: 0.6 }));
});

const signal = new AbortController().signal;
/** @param analyst what the analyst says in place of what it would */
async function runOn(spec: object, model?: LanguageModel, analyst?: string, own: Partial<RunHost> = {}) {
  const events: TraceEvent[] = [];
  const host: Pick<RunHost, keyof Session & keyof RunHost> = {
    ...session,
    async createModel(...given) {
      const made = model ?? (await session.createModel(...given));
      return analyst === undefined ? made : saying(made, analyst);
    },
  };
  const summary = await run(
    { dataset: { name: 'made-up' }, ...spec },
    { ...host, now: () => 0, write: (event) => events.push(event), signal, ...own },
  );
  const agents = [...traceTree(events).nodes.values()].filter(({ kind }) => kind === 'agent');
  return { summary, events, agents };
}

/** The model with one reply to whatever the analyst asks it. */
const saying = (model: LanguageModel, reply: string): LanguageModel => ({
  id: model.id,
  title: model.title,
  contextLength: model.contextLength,
  capabilities: model.capabilities,
  provenance: model.provenance,
  async *stream(request, options) {
    if (request.purpose.type !== 'analyse') {
      yield* model.stream(request, options);
      return;
    }
    yield { type: 'text-delta', delta: reply };
    yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1, estimated: true } };
  },
});

const tasks = { name: 'rating-prediction', options: { users: [1, 2, 3] } };
const explanations = { name: 'explanation-generation', options: { count: 3 } };
const specOf = (system: string, options: object = {}, of: object = tasks) => ({
  tasks: of,
  recommender: { name: 'macrec', options: { system, ...options } },
});

test('models of the agents’ own are recorded and replayed, each as what it is, without any engine', async () => {
  const files = new MemoryFileStore();
  const spec = specOf('collaboration', {
    models: { small: { name: 'transformers/small' } },
    files: { 'agents/analyst.json': { model_type: 'lab', model_name: 'small', json_mode: true } },
  });
  const createModel: RunHost['createModel'] = async (asked, ...others) => {
    const reasoner = await session.createModel({ ...asked, model: { name: REASONER_ID, options: {} } }, ...others);
    if (asked.model.name === REASONER_ID) return reasoner;
    return { ...reasoner, id: 'test/small', stream: (request, options) => reasoner.stream(request, options) };
  };
  const record = { ...spec, replies: { mode: 'record', recording: 'team' } };
  const kept = await runOn(record, undefined, undefined, { createModel, files });
  const refuse = () => Promise.reject(new LabError('internal', 'An engine was asked.'));
  const replay = { ...spec, replies: { mode: 'replay', recording: 'team' } };
  const again = await runOn(replay, undefined, undefined, { createModel: refuse, files });
  expect(again.summary).toMatchObject({ outcome: 'done', failures: {} });
  expect(again.events.slice(1, -1)).toEqual(kept.events.slice(1, -1));
  const asked = new Set(again.events.flatMap((event) => (event.type === 'model-call' ? event.model : [])));
  expect(asked).toEqual(new Set([REASONER_ID, 'test/small']));
});

describe('one agent’s failure never takes the run down', () => {
  // Every agent is asked in each task: the manager asks the analyst and the searcher, then answers, then is reviewed.
  const GOOD: Replies = {
    'manager-thought': 'Ask.',
    'manager-action': ({ purpose }) => {
      const asked = 'states' in purpose ? purpose.states.length : 0;
      if (asked === 0) return '{"type":"Analyse","content":["user",1]}';
      return asked === 1 ? '{"type":"Search","content":"Granite"}' : '{"type":"Finish","content":3}';
    },
    analyse: '{"type":"Finish","content":"They like what is short."}',
    search: '{"type":"Finish","content":"It is short."}',
    reflect: '{"correctness":false,"reason":"Look again."}',
  };
  type Failing = (request: GenerateRequest, options: { readonly signal: AbortSignal }) => Promise<string>;
  const FAILURES: readonly (readonly [string, Failing, number])[] = [
    ['throws', () => Promise.reject(new LabError('model-failed', 'The engine broke.')), 60],
    ['times out', () => new Promise(() => {}), 0.3],
    ['returns nonsense', () => Promise.resolve('Ünsinn }{'), 60],
    ['loops', ({ purpose }) => Promise.resolve(loopOf(purpose.type)), 60],
  ];
  const loopOf = (type: string): string =>
    type === 'analyse' ? '{"type":"UserInfo","content":1}' : '{"type":"Search","content":"Granite"}';
  const AGENTS = [
    ['Analyst', 'analyse'],
    ['Searcher', 'search'],
    ['Reflector', 'reflect'],
  ] as const;

  test.each(
    AGENTS.flatMap(([agent, purpose]) =>
      FAILURES.map(([what, fail, patience]) => ({ agent, purpose, what, fail, patience })),
    ),
  )('the $agent $what', async ({ agent, purpose, fail, patience }) => {
    const good = scriptedModel(GOOD);
    const model: LanguageModel = {
      ...good,
      async *stream(request, options) {
        if (request.purpose.type !== purpose) {
          yield* good.stream(request, options);
          return;
        }
        yield { type: 'text-delta', delta: await fail(request, options) };
        yield { type: 'finish', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1, estimated: true } };
      },
    };
    const { summary, agents } = await runOn(specOf('collaboration', { patience }), model);
    expect(summary).toMatchObject({ outcome: 'done', tasks: 3, failures: {} });
    const failed = agents.filter(({ end }) => end?.status === 'failed').map(({ label }) => label);
    expect(failed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(failed)).toEqual(new Set([agent]));
  });
});

describe('a second run', () => {
  test.each([
    ['of all agents', specOf('collaboration')],
    ['in text', specOf('analyst-reflector', { form: 'text' })],
    ['of explanations', specOf('collaboration', {}, explanations)],
    ['of ReAct', specOf('react')],
    ['of Reflexion', specOf('reflexion')],
  ])('%s has the same events, byte for byte', async (_what, spec) => {
    const [first, second] = [await runOn(spec), await runOn(spec)];
    expect(first.summary).toMatchObject({ outcome: 'done', failures: {} });
    expect(formatTrace(second.events)).toBe(formatTrace(first.events));
  });
});

test('explanations are written from what the analyst and the searcher found, and are measured', async () => {
  const { summary, events, agents } = await runOn(specOf('collaboration', {}, explanations));
  expect(summary.metrics['ROUGE-1']).toBeGreaterThan(0);
  expect(new Set(agents.map(({ label }) => label))).toEqual(new Set(['Manager', 'Analyst', 'Searcher', 'Reflector']));
  const texts = events.flatMap((event) =>
    event.type === 'answer' && event.recommendation.type === 'text' ? [event.recommendation.text] : [],
  );
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toMatch(/usual|last \d+ that they rated|Others give it/);
  const truths = events.flatMap((event) =>
    event.type === 'truth' && event.truth.type === 'text' ? [event.truth.text] : [],
  );
  for (const event of events)
    if (event.type !== 'truth') for (const truth of truths) expect(JSON.stringify(event)).not.toContain(truth);
});

test('the analyst sees nothing that was later than what is asked about, unless the spec says so', async () => {
  const rowsIn = async (options: object) => {
    const { events } = await runOn(specOf('analyst', options));
    return events.flatMap((event) => (event.type === 'tool-result' ? [event.observation] : [])).join('\n');
  };
  const [before, all] = [await rowsIn({}), await rowsIn({ lookUps: 'all' })];
  expect(before).not.toBe(all);
  const ratings = (text: string): number =>
    [...text.matchAll(/ of (\d+) ratings of item/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  expect(ratings(before)).toBeLessThan(ratings(all));
});

const ask = (options: object) => ({
  tasks: { name: 'conversation', options },
  recommender: { name: 'macrec', options: { system: 'conversation' } },
});
const dialogue = [{ role: 'user', text: 'I would like to see Granite.' }];

describe('a request', () => {
  test('a dialogue is interpreted and answered, with nothing measured', async () => {
    const { summary, events, agents } = await runOn(ask({ dialogue }));
    expect(summary).toMatchObject({ outcome: 'done', tasks: 1, metrics: {} });
    expect(summary.reply).toMatch(/^You could try Granite/);
    expect(agents.map(({ label }) => label)).toEqual(['Interpreter', 'Manager', 'Searcher']);
    expect(events.some(({ type }) => type === 'truth' || type === 'metric')).toBe(false);
  });

  test.each([
    ['no dialogue', ask({}), 'tasks.options.dialogue: conversation needs it'],
    [
      'another recommender',
      { tasks: { name: 'conversation', options: { dialogue } } },
      'recommender.name: agents answer',
    ],
    ['people', ask({ dialogue, users: [1] }), "nobody's held-out interactions"],
  ])('%s is refused by name', async (_what, spec, message) => {
    await expect(runOn(spec)).rejects.toThrow(message);
  });
});
