import { exp } from '../core/numbers/elementary-functions.ts';
import type { Purpose } from '../core/language-model.ts';
import type { Random } from '../core/random.ts';
import { itemOfTask, type Task } from '../core/task.ts';
import { type Family, readLessons, type Finding, type Belief, readState } from './finding.ts';
import { CONSTANTS, type Dials } from './dials.ts';
import { entitiesOf, fill, subjectPlaces, type Entity, type Query, type Subject } from '../tools/queries/query.ts';
import { largest } from '../core/numbers/extremes.ts';
import type { State } from '../core/planner.ts';

/** A request's states as the reasoner sees them. */
export interface Outlook {
  readonly task: Task;
  readonly family: Family;
  readonly states: readonly State[];
  readonly findings: readonly Finding[];
  readonly belief: Belief;
}

export function lookAt(task: Task, family: Family, all: readonly State[], span: number): Outlook {
  const states = all.slice(-span);
  const findings = states.flatMap((state) => readState(state, task, family) ?? []);
  return { task, family, states, findings, belief: family.believe(task, findings) };
}

function isUnlocked(query: Query, findings: readonly Finding[]): boolean {
  return query.unlockedBy === null || retrievalOf(query, findings) !== null;
}

/** The latest finding that unlocks the query. */
function retrievalOf(query: Query, findings: readonly Finding[]): Finding | null {
  return findings.findLast((finding) => finding.query.name === query.unlockedBy && finding.found !== null) ?? null;
}

/** g of a query: of evidence its gain, of a retrieval a share of the best that it unlocks. */
export function gainOf(query: Query, { belief, family, findings }: Outlook): number {
  if (query.kind === 'evidence') return family.offered.has(query.name) ? belief.gain(query.name) : 0;
  if (findings.some((finding) => finding.query === query && finding.found !== null)) return 0;
  const gains = family.queries
    .filter(({ name, unlockedBy }) => unlockedBy === query.name && family.offered.has(name))
    .map(({ name }) => belief.gain(name));
  return CONSTANTS.retrievalShare * Math.max(0, largest(gains));
}

interface Option {
  readonly query: Query;
  readonly gain: number;
}

/**
 * What may be asked next: nothing that is locked, nothing that never told anything, and nothing that was asked in sight
 * unless planning has to go on when nothing else is left.
 */
function optionsOf(outlook: Outlook, mustGoOn = false): readonly Option[] {
  const { family, findings } = outlook;
  const asked = new Set(findings.map(({ query }) => query));
  const open = family.queries
    .filter((query) => isUnlocked(query, findings))
    .map((query) => ({ query, gain: gainOf(query, outlook) }))
    .filter(({ query, gain }) => (query.kind === 'evidence' ? family.offered.has(query.name) : gain > 0));
  const fresh = open.filter(({ query }) => !asked.has(query));
  return fresh.length === 0 && mustGoOn ? open : fresh;
}

export function bestGain(outlook: Outlook): number {
  return Math.max(0, largest(optionsOf(outlook).map(({ gain }) => gain)));
}

export interface Proposal {
  readonly thought: string;
  readonly tool: Query['tool'] | 'end';
  readonly input: string;
}

type SamplePurpose = Extract<Purpose, { readonly type: 'sample-state' }>;

const END: Proposal = { thought: 'End of Planning', tool: 'end', input: '' };
// The database tool takes questions of up to 1,000 characters.
const LONGEST_LIST = 880;

/** One of the entries, with probability proportional to e^(gain/τ); the first of the best where τ is 0. */
function chooseByGain<Entry extends { readonly gain: number }>(
  entries: readonly Entry[],
  temperature: number,
  random: Random,
): Entry | undefined {
  const best = largest(entries.map(({ gain }) => gain));
  if (temperature <= 0) return entries.find(({ gain }) => gain === best);
  const weights = entries.map(({ gain }) => exp((gain - best) / temperature));
  let left = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  return entries.find((_, at) => (left -= weights[at] as number) < 0) ?? entries.at(-1);
}

/** The states from which this one grows, latest first, as far as they are in sight. */
function lineageOf({ states, findings }: Outlook, parent: string | null): readonly Finding[] {
  const byId = new Map(states.map((state) => [state.id, state]));
  const path: string[] = [];
  for (let at = parent; at !== null; at = byId.get(at)?.parent ?? null) {
    if (path.includes(at)) break;
    path.push(at);
  }
  return path.flatMap((id) => findings.find((finding) => finding.id === id) ?? []);
}

function named(task: Task): Subject {
  const item = itemOfTask(task);
  return { user: task.user.id, item: item && { id: item.id, title: oneLine(item.title) }, items: [] };
}

const oneLine = (title: string): string => title.replaceAll(/\s+/g, ' ').trim();

interface Resolution {
  readonly purpose: SamplePurpose;
  readonly lineage: readonly Finding[];
  readonly retrieval: Finding | null;
  readonly dials: Dials;
  readonly family: Family;
  readonly random: Random;
  /** What was asked in vain on paths that failed. */
  readonly lessons: readonly Finding[];
}

/**
 * Whom a question names: whom the retrieval that unlocked it was about, else (with probability ρ) whom the branch has
 * been about, else the right one or (with probability ε) another.
 */
function resolve<Name extends Entity>(entity: Name, resolution: Resolution): Subject[Name] {
  const { purpose, lineage, retrieval, dials, family, lessons } = resolution;
  const random = resolution.random.fork(`resolve ${entity}`);
  const retrieved = retrieval?.asked[entity] ?? null;
  if (retrieved !== null) return retrieved;
  const right = named(purpose.task)[entity];
  // A mistake that a lesson names is not made again.
  const mistaken = new Set(lessons.flatMap(({ asked }) => idOf(asked[entity]) ?? []));
  mistaken.delete(idOf(right) ?? -1);
  const isMistaken = (one: Subject[Name]): boolean => mistaken.has(idOf(one) ?? -1);
  const inherited = lineage.map(({ asked }) => asked[entity]).find((one) => one !== null && !isMistaken(one)) ?? null;
  const isTakenOver = random.fork('take over').uniform() < dials.persistence;
  if (inherited !== null && isTakenOver && !purpose.alternative) return inherited;
  if (random.fork('slip').uniform() >= dials.slips) return right;
  const others: readonly Subject[Name][] =
    entity === 'user' ? (family.slips.users as never) : (family.slips.items as never);
  const wrong = others.filter((other) => idOf(other) !== idOf(right) && !isMistaken(other));
  return wrong.length === 0 ? right : (wrong[random.fork('other').integer(wrong.length)] ?? right);
}

const idOf = (entity: Subject[Entity]): number | null => (typeof entity === 'number' ? entity : (entity?.id ?? null));

/** As many of the candidates, in order of belief, as a question can hold. */
function listCandidates(order: readonly number[]): readonly number[] {
  let length = 0;
  return order.filter((id) => (length += `${String(id)}, `.length) <= LONGEST_LIST);
}

function ask(query: Query, outlook: Outlook, resolution: Resolution): Proposal {
  const entities = entitiesOf(query);
  const isList = query.question.includes('{items}');
  const subject: Subject = {
    user: entities.includes('user') ? resolve('user', resolution) : null,
    item: entities.includes('item') ? resolve('item', resolution) : null,
    items: isList ? listCandidates(outlook.belief.order()) : [],
  };
  const places = subjectPlaces(subject);
  return { thought: fill(query.thought, places), tool: query.tool, input: fill(query.question, places) };
}

export function propose(
  purpose: SamplePurpose,
  outlook: Outlook,
  temperature: number,
  { dials, random }: Pick<Resolution, 'dials' | 'random'>,
): Proposal {
  const lessons = readLessons(purpose.reflections ?? [], purpose.task, outlook.family);
  const own = named(purpose.task);
  // What was of no use about the right person and item is of no use again.
  const vain = new Set(
    lessons
      .filter(({ query, asked }) => entitiesOf(query).every((entity) => idOf(asked[entity]) === idOf(own[entity])))
      .map(({ query }) => query),
  );
  const all = optionsOf(outlook, !purpose.mayEnd);
  const left = all.filter(({ query }) => !vain.has(query));
  const options = left.length > 0 ? left : all;
  const end: { readonly query: null; readonly gain: number } = { query: null, gain: CONSTANTS.endAt };
  const canEnd = options.length === 0 || (purpose.mayEnd && outlook.states.length > 0);
  const choices: readonly (Option | typeof end)[] = canEnd ? [...options, end] : options;
  const chosen = chooseByGain(choices, temperature, random.fork('query'));
  if (chosen === undefined || chosen.query === null) return END;
  const lineage = lineageOf(outlook, purpose.parent);
  const { query } = chosen;
  const retrieval = retrievalOf(query, lineage.toReversed()) ?? retrievalOf(query, outlook.findings);
  return ask(query, outlook, { purpose, lineage, retrieval, dials, family: outlook.family, random, lessons });
}
