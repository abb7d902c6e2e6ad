/** @file Forks of runs of agents: from any step of the manager or of those that it asks, with each part of a step changed. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { StateEdit } from '../../../../src/core/fork.ts';
import type { GenerateRequest, LanguageModel } from '../../../../src/core/language-model.ts';
import { traceTree, type TraceNode } from '../../../../src/trace/trace-tree.ts';
import type { RunHost } from '../../../../src/lab/run/run-host.ts';
import { parseRunSpec } from '../../../../src/lab/run/run-spec.ts';
import { openSession, type Session } from '../../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../../data/dataset.ts';
import { testEngine } from '../../../data/engine.ts';
import { scriptedModel, type Replies } from '../../../models/scripted-model.ts';
import {
  body,
  counted,
  editsOf,
  firstDifference,
  forkOf,
  parentOf,
  refusal,
  runIn,
  statesOf,
  type Ran,
} from './forks.ts';

let session: Session;
beforeAll(async () => {
  session = openSession(await testEngine(), madeUpDataset({ density: 0.6 }));
});

const runOn = (spec: unknown, host: Partial<RunHost> = {}) => runIn(session, spec, host);

const ONE_RATING = { name: 'rating-prediction', options: { users: [1] } };
const specOf = (system: string, tasks: object = ONE_RATING) => ({
  dataset: { name: 'made-up' },
  tasks,
  recommender: { name: 'macrec', options: { system } },
  seed: 7,
});
const LIVE = { ...specOf('analyst'), model: { name: 'transformers/any' } };

const SCRIPT: Replies = {
  'manager-thought': 'Ask the analyst.',
  'manager-action': ({ purpose, messages: [message] }) => {
    const asked = 'states' in purpose ? purpose.states.length : 0;
    if (message?.content.includes('HATED') === true) return '{"type":"Finish","content":1}';
    return asked === 0 ? '{"type":"Analyse","content":["user",1]}' : '{"type":"Finish","content":3}';
  },
  analyse: ({ purpose }) =>
    'states' in purpose && purpose.states.length === 0
      ? '{"type":"UserInfo","content":1}'
      : '{"type":"Finish","content":"They like what is short."}',
};
const scripted = (replies: Replies = {}) => ({
  createModel: () => Promise.resolve<LanguageModel>(scriptedModel({ ...SCRIPT, ...replies })),
});
const nodeIn = ({ events }: Ran, id: string): TraceNode | undefined => traceTree(events).nodes.get(id);
const answerIn = ({ events }: Ran) => events.find((event) => event.type === 'answer')?.recommendation;

/** A fork of a run of the script. The manager's steps are 0.0.0 and 0.0.1, those of the analyst lie under 0.0.0.0. */
async function forkedAt(node: string, edit: StateEdit, replies: Replies = {}) {
  const parent = await runOn(LIVE, scripted());
  const spec = forkOf(parent.events, node, edit);
  const forked = await runOn(spec, { ...scripted(replies), ...parentOf(parent.events) });
  expect(firstDifference(forked.events, parent.events)).toBe(spec.fork?.shared.events);
  expect((await runOn(JSON.parse(JSON.stringify(spec)), scripted(replies))).summary.digest).toBe(forked.summary.digest);
  return { parent, forked, spec };
}

const conversation = { dialogue: [{ role: 'user', text: 'A thriller, please.' }] };

describe.each([
  ['a rating', specOf('analyst-reflector')],
  ['a conversation', specOf('conversation', { name: 'conversation', options: conversation })],
])('a fork of agents at %s', (_, spec) => {
  test('has the events of its parent where nothing is edited, from every step on, and asks no model before it', async () => {
    const parent = await runOn(spec);
    expect(parent.summary.outcome).toBe('done');
    const steps = statesOf(parent.events).filter(({ state }) => state !== null);
    expect(steps.length).toBeGreaterThan(1);
    for (const { id } of steps) {
      const fork = forkOf(parent.events, id);
      const asked: string[] = [];
      const forked = await runOn(fork, {
        ...parentOf(parent.events),
        createModel: async (...given) => counted(await session.createModel(...given), asked),
      });
      expect(body(forked.events)).toEqual(body(parent.events));
      const live = parent.events.slice(fork.fork?.shared.events).filter(({ type }) => type === 'model-call');
      expect(asked).toHaveLength(live.length);
      expect((await runOn(fork)).summary.digest).toBe(forked.summary.digest);
    }
  });
});

describe('a step of the manager', () => {
  test('acts by the thought that a person wrote', async () => {
    const { forked } = await forkedAt('0.0.1', { thought: 'They HATED it.' });
    expect(editsOf(forked.events)).toMatchObject([{ node: '0.0.1', part: 'thought', before: 'Ask the analyst.' }]);
    expect(nodeIn(forked, '0.0.1')?.state).toMatchObject({ thought: 'They HATED it.', action: { arguments: 1 } });
    expect(answerIn(forked)).toMatchObject({ rating: 1 });
  });

  test('goes on from the observation that a person wrote', async () => {
    const { forked } = await forkedAt('0.0.0', { observation: 'They HATED it.' });
    expect(nodeIn(forked, '0.0.0')?.state?.observation).toBe('They HATED it.');
    expect(answerIn(forked)).toMatchObject({ rating: 1 });
  });
});

describe('a step of the analyst', () => {
  test('looks up what a person chose, and replies what a person let it reply', async () => {
    const { forked } = await forkedAt('0.0.0.0.0', { action: { tool: 'UserHistory', input: [1, 3] } });
    expect(nodeIn(forked, '0.0.0.0.0')?.tools).toMatchObject([{ event: { tool: 'UserHistory' } }]);
    const told = await forkedAt('0.0.0.0.1', { action: { tool: 'Finish', input: 'They HATED it.' } });
    expect(nodeIn(told.forked, '0.0.0')?.state?.observation).toBe('They HATED it.');
    expect(answerIn(told.forked)).toMatchObject({ rating: 1 });
    const bracketed = await forkedAt('0.0.0.0.1', {
      action: { tool: 'Finish', input: 'Short ], or [ long, they say' },
    });
    expect(nodeIn(bracketed.forked, '0.0.0')?.state?.observation).toBe('Short ], or [ long, they say');
  });
});

describe('prompts of a step', () => {
  const thinker = { name: 'transformers/thinker', options: {} };
  const thought = { model_type: 'lab', model_name: 'thinker', temperature: 0, max_tokens: 96 };
  const TWO_MODELS = {
    ...LIVE,
    recommender: {
      name: 'macrec',
      options: { system: 'analyst', files: { 'agents/manager-thought.json': thought }, models: { thinker } },
    },
  };
  const says = (content: string) => [{ role: 'user', content }] as const;
  const echo: Replies = { 'manager-thought': ({ messages: [first] }: GenerateRequest) => first?.content ?? '' };

  test('are changed at either stage, whichever model it has, and in forks of one another', async () => {
    const parent = await runOn(TWO_MODELS, scripted());
    const early = forkOf(parent.events, '0.0.1', { prompt: { call: 0, messages: says('Think of owls.') } });
    const one = await runOn(early, { ...scripted(echo), ...parentOf(parent.events) });
    expect(nodeIn(one, '0.0.1')?.state).toMatchObject({ thought: 'Think of owls.', action: { arguments: 3 } });
    const late = forkOf(one.events, '0.0.1', { prompt: { call: 1, messages: says('They HATED it.') } });
    const two = await runOn(late, { ...scripted(echo), ...parentOf(one.events) });
    expect(editsOf(two.events).map(({ part, after }) => [part, after])).toEqual([
      ['prompt', says('Think of owls.')],
      ['prompt', says('They HATED it.')],
    ]);
    expect(nodeIn(two, '0.0.1')?.state).toMatchObject({ thought: 'Think of owls.', action: { arguments: 1 } });
    // Another thought is asked for again by the first stage alone, so the second one's prompt is the lab's again.
    const back = forkOf(two.events, '0.0.1', { thought: 'Ask.' });
    expect(back.fork?.edits.map(({ edit }) => edit)).toEqual([
      { prompt: early.fork?.edits[0]?.edit.prompt },
      { thought: 'Ask.' },
    ]);
    const three = await runOn(back, { ...scripted(echo), ...parentOf(two.events) });
    expect(editsOf(three.events).map(({ part }) => part)).toEqual(['prompt', 'thought']);
  });
});

test('what cannot be forked is refused in words', async () => {
  const { events } = await runOn(specOf('analyst-reflector'));
  const tree = traceTree(events);
  const of = (label: string) => [...tree.nodes.values()].find((node) => node.label === label)?.id ?? '';
  expect(refusal(() => forkOf(events, '0.0'))).toContain('is all that the Manager did. Fork one of its steps: 0.0.0,');
  expect(refusal(() => forkOf(events, of('Reflector')))).toContain('took no steps');
  const several = await runOn(specOf('analyst', { name: 'rating-prediction', options: { users: [1, 2] } }));
  expect(refusal(() => forkOf(several.events, '1.0'))).toContain('Fork one of its steps: 1.0.0,');
  const end = statesOf(events).find(({ state }) => state?.isEnd)?.id ?? '';
  expect(refusal(() => forkOf(events, end, { observation: 'No.' }))).toContain('ended with Finish');
  expect(refusal(() => forkOf(events, '0.0.0', { action: null }))).toContain('the action Finish');
  const inner = statesOf(events).find(({ id }) => id.split('.').length === 5)?.id ?? '';
  expect(refusal(() => forkOf(events, inner, { thought: 'Hm.' }))).toContain('the manager alone');
  const edit = { prompt: { call: 0, messages: [{ role: 'user', content: 'x' }] } } as const;
  expect(refusal(() => forkOf(events, '0.0.0', edit))).toContain('would change nothing');
  const { fork } = forkOf(events, '0.0.0', {});
  expect(refusal(() => parseRunSpec({ ...LIVE, recommender: { name: 'baseline/item-cosine' }, fork }))).toContain(
    'runs of recmind and macrec',
  );
  const [start] = events;
  const other = start?.type === 'run-start' ? { ...start, spec: { recommender: { name: 'interec' } } } : start;
  expect(refusal(() => forkOf(other === undefined ? [] : [other], '0.0'))).toContain('only runs of recmind and macrec');
});
