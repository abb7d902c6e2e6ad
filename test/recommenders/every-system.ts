/** @file Every kind of task of every system on the made-up dataset, asked of whatever model. */
import { expect } from 'vitest';
import type { Database } from '../../src/core/database.ts';
import type { LanguageModel } from '../../src/core/language-model.ts';
import { createRandom } from '../../src/core/random.ts';
import type { RatingRequest } from '../../src/core/rater.ts';
import type { DialogueTurn, SeekingTask, Task } from '../../src/core/task.ts';
import type { EventBody, EventOf, TraceEvent } from '../../src/core/trace.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import { leaveLastOut } from '../../src/data/split/splits.ts';
import { makeTasks } from '../../src/data/split/tasks.ts';
import { writtenScale } from '../../src/environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../src/environments/raters/language-model-rater.ts';
import { selfInspiring } from '../../src/planners/self-inspiring.ts';
import { languageAgentTreeSearch } from '../../src/planners/language-agent-tree-search.ts';
import { treeOfThoughtsBfs } from '../../src/planners/tree-of-thoughts-bfs.ts';
import { treeOfThoughtsDfs } from '../../src/planners/tree-of-thoughts-dfs.ts';
import { converse } from '../../src/recommenders/macrec/attempt-task.ts';
import { macRec } from '../../src/recommenders/macrec/macrec.ts';
import { readSystem } from '../../src/recommenders/macrec/read-system.ts';
import { recMind } from '../../src/recommenders/recmind/recmind.ts';
import type { ConversationOptions } from '../../src/recommenders/interec/demonstrations.ts';
import { inteRec, type InteRecSetup } from '../../src/recommenders/interec/simulated-person.ts';
import { conversationOptions, chatReasoner } from '../../src/lab/chat/open-catalogue.ts';
import { databaseTool } from '../../src/tools/database-tool.ts';
import { catalogueSearch, searchTool } from '../../src/tools/search-tool.ts';
import { summarizeTool } from '../../src/tools/summarize-tool.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { contextOf } from '../lab/run/task-context.ts';
import { openMadeUp, startChat, type Opened } from './interec/open-made-up.ts';
import { DIRECT, EXPLANATION, RATING, SEQUENTIAL, SUMMARIZATION } from './recmind/tasks.ts';
import { film } from '../environments/rated.ts';

export const { signal } = new AbortController();
export const dataset = madeUpDataset();
export const split = leaveLastOut(dataset);
let database: Database;
let opened: Opened;
/** Opens the made-up dataset, before all tests. */
export async function openSystems(): Promise<void> {
  database = await buildDatabase(await testEngine(), dataset, { heldOut: split.heldOut });
  opened = await openMadeUp();
}

/** A conversation about it. */
export const talk = (model: LanguageModel, planning: 'plan-first' | 'step-by-step') =>
  startChat(opened, { model, options: { planning, reflections: 1, profile: true } });

export const TASKS = [RATING, DIRECT, SEQUENTIAL, EXPLANATION, SUMMARIZATION] satisfies readonly Task[];
export const PLANNERS = [selfInspiring, treeOfThoughtsBfs, treeOfThoughtsDfs, languageAgentTreeSearch];

export async function plan(model: LanguageModel, task: Task, planner = PLANNERS[0]!) {
  const run = contextOf(model);
  const answers = await recMind({
    planner: planner({ steps: 2, branching: 2, readingOfLine7: 'S-prime', alternativeCounts: true }),
    tools: [databaseTool(database), searchTool(catalogueSearch(database))],
    actions: 'free',
    decide: 'generate',
    answerFrom: 'kept',
    voters: 1,
    temperature: 0,
    budget: null,
    steps: 5,
  }).recommend(task, run.context);
  return { ...run, answers };
}

export const OPTIONS = { shots: 0, history: 5, seed: 1 } as const;
export const AGENT_TASKS = [
  makeTasks(dataset, split, { ...OPTIONS, type: 'rating-prediction', candidates: 0 })[0]!,
  makeTasks(dataset, split, { ...OPTIONS, type: 'sequential-recommendation', candidates: 4 })[0]!,
];

export async function ask(
  model: LanguageModel,
  system: string,
  form: 'text' | 'json',
  { task }: (typeof AGENT_TASKS)[number],
) {
  const run = contextOf(model);
  const recommender = macRec({
    system: readSystem({
      system,
      files: {},
      task: task.type === 'rating-prediction' ? 'rp' : 'sr',
      dataset: 'made-up',
      without: [],
      form,
      tokenLimit: null,
    }),
    database,
    search: catalogueSearch(database),
    rounds: 2,
    history: 5,
    patience: 60,
    lookUps: 'before',
  });
  return { ...run, answers: await recommender.recommend(task, run.context) };
}

/** A dialogue, answered by MACRec's interpreter, manager and searcher. */
export async function discuss(model: LanguageModel, form: 'text' | 'json') {
  const run = contextOf(model);
  const system = readSystem({
    system: 'conversation',
    files: {},
    task: 'chat',
    dataset: 'made-up',
    without: [],
    form,
    tokenLimit: null,
  });
  const turns: readonly DialogueTurn[] = [
    { role: 'user', text: 'Hello.' },
    { role: 'system', text: 'Hello! What would you like to watch?' },
    { role: 'user', text: 'A film like Night Ferry, please.' },
  ];
  const parts = { system, database, search: catalogueSearch(database), patience: 60 };
  return { ...run, conversed: await converse(parts, turns, run.context) };
}

/** What the reviews of an item come to by a model. */
export async function summarize(model: LanguageModel) {
  const run = contextOf(model);
  const [reviewed] = database.query('SELECT item_id FROM interactions WHERE review IS NOT NULL LIMIT 1').rows;
  return {
    ...run,
    result: await summarizeTool(database, 'model').execute({ item: String(reviewed?.[0]) }, run.context),
  };
}

/** Who looks for a film that they may not name. */
export const SEEKING: SeekingTask = {
  type: 'simulated-conversation',
  user: { id: 1, name: 'person 1' },
  item: { id: 7, title: 'Paper Moon Motel (1986)' },
  liked: [{ id: 4, title: 'Night Ferry (1983)' }],
  turns: 2,
  itemNoun: 'film',
  examples: [],
};

export async function converseWith(
  { catalogue }: Opened,
  task: Task,
  models: { readonly agent: LanguageModel; readonly simulator: LanguageModel },
  speaker: InteRecSetup['speaker'] = 'agent',
  options: Partial<ConversationOptions> = {},
) {
  const { agent, simulator } = models;
  const run = contextOf(agent, { named: new Map([['simulator', simulator]]) });
  const setup = {
    speaker,
    catalogue,
    itemNoun: 'film',
    conversation: conversationOptions(options),
    liked: () => SEEKING.liked,
  };
  return { ...run, answers: await inteRec(setup).recommend(task, run.context) };
}

/** A simulated person, played by the model, talks with the rules. */
export const seek = (model: LanguageModel) =>
  converseWith(opened, SEEKING, { agent: chatReasoner(), simulator: model });

/** The model, without tools, talks with the rules in the place of a person; with candidates where `isShown`. */
export const recommendPlainly = (model: LanguageModel, isShown: boolean) =>
  converseWith(opened, SEEKING, { agent: model, simulator: chatReasoner() }, isShown ? 'chat-rec' : 'plain');

export const RATED: RatingRequest = {
  person: { name: 'Ada', age: 41, gender: 'F', description: 'She bakes.', job: null, hobby: null },
  item: { ...film('Night Ferry', ['Drama'], 6), id: 'a', year: 1983 },
  history: [],
  timesBefore: 0,
  scale: { min: 1, max: 10 },
};

export const rate = (model: LanguageModel, scale: string) =>
  createLanguageModelRater({
    model,
    style: { scale: writtenScale(scale), shots: 0, system: 'default' },
    temperature: 0,
  }).rate(RATED, { random: createRandom(1), signal });

export const checks = (events: readonly TraceEvent[]) =>
  events.filter((event): event is EventOf<'reply-check'> => event.type === 'reply-check');
export const ofType = <Type extends EventBody['type']>(events: readonly TraceEvent[], type: Type) =>
  events.filter((event): event is EventOf<Type> => event.type === type);

/** Nothing that was thought is read by anybody: not in a prompt, an observation or an answer. */
export function expectNoThought(events: readonly TraceEvent[]): void {
  const read = events.flatMap((event) => {
    if (event.type === 'model-call') return event.messages.map(({ content }) => content);
    if (event.type === 'tool-result') return [event.observation];
    return event.type === 'node-end' || event.type === 'answer' ? [JSON.stringify(event)] : [];
  });
  for (const text of read) expect(text).not.toMatch(/<\/?think|<\/?reasoning|Let me see|a draft/);
}
