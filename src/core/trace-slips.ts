/**
 * @file What a planner cannot know: that a state asks about another person or item than the task, and that a verdict or a vote went the
 * wrong way for it. A fold over a trace, for any model: it goes by the numbers that a state asks about, in its words or in its SQL, and
 * says nothing where there are none.
 */
import { askedText, isNothing, readAsked } from './phrases/read-phrase.ts';
import type { ItemReference, UserReference } from './task.ts';
import type { TraceNode } from './trace-tree.ts';

/** Whom or what a state asks about in place of the task's. */
export interface Slip {
  /** Null where the person is right, or not named. */
  readonly user: number | null;
  readonly item: number | null;
}

/** How judging went wrong: what was right was cut or voted down, or what was wrong was kept or voted for. */
export type Misjudgement = 'cut-right' | 'kept-wrong' | 'outvoted-right' | 'voted-wrong';

/** Whom and what a task is about; no item where it is a choice. */
export interface AskedAbout {
  readonly user: Pick<UserReference, 'id'>;
  readonly item?: Pick<ItemReference, 'id'> | null;
}

/** Whom a state is about, as far as it says. */
interface Aim {
  readonly user: 'right' | 'wrong' | 'unnamed';
  readonly item: 'right' | 'wrong' | 'unnamed';
  readonly slip: Slip | null;
}

const USER = /\buser[ _#]?(?:id)?[ =]{0,3}(\d{1,12})/gi;
const ITEM = /\bitem[ _#]?(?:id)?[ =]{0,3}(\d{1,12})/gi;

const numbersIn = (text: string, pattern: RegExp): readonly number[] =>
  [...text.matchAll(pattern)].map(([, id]) => Number(id));

/** When each number of a task first came up in what a tool gave back, and the nodes that were read for that. */
interface BroughtUp {
  readonly read: Set<TraceNode>;
  readonly since: Map<number, number>;
}

const broughtUp = new WeakMap<TraceNode, BroughtUp>();

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
      const texts = [
        node.state?.observation ?? '',
        JSON.stringify(node.tools.map(({ result }) => result?.detail ?? null)),
      ];
      for (const [id] of texts.join('\n').matchAll(/\d{1,12}/g))
        since.set(Number(id), Math.min(since.get(Number(id)) ?? Infinity, seq));
    }
    waiting = waiting.flatMap(({ children }) => children);
  }
  return since;
}

/** The first number that is neither the task's nor was brought up; null where the task's is among them, or all were brought up. */
function strange(found: readonly number[], own: number, isKnown: (id: number) => boolean): number | null {
  if (found.includes(own)) return null;
  return found.find((id) => !isKnown(id)) ?? null;
}

const SQL = /"sql":"((?:[^"\\]|\\.)*)"/g;

/** What a state asks in words and in SQL. */
function textsOf({ state, tools }: TraceNode): string {
  const statements = tools.flatMap(({ result }) =>
    [...JSON.stringify(result?.detail ?? null).matchAll(SQL)].map(([, sql]) => sql),
  );
  return [askedText(state?.action?.arguments ?? null), ...statements].join('\n');
}

interface Mentions {
  readonly users: readonly number[];
  readonly items: readonly number[];
  /** What may be asked about besides the task's own. */
  readonly isKnown: (id: number) => boolean;
}

/** The reasoner's own questions are about the task's person and item, or are slips: it asks nothing about what it retrieved. */
function mentionsOf(node: TraceNode, task: TraceNode): Mentions {
  const phrase = node.state === null ? null : readAsked(node.state);
  if (phrase !== null) {
    const { user, item } = phrase.subject;
    return { users: user === null ? [] : [user], items: item === null ? [] : [item.id], isKnown: () => false };
  }
  const text = textsOf(node);
  return {
    users: numbersIn(text, USER),
    items: numbersIn(text, ITEM),
    isKnown: (id) => (knownSince(task).get(id) ?? Infinity) < node.start.seq,
  };
}

/** A state that has ended asks what it asks. */
const aims = new WeakMap<TraceNode, Aim>();

function aimOf(node: TraceNode, asked: AskedAbout, task: TraceNode): Aim | null {
  const { state } = node;
  if (node.kind !== 'state' || state === null || state.isEnd || state.action === null) return null;
  const known = aims.get(node);
  if (known !== undefined) return known;
  const own = { user: asked.user.id, item: asked.item?.id ?? null };
  const { users, items, isKnown } = mentionsOf(node, task);
  const user = strange(users, own.user, isKnown);
  const item = own.item === null ? null : strange(items, own.item, isKnown);
  const aim: Aim = {
    user: user !== null ? 'wrong' : users.includes(own.user) ? 'right' : 'unnamed',
    item: item !== null ? 'wrong' : own.item !== null && items.includes(own.item) ? 'right' : 'unnamed',
    slip: user === null && item === null ? null : { user, item },
  };
  if (node.end !== null) aims.set(node, aim);
  return aim;
}

/** The slip of a state; null where it asks about the right ones, or where that cannot be told. */
export function slipOf(node: TraceNode, asked: AskedAbout): Slip | null {
  return node.task === null ? null : (aimOf(node, asked, node.task)?.slip ?? null);
}

/** True where a state that is about the right person and item found something that could have helped. */
function isTelling({ state, tools }: TraceNode, aim: Aim | null): boolean {
  if (aim === null || aim.slip !== null || (aim.user !== 'right' && aim.item !== 'right')) return false;
  return state !== null && !isNothing(state.observation) && tools.every(({ result }) => result?.failed !== true);
}

/**
 * How judging went wrong at a state, by whom it is about alone; null where it did not, or where that cannot be told. A state that found
 * nothing, or whose tool failed, may be cut by right.
 */
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
