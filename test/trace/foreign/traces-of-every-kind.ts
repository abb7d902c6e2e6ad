/** @file Real traces, which together have every kind of event: of each planner, of agents, conversations, forks, failures, episodes and trainings. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseTrace } from '../../../src/trace/trace-file.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { DEFAULT_ENVIRONMENT } from '../../../src/core/simulation.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { newLab } from '../../lab/open-lab.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { openMadeUp, startChat } from '../../recommenders/interec/open-made-up.ts';
import { bookSessions, holdBookSessions } from '../../lab/sessions/books.ts';
import { forkOf, parentOf, runIn } from '../../lab/run/fork/forks.ts';
import { dressedModel } from '../../models/dresses.ts';
import { sensibleReply } from '../../models/sensible-replies.ts';
import { scriptedRun } from '../../ui/scripted-run.ts';

type Traces = ReadonlyMap<string, readonly TraceEvent[]>;

const DATASETS = resolve(import.meta.dirname, '../../../datasets');
const { signal } = new AbortController();
const dataset = { name: 'made-up' };
const rating = (users: readonly number[]) => ({ name: 'rating-prediction', options: { users } });

const PLANNERS = [
  'chain-of-thought',
  'tree-of-thoughts-bfs',
  'tree-of-thoughts-dfs',
  'self-inspiring',
  'language-agent-tree-search',
];

async function runs(): Promise<Traces> {
  const traces = new Map<string, readonly TraceEvent[]>();
  for (const planner of PLANNERS) traces.set(planner, await scriptedRun({ planner }));
  const session = openSession(await testEngine(), madeUpDataset({ density: 0.6 }));
  const recommender = { name: 'recmind', options: { steps: 3 } };
  const { events } = await runIn(session, { dataset, tasks: rating([1, 2]), recommender });
  traces.set('recmind', events);
  const edited = forkOf(events, '0.0', { observation: 'They gave it 5.' });
  traces.set('fork', (await runIn(session, edited, parentOf(events))).events);
  const limits = { modelCalls: 2, tokens: 1_000_000 };
  traces.set('failed', (await runIn(session, { dataset, tasks: rating([1]), recommender, limits })).events);
  const choice = { name: 'direct-recommendation', options: { users: [1], shots: 1, candidates: 8 } };
  traces.set('choice', (await runIn(session, { dataset, tasks: choice, recommender })).events);
  const macrec = { name: 'macrec', options: {} };
  traces.set('macrec', (await runIn(session, { dataset, tasks: rating([1]), recommender: macrec })).events);
  return traces;
}

async function conversation(): Promise<readonly TraceEvent[]> {
  const chat = startChat(await openMadeUp());
  await chat.say('Recommend me a comedy from the nineties, please.', signal);
  chat.editProfile(null);
  return chat.events;
}

/** A conversation with a model that thinks, behind a server that is busy. */
async function thinking(): Promise<readonly TraceEvent[]> {
  const model = dressedModel(sensibleReply, (bare) => ({ thought: 'Hm.', wait: 10, text: JSON.stringify(bare) }));
  const chat = startChat(await openMadeUp(), { model });
  await chat.say('A film from after 1982, please.', signal);
  return chat.events;
}

/** One recommendation to a simulated person, and a training of one policy. */
async function simulations(): Promise<Traces> {
  const lab = newLab(new MemoryFileStore());
  const prompt = { ...DEFAULT_ENVIRONMENT.prompt, scale: '1-5' } as const;
  const environment = { ...DEFAULT_ENVIRONMENT, of: 'books', people: 4, items: 15, prompt } as const;
  const episode: TraceEvent[] = [];
  const going = { onEvents: (batch: readonly TraceEvent[]) => void episode.push(...batch), signal };
  await lab.start('episode', null, { environment, ratedBy: 'rater', seed: 5, user: 2 }, going);
  await lab.say('', { type: 'random' }, going);
  const training: TraceEvent[] = [];
  const policies = [{ name: 'lin-ucb', options: {} }];
  const spec = { environment, learnsFrom: 'surrogate', policies, seeds: [1], steps: 2048 } as const;
  await lab.start('training', 'one', spec, { onEvents: (batch) => void training.push(...batch), signal });
  const shortest = { environment: { ...environment, people: 1, items: 60 }, rounds: 1, patience: 0 };
  const sessions = await holdBookSessions(bookSessions({ ...shortest, recommender: 'random' }));
  return new Map([
    ['sessions', sessions],
    ['episode', episode],
    ['training', training],
  ]);
}

/** A trace that the first version with a terminal wrote. */
async function earlier(): Promise<readonly TraceEvent[]> {
  return parseTrace(gunzipSync(await readFile(resolve(import.meta.dirname, 'earlier.jsonl.gz'))).toString());
}

async function readyCase(planner: string): Promise<readonly TraceEvent[]> {
  return parseTrace(gunzipSync(await readFile(resolve(DATASETS, 'ready-case', `${planner}.jsonl.gz`))).toString());
}

/** The traces, by what they are of. */
export async function tracesOfEveryKind(): Promise<Traces> {
  const traces = new Map(await runs());
  traces.set('conversation', await conversation());
  traces.set('thinking', await thinking());
  for (const [name, events] of await simulations()) traces.set(name, events);
  traces.set('earlier', await earlier());
  for (const planner of ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs'])
    traces.set(`ready case, ${planner}`, await readyCase(planner));
  return traces;
}
