/** @file What a planner cannot know: a state about another person or item, and a verdict or vote that went wrong. */
import { ABOUT_NOTHING, type About, type Found } from '../core/found.ts';
import { jsonList, type Json } from '../core/json.ts';
import { TASK } from './answer-words.ts';
import type { ItemReference, UserReference } from '../core/task.ts';
import type { TraceNode } from './trace-tree.ts';
import type { Names } from './names.ts';
import { undated } from '../core/text/words.ts';

export interface Slip {
  readonly user: number | null;
  readonly item: number | null;
}

/** How judging went wrong: what was right was cut or voted down, or what was wrong was kept or voted for. */
export type Misjudgement = 'cut-right' | 'kept-wrong' | 'outvoted-right' | 'voted-wrong';

export interface AskedAbout {
  readonly user: Pick<UserReference, 'id'>;
  readonly item?: Pick<ItemReference, 'id'> | null;
  /** Of a choice. Agents look at one after the other; a planner's questions are about all of them. */
  readonly candidates?: readonly Pick<ItemReference, 'id'>[];
}

interface Aim {
  readonly user: 'right' | 'wrong' | 'unnamed';
  readonly item: 'right' | 'wrong' | 'unnamed';
  readonly slip: Slip | null;
}

type Ids = Pick<About, 'users' | 'items'>;

interface BroughtUp {
  readonly read: Set<TraceNode>;
  readonly since: Map<number, number>;
}

const broughtUp = new WeakMap<TraceNode, BroughtUp>();

function idsIn({ columns, rows }: Found): readonly number[] {
  const places = columns.flatMap((name, at) => (/(?:^|_)id$/i.test(name) ? [at] : []));
  return rows.flatMap((row) => places.flatMap((at) => (typeof row[at] === 'number' ? [row[at]] : [])));
}

/** What earlier steps of the task brought up: to go on about that is no slip. Trees grow, so that every call reads what is new. */
function knownSince(task: TraceNode): ReadonlyMap<number, number> {
  const { read, since } = broughtUp.get(task) ?? { read: new Set<TraceNode>(), since: new Map<number, number>() };
  broughtUp.set(task, { read, since });
  let waiting: readonly TraceNode[] = task.children;
  while (waiting.length > 0) {
    for (const node of waiting) {
      if (node.end === null || read.has(node)) continue;
      read.add(node);
      const { seq } = node.end;
      for (const { result } of node.tools)
        for (const id of result?.found === undefined ? [] : idsIn(result.found))
          since.set(id, Math.min(since.get(id) ?? Infinity, seq));
    }
    waiting = waiting.flatMap(({ children }) => children);
  }
  return since;
}

function strange(found: readonly number[], own: readonly number[], isKnown: (id: number) => boolean): number | null {
  if (own.length === 0 || found.some((id) => own.includes(id))) return null;
  return found.find((id) => !isKnown(id)) ?? null;
}

function agentOf({ parent }: TraceNode): TraceNode | null {
  for (let above = parent; above !== null; above = above.parent) if (above.kind === 'agent') return above;
  return null;
}

function namedBy(given: Json): Ids {
  const [kind, id] = jsonList(given);
  if (typeof id !== 'number') return ABOUT_NOTHING;
  if (kind === 'user') return { users: [id], items: [] };
  return kind === 'item' ? { users: [], items: [id] } : ABOUT_NOTHING;
}

const resultsOf = ({ tools, children }: TraceNode): readonly Found[] =>
  [...tools, ...children.flatMap((child) => (child.kind === 'agent' ? child.tools : []))].flatMap(
    ({ result }) => result?.found ?? [],
  );

function askedAbout(node: TraceNode): Ids {
  const results = resultsOf(node);
  if (results.length === 0) return namedBy(node.state?.action?.arguments ?? null);
  return {
    users: results.flatMap(({ about }) => about.users),
    items: results.flatMap(({ about }) => about.items),
  };
}

/** An agent is held to what another agent asked it, not to the task. */
function ownOf({ user, item, candidates }: AskedAbout, agent: TraceNode | null): Ids {
  const detail = agent?.detail ?? null;
  if (detail !== null && 'message' in detail && detail.from !== TASK) {
    const asked = namedBy(detail.message);
    if (asked.users.length + asked.items.length > 0) return asked;
  }
  const choices = agent === null ? [] : (candidates ?? []).map(({ id }) => id);
  const single = item?.id;
  return { users: [user.id], items: single === undefined ? choices : [single] };
}

const aims = new WeakMap<TraceNode, Aim>();

function aimOf(node: TraceNode, asked: AskedAbout, task: TraceNode): Aim | null {
  const { state } = node;
  if (node.kind !== 'state' || state === null || state.isEnd || state.action === null) return null;
  const known = aims.get(node);
  if (known !== undefined) return known;
  const agent = agentOf(node);
  const own = ownOf(asked, agent);
  const { users, items } = askedAbout(node);
  // A prepared question is about the task's own person and item, or is a slip.
  const isPrepared = agent === null && resultsOf(node).some(({ query }) => query !== null);
  const isKnown = (id: number): boolean => !isPrepared && (knownSince(task).get(id) ?? Infinity) < node.start.seq;
  const user = strange(users, own.users, isKnown);
  const item = strange(items, own.items, isKnown);
  const isOwn = (found: readonly number[], right: readonly number[]): boolean => found.some((id) => right.includes(id));
  const aim: Aim = {
    user: user !== null ? 'wrong' : isOwn(users, own.users) ? 'right' : 'unnamed',
    item: item !== null ? 'wrong' : isOwn(items, own.items) ? 'right' : 'unnamed',
    slip: user === null && item === null ? null : { user, item },
  };
  if (node.end !== null) aims.set(node, aim);
  return aim;
}

export function slipOf(node: TraceNode, asked: AskedAbout): Slip | null {
  return node.task === null ? null : (aimOf(node, asked, node.task)?.slip ?? null);
}

function isTelling(node: TraceNode, aim: Aim | null): boolean {
  if (aim === null || aim.slip !== null || (aim.user !== 'right' && aim.item !== 'right')) return false;
  const isFailed = node.tools.some(({ result }) => result?.failed === true);
  return node.state !== null && !isFailed && resultsOf(node).every(({ support }) => support > 0);
}

/** A state that found nothing, or whose tool failed, may be cut by right. */
export function misjudgementOf(node: TraceNode, asked: AskedAbout): Misjudgement | null {
  const { task, parent } = node;
  if (task === null) return null;
  const aim = aimOf(node, asked, task);
  if (aim === null) return null;
  if (node.verdict !== null || node.prune !== null) {
    const isCut = node.prune !== null || node.verdict?.verdict === 'prune';
    if (aim.slip !== null) return isCut ? null : 'kept-wrong';
    return isCut && isTelling(node, aim) ? 'cut-right' : null;
  }
  const vote = node.votes.at(-1);
  if (vote === undefined) return null;
  const rivals = (parent ?? task).children.filter(
    (other) => other !== node && other.votes.some(({ seq }) => seq === vote.seq),
  );
  const rivalAims = rivals.map((other) => ({ other, aim: aimOf(other, asked, task) }));
  if (aim.slip !== null && vote.chosen)
    return rivalAims.some((rival) => isTelling(rival.other, rival.aim)) ? 'voted-wrong' : null;
  const lostToSlip = rivalAims.some(
    ({ other, aim: its }) =>
      (its?.slip ?? null) !== null && other.votes.some(({ seq, chosen }) => seq === vote.seq && chosen),
  );
  return !vote.chosen && lostToSlip && isTelling(node, aim) ? 'outvoted-right' : null;
}

export function slipInShort({ user, item }: Slip, { task }: Names): string {
  const wrong = [...(user === null ? [] : ['person']), ...(item === null ? [] : [task?.noun ?? 'item'])];
  return `wrong ${wrong.join(' and ')}`;
}

export function slipInWords(slip: Slip, names: Names): string {
  const { user, item } = slip;
  const about = [
    ...(user === null ? [] : [names.person(user) ?? `user ${String(user)}`]),
    ...(item === null ? [] : [undated(names.item(item) ?? `item ${String(item)}`)]),
  ];
  return `It asks about ${about.join(' and ')}: ${slipInShort(slip, names)}.`;
}

export const MISJUDGED_IN_SHORT: Readonly<Record<Misjudgement, string>> = {
  'cut-right': 'the critic erred',
  'kept-wrong': 'the critic erred',
  'outvoted-right': 'the voters erred',
  'voted-wrong': 'the voters erred',
};

export function misjudgementInWords(misjudged: Misjudgement, { task }: Names): string {
  const noun = task?.noun ?? 'item';
  return {
    'cut-right': `The critic erred: it cut a state about the right person${task?.item === null ? '' : ` and ${noun}`} that had found something.`,
    'kept-wrong': `The critic erred: it kept a state that asks about the wrong person or ${noun}.`,
    'outvoted-right': `The voters erred: they preferred a state that asks about the wrong person or ${noun}.`,
    'voted-wrong': `The voters erred: a state about the right person or ${noun} stood beside this one.`,
  }[misjudged];
}
