/** @file Conversational recommendation: a dialogue becomes a request, and the request an answer. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import type { DialogueTurn } from '../../../src/core/task.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { parseDials } from '../../../src/reasoner/dials.ts';
import { createReasoner } from '../../../src/reasoner/reasoner.ts';
import { converse } from '../../../src/recommenders/macrec/attempt-task.ts';
import { readSystem } from '../../../src/recommenders/macrec/read-system.ts';
import { catalogueSearch } from '../../../src/tools/search-tool.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';

const dataset = madeUpDataset();
let database: Database;
beforeAll(async () => {
  const { heldOut } = leaveLastOut(dataset);
  const { signal } = new AbortController();
  database = await buildDatabase(await testEngine(), dataset, { heldOut, signal });
});

const TURNS: readonly DialogueTurn[] = [
  { role: 'user', text: 'Hello.' },
  { role: 'system', text: 'Hello! What would you like to watch?' },
  { role: 'user', text: 'Granite' },
];

async function talk(model: LanguageModel, turns = TURNS) {
  const { context, events } = contextOf(model);
  const system = readSystem({
    system: 'conversation',
    files: {},
    task: 'chat',
    dataset: 'made-up',
    without: [],
    form: null,
    tokenLimit: null,
  });
  const parts = { system, database, search: catalogueSearch(database), patience: 60 };
  const conversed = await converse(parts, turns, context);
  return { conversed, tree: traceTree(events) };
}

const rules = createReasoner({
  dials: parseDials({}),
  calibration: { rating: null, ranking: null, explanation: null, heading: null },
});

test('the rules look up what was asked for last and offer what was found and was not offered before', async () => {
  const { conversed, tree } = await talk(rules);
  expect(conversed.request).toBe('Find something by these words: granite.');
  expect(conversed.answer).toContain('Granite 2');
  const agents = [...tree.nodes.values()].filter(({ kind }) => kind === 'agent').map(({ label }) => label);
  expect(agents).toEqual(['Interpreter', 'Manager', 'Searcher']);
  const offered = /You could try (.*? \(\d{4}\))/.exec(conversed.answer)?.[1] ?? '';
  const { conversed: again } = await talk(rules, [
    ...TURNS,
    { role: 'system', text: conversed.answer },
    { role: 'user', text: 'Another one, please' },
  ]);
  expect(again.request).toContain('Said before: granite.');
  expect(offered).not.toBe('');
  expect(again.answer).not.toContain(offered);
});

test('a model reads the request and the dialogue', async () => {
  const model = scriptedModel({
    interpret: '{"type":"Finish","content":"Recommend a film about granite."}',
    'manager-thought': 'I know one.',
    'manager-action': '{"type":"Finish","content":"Granite III."}',
  });
  const { conversed } = await talk(model);
  expect(conversed).toEqual({ request: 'Recommend a film about granite.', answer: 'Granite III.' });
  const asked = model.requests.find(({ purpose }) => purpose.type === 'manager-action')?.messages[0]?.content;
  expect(asked).toContain('Recommend a film about granite.');
  expect(asked).toContain('User: Granite');
});

test('no answer is never made up', async () => {
  await expect(talk(scriptedModel({ 'manager-action': '?' }))).rejects.toMatchObject({ code: 'reply-unparseable' });
});
