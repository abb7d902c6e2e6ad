/**
 * @file What a call is for is data for the rules and words for a language model: each text and number that the purpose of a call holds
 * stands in its messages, so that the rules are told nothing more than a model is.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { GenerateRequest, LanguageModel, Purpose } from '../../src/core/language-model.ts';
import { dressedModel } from '../models/dresses.ts';
import { sensibleReply } from '../models/sensible-replies.ts';
import {
  AGENT_TASKS,
  ask,
  discuss,
  openSystems,
  plan,
  PLANNERS,
  rate,
  recommendPlainly,
  seek,
  signal,
  summarize,
  talk,
  TASKS,
} from './every-system.ts';

beforeAll(openSystems);

/** Members by which the lab finds its way: places in trees and texts, and names of kinds that the words of a prompt stand for. */
const NO_DATA: ReadonlySet<string> = new Set([
  ...['type', 'kind', 'form', 'parent', 'isEnd', 'isLast', 'mayEnd', 'alternative', 'failed', 'isNumber', 'isPart'],
  ...['start', 'end', 'time'],
  // A result as data: a model reads its rows when it tells them, and the observation afterwards.
  'found',
  // How often the same was asked before.
  'leaks',
  // Which half of a demonstration is written first: prompts ask for it in other words.
  'first',
]);
/** Of a state its id in the trace; ids of people and items are numbers and count. */
const isPlace = (name: string, value: unknown): boolean => name === 'id' && typeof value === 'string';

function leavesOf(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return value === '' ? [] : [[path, value]];
  if (typeof value === 'number') return [[path, String(value)]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    NO_DATA.has(name) || isPlace(name, member) ? [] : leavesOf(member, `${path}.${Array.isArray(value) ? '*' : name}`),
  );
}

/** Long texts of examples are cut in prompts; a name that says nothing but a number is told as `user 7`; numbers of rows have four decimals. */
const CUT = 600;
const waysOf = (leaf: string): readonly string[] => [
  leaf,
  JSON.stringify(leaf).slice(1, -1),
  leaf.length > CUT ? leaf.slice(0, CUT) : leaf,
  leaf.replace(/^person (?=\d+$)/, 'user '),
  leaf.replace(/^-?\d+\.\d{5,}$/, (number) => String(Number(Number(number).toFixed(4)))),
];

/** What of a request's purpose its messages do not hold. */
function untold({ purpose, messages }: GenerateRequest): readonly string[] {
  const told = messages.map(({ content }) => content).join('\n');
  const isTold = (leaf: string): boolean => waysOf(leaf).some((written) => told.includes(written));
  return leavesOf(purpose, purpose.type).flatMap(([path, leaf]) => (isTold(leaf) ? [] : [`${path}: ${leaf}`]));
}

/** Every purpose that there is, which the compiler sees to. */
const EVERY: Readonly<Record<Purpose['type'], true>> = {
  'sample-state': true,
  vote: true,
  evaluate: true,
  inspire: true,
  value: true,
  'reflect-on-path': true,
  answer: true,
  sql: true,
  sentence: true,
  summarize: true,
  rate: true,
  'manager-thought': true,
  'manager-action': true,
  analyse: true,
  search: true,
  interpret: true,
  reflect: true,
  'dialogue-plan': true,
  'dialogue-step': true,
  'dialogue-reply': true,
  'dialogue-seek': true,
  'dialogue-critic': true,
  'dialogue-profile': true,
  'recommend-plainly': true,
};
/** What was asked for in the tests below. */
const met = new Set<Purpose['type']>();

function capable(reply = sensibleReply): {
  readonly model: LanguageModel;
  readonly asked: () => number;
  readonly untold: () => string[];
} {
  const found = new Set<string>();
  let asked = 0;
  const model = dressedModel(
    (request) => {
      asked += 1;
      met.add(request.purpose.type);
      for (const one of untold(request)) found.add(one);
      return reply(request);
    },
    (bare) => (typeof bare === 'string' ? bare : JSON.stringify(bare)),
  );
  return { model, asked: () => asked, untold: () => [...found].sort() };
}

describe('a language model is told what the rules are given by', () => {
  test.each(TASKS)('RecMind, $type', async (task) => {
    for (const planner of PLANNERS) {
      const { model, asked, untold: left } = capable();
      await plan(model, task, planner);
      expect(asked()).toBeGreaterThan(2);
      expect(left()).toEqual([]);
    }
  });

  test.each(['manager', 'analyst', 'analyst-reflector', 'collaboration', 'react', 'reflexion'])(
    'MACRec, %s',
    async (system) => {
      for (const form of ['json', 'text'] as const) {
        const { model, untold: left } = capable();
        for (const task of AGENT_TASKS) await ask(model, system, form, task);
        expect(left()).toEqual([]);
      }
    },
  );

  test.each(['json', 'text'] as const)('MACRec, a dialogue, in %s', async (form) => {
    const { model, untold: left } = capable((request) =>
      request.purpose.type === 'manager-action' && request.purpose.states.length === 0
        ? { type: 'Search', content: 'a night ferry' }
        : sensibleReply(request),
    );
    await discuss(model, form);
    expect(left()).toEqual([]);
  });

  test('what reviews say', async () => {
    const { model, asked, untold: left } = capable();
    await summarize(model);
    expect(asked()).toBe(1);
    expect(left()).toEqual([]);
  });

  test('a simulated person', async () => {
    const { model, untold: left } = capable();
    await seek(model);
    expect(left()).toEqual([]);
  });

  test('a model without tools, with candidates and without', async () => {
    const { model, untold: left } = capable();
    for (const isShown of [true, false]) await recommendPlainly(model, isShown);
    expect(left()).toEqual([]);
  }, 60_000);

  test.each(['plan-first', 'step-by-step'] as const)('a conversation, %s', async (planning) => {
    const { model, untold: left } = capable();
    const chat = talk(model, planning);
    await chat.say('A film from after 1982, please.', signal);
    await chat.say('A drama like Granite 2, please, and not by Kim.', signal);
    await chat.say('Another one.', signal);
    expect(left()).toEqual([]);
  });

  test('the rater', async () => {
    const { model, untold: left } = capable();
    await rate(model, '1-10');
    expect(left()).toEqual([]);
  });

  test('in every purpose that there is', () => {
    expect([...met].sort()).toEqual(Object.keys(EVERY).sort());
  });
});
