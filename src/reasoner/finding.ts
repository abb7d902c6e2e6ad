/**
 * @file Reads states back into what they asked and found.
 */
import type { State } from '../core/planner.ts';
import { itemOfTask, type Task } from '../core/task.ts';
import type { SlipTargets } from './calibration.ts';
import type { Answer, Phrasebook } from './phrasebook.ts';
import type { Subject } from '../trace/phrases/template.ts';
import type { Query } from './query.ts';
import { readRows } from './told-rows.ts';

/** As the Rank tool writes it: `… ranks them for user 12 (30 interactions in training), best first: 318 "Heat (1995)"; 50.` */
const RANKING = /ranks them for user (\d+) \((\d+) interactions? in training\), best first: ([^]*)\.$/;

/** A state as the reasoner understands it. */
export interface Finding {
  readonly id: string;
  readonly query: Query;
  readonly asked: Subject;
  /** Null where the observation is no answer: an error, or words that no template wrote. */
  readonly answer: Answer | null;
}

/** What it takes to understand states. */
export interface Vocabulary {
  readonly phrasebook: Phrasebook;
  readonly slips: SlipTargets;
}

/** The words that a state's action was given; null where there are none. */
function wordsOf(state: State): string | null {
  const given = state.action?.arguments;
  if (typeof given === 'string') return given;
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return null;
  return Object.values(given).find((value) => typeof value === 'string') ?? null;
}

function itemByTitle(title: string, task: Task, slips: SlipTargets): Subject['item'] {
  const own = itemOfTask(task);
  return own?.title === title ? own : (slips.items.find((item) => item.title === title) ?? null);
}

function itemById(id: string, task: Task, slips: SlipTargets): Subject['item'] {
  const own = itemOfTask(task);
  return String(own?.id) === id ? own : (slips.items.find((item) => String(item.id) === id) ?? null);
}

/** What the tool for summaries said of an item, whose title it gives without the year; null where it is no such text. */
function readSummary(observation: string, item: NonNullable<Subject['item']>, subject: Subject): Answer | null {
  const nothing = { value: null, support: 0, values: null, subject };
  if (observation.startsWith('There are no reviews of ')) return nothing;
  const titles = [item.title, item.title.replace(/ \(\d{4}\)$/, '')];
  const beginning = titles.map((title) => `Reviews of ${title}: `).find((words) => observation.startsWith(words));
  return beginning === undefined ? null : { ...nothing, support: 1, rows: [[observation.slice(beginning.length)]] };
}

/** Whom the Rank tool was asked for, where it was asked for a person without conditions; null otherwise. */
export function rankedFor(words: string): number | null {
  const user = /^user (\d+)$/.exec(words)?.[1];
  return user === undefined ? null : Number(user);
}

/** What the Rank tool said for somebody: places, from 1, by item; null where it is no such text. */
export function readRanking(observation: string, asked: Subject): Answer | null {
  const [, user, support, list] = RANKING.exec(observation) ?? [];
  if (list === undefined) return null;
  const values = new Map(readRows(list).map(([id], at) => [Number(id), at + 1]));
  return { value: null, support: Number(support), values, subject: { ...asked, user: Number(user) } };
}

/** What a state asked and found; null where the reasoner cannot make sense of it, or where it asked nothing. */
export function readState(state: State, task: Task, { phrasebook, slips }: Vocabulary): Finding | null {
  const words = wordsOf(state);
  if (state.action === null || words === null) return null;
  if (state.action.tool === 'search') {
    const query = phrasebook.queries.find(({ tool }) => tool === 'search');
    const item = itemByTitle(words, task, slips);
    if (query === undefined || item === null) return null;
    const asked = { user: null, item, items: [] };
    const isFound = state.observation.includes(item.title);
    return {
      id: state.id,
      query,
      asked,
      answer: isFound ? { value: null, support: 1, values: null, subject: asked } : null,
    };
  }
  if (state.action.tool === 'summarize') {
    const query = phrasebook.queries.find(({ tool }) => tool === 'summarize');
    const item = itemById(words, task, slips);
    if (query === undefined || item === null) return null;
    const asked = { user: null, item, items: [] };
    return { id: state.id, query, asked, answer: readSummary(state.observation, item, asked) };
  }
  if (state.action.tool === 'rank') {
    const query = phrasebook.queries.find(({ tool }) => tool === 'rank');
    const user = rankedFor(words);
    if (query === undefined || user === null) return null;
    const asked = { user, item: null, items: [] };
    return { id: state.id, query, asked, answer: readRanking(state.observation, asked) };
  }
  if (state.action.tool !== 'database') return null;
  const question = phrasebook.readQuestion(words);
  if (question === null) return null;
  const answer = phrasebook.readSentence(question, state.observation);
  return { id: state.id, query: question.query, asked: question.subject, answer };
}
