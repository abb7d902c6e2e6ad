/** @file Forks of real runs on the made-up dataset: what they share with their parent, and what an edit changes. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LanguageModel } from '../../../../src/core/language-model.ts';
import { PLANNERS } from '../../../../src/planners/registry.ts';
import { formatTrace, parseTrace } from '../../../../src/trace/trace-file.ts';
import { traceTree } from '../../../../src/trace/trace-tree.ts';
import type { RunHost } from '../../../../src/lab/run/run-host.ts';
import { openSession, type Session } from '../../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../../data/dataset.ts';
import { testEngine } from '../../../data/engine.ts';
import { scriptedModel, step, type Replies } from '../../../models/scripted-model.ts';
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

/** All but the one that has no state to fork from. */
const FORKED = PLANNERS.map(({ name }) => name).filter((name) => name !== 'input-output');

let session: Session;
beforeAll(async () => {
  session = openSession(await testEngine(), madeUpDataset());
});

const runOn = (spec: unknown, host: Partial<RunHost> = {}) => runIn(session, spec, host);

const specOf = (planner: string, users: readonly number[] = [1]) => ({
  dataset: { name: 'made-up' },
  tasks: { name: 'rating-prediction', options: { users } },
  recommender: { name: 'recmind', options: { planner, steps: 3, branching: 2, answerFrom: 'both', actions: 'free' } },
  seed: 7,
});

describe.each(FORKED)('a fork of %s', (planner) => {
  const isPlain = planner === 'self-consistency';
  let parent: Ran;
  beforeAll(async () => {
    parent = await runOn(specOf(planner));
    expect(parent.summary.outcome).toBe('done');
  });

  test('without an edit has the events of its parent, from every state on', async () => {
    for (const { id } of statesOf(parent.events)) {
      const spec = forkOf(parent.events, id);
      const forked = await runOn(spec, parentOf(parent.events));
      expect(body(forked.events)).toEqual(body(parent.events));
      expect((await runOn(spec)).summary.digest).toBe(forked.summary.digest);
    }
  });

  test('asks no model for what its parent has', async () => {
    const states = statesOf(parent.events);
    const last = states.at(-1)?.id ?? '';
    const spec = forkOf(parent.events, last);
    const shared = spec.fork?.shared.events ?? 0;
    const before = parent.events.filter((event) => event.type === 'model-call' && event.seq < shared).length;
    const all = parent.events.filter((event) => event.type === 'model-call').length;
    const asked: string[] = [];
    const forked = await runOn(spec, {
      ...parentOf(parent.events),
      createModel: async (...given) => counted(await session.createModel(...given), asked),
    });
    expect(before).toBeGreaterThan(0);
    expect(asked).toHaveLength(all - before);
    expect(forked.summary.modelCalls).toBe(parent.summary.modelCalls);
  });

  test.each([
    ['thought', { thought: 'I would rather ask what is said of its maker.' }],
    ['observation', { observation: 'The average rating is 1.' }],
    ['action', { action: { tool: 'search', input: 'Granite' } }],
  ] as const)('with another %s changes nothing before it, and says so in the trace', async (part, edit) => {
    if (isPlain) {
      expect(() => forkOf(parent.events, '0.0', edit)).toThrow(/Only its prompt can be edited/);
      return;
    }
    const node =
      statesOf(parent.events).find(({ state, tools }) => state?.isEnd === false && tools.length > 0)?.id ?? '';
    const spec = forkOf(parent.events, node, edit);
    const forked = await runOn(spec, parentOf(parent.events));
    const at = firstDifference(forked.events, parent.events);
    expect(at).toBe(spec.fork?.shared.events);
    expect(forked.events[at]).toMatchObject({ type: 'state-edit', node, part, after: edit[part as keyof typeof edit] });
    expect(editsOf(forked.events)).toHaveLength(1);
    const state = traceTree(forked.events).nodes.get(node)?.state;
    if (part === 'action') expect(state?.action).toMatchObject({ tool: 'search' });
    else expect(state?.[part]).toBe(Object.values(edit)[0]);
    expect(forked.summary.outcome).toBe('done');
    // Its spec alone gives it again, also where its parent is not kept.
    const again = await runOn(JSON.parse(JSON.stringify(spec)));
    expect(again.summary.digest).toBe(forked.summary.digest);
    expect(parseTrace(formatTrace(forked.events))).toEqual(forked.events);
  });
});

const REPLIES: Replies = {
  'sample-state': [step('search', 'Granite'), step('search', 'Night Ferry')],
  evaluate: '{"verdict":"keep","reason":""}',
  vote: '{"choice":1}',
  inspire: '{"explore":false,"reason":""}',
  answer: ({ messages }) =>
    `{"rating":${messages.some(({ content }) => content.includes('HATED')) ? 1 : 3},"reason":""}`,
};
const LIVE = {
  ...specOf('chain-of-thought'),
  model: { name: 'transformers/any' },
};
const scripted = (replies: Replies = {}) => ({
  createModel: () => Promise.resolve<LanguageModel>(scriptedModel({ ...REPLIES, ...replies })),
});

describe('a fork of a run of a language model', () => {
  test('takes the prompt that a person wrote, for the one call', async () => {
    const parent = await runOn(LIVE, scripted());
    const [node] = statesOf(parent.events);
    const messages = [{ role: 'user', content: 'HATED films only.' }] as const;
    const spec = forkOf(parent.events, node?.id ?? '', { prompt: { call: 0, messages } });
    const forked = await runOn(spec, {
      ...scripted({ 'sample-state': ({ messages: [first] }) => step('search', first?.content ?? '') }),
      ...parentOf(parent.events),
    });
    const [call, second] = forked.events.filter((event) => event.type === 'model-call');
    expect(call).toMatchObject({ node: node?.id, messages });
    expect(second?.messages).not.toEqual(messages);
    expect(editsOf(forked.events)).toMatchObject([{ part: 'prompt', after: messages }]);
    expect(traceTree(forked.events).nodes.get(node?.id ?? '')?.state?.action?.arguments).toEqual({
      query: 'HATED films only.',
    });
  });

  test('repeats what no engine would say again, as long as its parent is at hand, and says where it is not', async () => {
    let turn = 0;
    const moody = scripted({ 'sample-state': () => step('search', `Granite ${String((turn += 1))}`) });
    const parent = await runOn(LIVE, moody);
    const spec = forkOf(parent.events, '0.0.0', { observation: 'They HATED it.' });
    const forked = await runOn(spec, { ...moody, ...parentOf(parent.events) });
    expect(firstDifference(forked.events, parent.events)).toBe(spec.fork?.shared.events);
    expect(forked.events.find((event) => event.type === 'answer')?.recommendation).toEqual({
      type: 'rating',
      rating: 1,
    });

    const orphan = await runOn(spec, moody);
    expect(orphan.summary).toMatchObject({ outcome: 'failed', failures: { 'reply-not-recorded': 1 } });
    const error = orphan.events.find((event) => event.type === 'error')?.error;
    expect(error?.message).toContain('does not come as far as the state that was edited');
  });

  test('can go on where planning ended, and from a step that could not be read', async () => {
    const ending = scripted({ 'sample-state': ['{"thought":"End of Planning","tool":"end","input":""}'] });
    const ended = await runOn(LIVE, ending);
    const goesOn = await runOn(forkOf(ended.events, '0.0', { action: { tool: 'search', input: 'Granite' } }), {
      ...scripted(),
      ...parentOf(ended.events),
    });
    expect(traceTree(goesOn.events).nodes.get('0.0')?.state).toMatchObject({
      isEnd: false,
      action: { tool: 'search' },
    });
    const garbled = await runOn(LIVE, scripted({ 'sample-state': ['what?', 'what?', step('search', 'Granite')] }));
    const saved = await runOn(
      forkOf(garbled.events, '0.0', { thought: 'Search.', action: { tool: 'search', input: 'G' } }),
      {
        ...scripted(),
        ...parentOf(garbled.events),
      },
    );
    expect(traceTree(saved.events).nodes.get('0.0')?.state).toMatchObject({
      thought: 'Search.',
      action: { tool: 'search' },
    });
  });
});

describe('a fork of a fork', () => {
  test('keeps the edits before its own, and drops those that come after', async () => {
    const parent = await runOn(specOf('self-inspiring'));
    const [first, second] = statesOf(parent.events).filter(({ tools }) => tools.length > 0);
    const early = forkOf(parent.events, first?.id ?? '', { observation: 'Nothing was found.' });
    const forked = await runOn(early, parentOf(parent.events));
    const at =
      statesOf(forked.events)
        .filter(({ state }) => state?.isEnd === false)
        .at(-1)?.id ?? '';
    const late = forkOf(forked.events, at, { thought: 'Once more.' });
    expect(late.fork?.edits.map(({ edit }) => Object.keys(edit))).toEqual([['observation'], ['thought']]);
    const twice = await runOn(late, parentOf(forked.events));
    expect(twice.summary.outcome).toBe('done');
    expect(editsOf(twice.events).map(({ part }) => part)).toEqual(['observation', 'thought']);
    expect((await runOn(late)).summary.digest).toBe(twice.summary.digest);

    const back = forkOf(twice.events, first?.id ?? '', { action: { tool: 'search', input: 'Granite' } });
    expect(back.fork?.edits).toHaveLength(1);
    const same = forkOf(forked.events, first?.id ?? '', { observation: 'Something was.' });
    const changed = await runOn(same, parentOf(forked.events));
    expect(editsOf(changed.events)).toMatchObject([{ part: 'observation', after: 'Something was.' }]);
    expect(second).toBeDefined();
  });
});

describe('what cannot be forked is refused in words', () => {
  test('states that are not there, prompts of the reasoner, and ends without an action', async () => {
    const { events } = await runOn(specOf('chain-of-thought'));
    const end = statesOf(events).find(({ state }) => state?.isEnd);
    expect(refusal(() => forkOf(events, '0.9'))).toContain('no state 0.9');
    expect(refusal(() => forkOf(events, '0'))).toContain('no state 0');
    const prompt = { call: 0, messages: [{ role: 'user', content: 'x' }] } as const;
    expect(refusal(() => forkOf(events, '0.0', { prompt }))).toContain('would change nothing');
    expect(refusal(() => forkOf(events, '0.0', { prompt: { ...prompt, call: 9 } }))).toContain('none with the place 9');
    if (end !== undefined)
      expect(refusal(() => forkOf(events, end.id, { thought: 'No.' }))).toContain('give it an action');
    const [start] = events;
    expect(refusal(() => forkOf(start === undefined ? [] : [start], '0.0'))).toContain('no state 0.0');
  });
});
