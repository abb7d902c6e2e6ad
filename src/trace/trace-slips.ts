/**
 * @file What a planner cannot know: that a state asks about another person or item than the task, and that a verdict or a vote went the
 * wrong way for it. A fold over a trace, for any model: it goes by the numbers that a state asks about, in its words or in its SQL, and
 * says nothing where there are none.
 */
import { actionInWords, agentCall, TASK } from './agent-words.ts';
import { askedText, isNothing, readAsked } from './phrases/read-phrase.ts';
import type { ItemReference, UserReference } from '../core/task.ts';
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
  /** Of a choice. Agents look at one after the other; a planner's questions are about all of them. */
  readonly candidates?: readonly Pick<ItemReference, 'id'>[];
}

/** Whom a state is about, as far as it says. */
interface Aim {
  readonly user: 'right' | 'wrong' | 'unnamed';
  readonly item: 'right' | 'wrong' | 'unnamed';
  readonly slip: Slip | null;
}

const USER = /\buser(?:Info|History)?[ _#]?(?:id)?[ =]{0,3}(\d{1,12})/gi;
const ITEM = /\bitem(?:Info|History)?[ _#]?(?:id)?[ =]{0,3}(\d{1,12})/gi;

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

/** The first number that is none of the task's own nor was brought up; null where one of its own is among them, or all were brought up. */
function strange(found: readonly number[], own: readonly number[], isKnown: (id: number) => boolean): number | null {
  if (own.length === 0 || found.some((id) => own.includes(id))) return null;
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

/** The agent that works at a state; null for a planner's. */
function agentOf({ parent }: TraceNode): TraceNode | null {
  for (let above = parent; above !== null; above = above.parent) if (above.kind === 'agent') return above;
  return null;
}

interface Mentions {
  readonly users: readonly number[];
  readonly items: readonly number[];
  /** Who and what may be asked about besides the task's own. */
  readonly isUserKnown: (id: number) => boolean;
  readonly isItemKnown: (id: number) => boolean;
}

const nobody = (): boolean => false;

/**
 * The reasoner's own questions are about the task's person and item, or are slips: it asks nothing about what it retrieved. Nor does an
 * agent that thinks of one and asks about another.
 */
function mentionsOf(node: TraceNode, task: TraceNode, agent: TraceNode | null): Mentions {
  const { state } = node;
  const phrase = state === null ? null : readAsked(state);
  if (phrase !== null) {
    const { user, item } = phrase.subject;
    return {
      users: user === null ? [] : [user],
      items: item === null ? [] : [item.id],
      isUserKnown: nobody,
      isItemKnown: nobody,
    };
  }
  const isAgents = agent !== null && state !== null;
  const text = isAgents ? actionInWords(state) : textsOf(node);
  const known = (about: RegExp) => {
    const meant = isAgents ? numbersIn(state.thought, about) : [];
    return (id: number): boolean =>
      (meant.length === 0 || meant.includes(id)) && (knownSince(task).get(id) ?? Infinity) < node.start.seq;
  };
  return {
    users: numbersIn(text, USER),
    items: numbersIn(text, ITEM),
    isUserKnown: known(USER),
    isItemKnown: known(ITEM),
  };
}

/** Numbers that a state may be about. */
interface Own {
  readonly users: readonly number[];
  readonly items: readonly number[];
}

/** An agent that another one asked does right by what it was asked, whatever the task is about; its asker slipped where that is wrong. */
function ownOf({ user, item, candidates }: AskedAbout, agent: TraceNode | null): Own {
  const call = agent === null ? null : agentCall(agent.detail);
  if (call !== null && call.from !== TASK) {
    const asked = { users: numbersIn(call.message, USER), items: numbersIn(call.message, ITEM) };
    if (asked.users.length + asked.items.length > 0) return asked;
  }
  const choices = agent === null ? [] : (candidates ?? []).map(({ id }) => id);
  const single = item?.id;
  return { users: [user.id], items: single === undefined ? choices : [single] };
}

/** A state that has ended asks what it asks. */
const aims = new WeakMap<TraceNode, Aim>();

function aimOf(node: TraceNode, asked: AskedAbout, task: TraceNode): Aim | null {
  const { state } = node;
  if (node.kind !== 'state' || state === null || state.isEnd || state.action === null) return null;
  const known = aims.get(node);
  if (known !== undefined) return known;
  const agent = agentOf(node);
  const own = ownOf(asked, agent);
  const { users, items, isUserKnown, isItemKnown } = mentionsOf(node, task, agent);
  const user = strange(users, own.users, isUserKnown);
  const item = strange(items, own.items, isItemKnown);
  const isOwn = (found: readonly number[], right: readonly number[]): boolean => found.some((id) => right.includes(id));
  const aim: Aim = {
    user: user !== null ? 'wrong' : isOwn(users, own.users) ? 'right' : 'unnamed',
    item: item !== null ? 'wrong' : isOwn(items, own.items) ? 'right' : 'unnamed',
    slip: user === null && item === null ? null : { user, item },
  };
  if (node.end !== null) aims.set(node, aim);
  return aim;
}

/** The slip of a state, a planner's or an agent's; null where it asks about the right ones, or where that cannot be told. */
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
