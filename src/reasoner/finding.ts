/** @file What states asked and found, from the data of their results. */
import type { Found } from '../core/found.ts';
import { isJsonObject } from '../core/json.ts';
import type { State } from '../core/planner.ts';
import { itemOfTask, type Task, type Recommendation } from '../core/task.ts';
import { entitiesOf, type Query, type Subject } from '../tools/queries/query.ts';
import { resolveQuestion } from '../tools/queries/texts.ts';
import type { SlipTargets } from './calibration.ts';
import type { Random } from '../core/random.ts';

export interface Finding {
  readonly id: string;
  readonly query: Query;
  readonly asked: Subject;
  /** Null where the tool gave no answer: it failed, or a person put other words in its place. */
  readonly found: Found | null;
}

export interface Vocabulary {
  readonly queries: readonly Query[];
  readonly slips: SlipTargets;
}

type Action = NonNullable<State['action']>;

function textOf({ arguments: given }: Action): string {
  const values = isJsonObject(given) ? Object.values(given) : [given];
  return values.find((value): value is string => typeof value === 'string') ?? '';
}

const NOBODY: Subject = { user: null, item: null, items: [] };

/** What an action asks: each of the tools has its own way of being asked. Null for what no rule asks. */
function questionOf(
  action: Action,
  task: Task,
  { queries, slips }: Vocabulary,
): Pick<Finding, 'query' | 'asked'> | null {
  const text = textOf(action);
  if (action.tool === 'database') {
    const question = resolveQuestion(text);
    if (question === null || !queries.includes(question.query)) return null;
    return { query: question.query, asked: question.subject };
  }
  const query = queries.find(({ tool }) => tool === action.tool);
  if (query === undefined) return null;
  const own = itemOfTask(task);
  const items = own === null ? slips.items : [own, ...slips.items];
  const item = items.find(({ id, title }) => (action.tool === 'search' ? title === text : String(id) === text));
  return item === undefined ? null : { query, asked: { ...NOBODY, item } };
}

/** Whom and what a result is about, where it says so. */
function subjectOf({ about }: Found, query: Query, asked: Subject): Subject {
  const entities = entitiesOf(query);
  const [user] = about.users;
  const [item] = about.items;
  const isList = query.question.includes('{items}');
  return {
    user: entities.includes('user') ? (user ?? asked.user) : null,
    item:
      !entities.includes('item') || item === undefined || item === asked.item?.id
        ? asked.item
        : { id: item, title: about.title ?? '' },
    items: isList ? about.items : [],
  };
}

/** What a state asked and found; null where the reasoner cannot make sense of it, or where it asked nothing. */
export function readState(state: State, task: Task, vocabulary: Vocabulary): Finding | null {
  const { id, action, found } = state;
  if (action === null) return null;
  const question = questionOf(action, task, vocabulary);
  if (question === null) return null;
  const { query, asked } = question;
  const isAnswer = found !== undefined && found.query === query.name && found.columns.length > 0;
  return isAnswer ? { id, query, asked: subjectOf(found, query, asked), found } : { id, query, asked, found: null };
}

const LESSON = /^It was of little use to ask the tool ([a-z]{1,40}): (.{1,1100})$/s;

/** What a step that was of little use teaches, in words. */
export const lessonOf = (action: Action): string =>
  `It was of little use to ask the tool ${action.tool}: ${textOf(action)}`;

/** What lessons say was asked in vain; words that no rule wrote teach the rules nothing. */
export function readLessons(reflections: readonly string[], task: Task, vocabulary: Vocabulary): readonly Finding[] {
  return reflections.flatMap((reflection) => {
    const [, tool = '', words = ''] = LESSON.exec(reflection) ?? [];
    const question = questionOf({ tool, arguments: words }, task, vocabulary);
    return question === null ? [] : [{ id: '', ...question, found: null }];
  });
}

export interface Belief {
  /** g(e|S): the share of all information that evidence `name` would add, 0 to 1; 0 for what is unknown or known already. */
  gain(name: string): number;
  /** A weight in [0, 1] for how much an answer of this support can be trusted: n/(n+d) and the like. */
  trust(finding: Finding): number;
  answer(random: Random): { readonly recommendation: Recommendation; readonly reason: string };
  /** The candidates of the task, best first, equals in the task's order; empty for a task without candidates. */
  order(): readonly number[];
}

export interface Family extends Vocabulary {
  /** The names of the evidence that ever told anything in training, so that nothing else need be asked. */
  readonly offered: ReadonlySet<string>;
  believe(task: Task, findings: readonly Finding[]): Belief;
}
