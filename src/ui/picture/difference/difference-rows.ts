/** @file What two runs differ in, as rows of a table: a fork and its parent state by state, two planners by what they asked. */
import { actionOf, answerInWords } from '../../../trace/answer-words.ts';
import { observed } from '../../../trace/labels.ts';
import { withNames, type Names } from '../../../trace/names.ts';
import {
  questionDifference,
  type AskedQuestion,
  type QuestionFate,
  traceDifference,
  type DifferentPart,
  type NodeDifference,
} from '../../../trace/trace-difference.ts';
import { answerAt, judgementsOf } from '../../../trace/trace-ink.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import { titleOf } from '../../../picture/mark-text.ts';
import type { Scene } from '../../../picture/picture.ts';
import { counted } from '../../words.ts';
import type { RunView } from '../../pages/plan/run-view.svelte.ts';
import type { Selection, Stage } from '../../pages/plan/stage.svelte.ts';

export interface DifferenceCell {
  readonly selection: Selection;
  readonly node: TraceNode;
  readonly names: Names;
  readonly title: string;
  readonly texts: readonly string[];
  readonly fate: { readonly kind: QuestionFate | 'other'; readonly words: string } | null;
}

export interface DifferenceRow {
  readonly key: string;
  readonly cells: readonly (DifferenceCell | null)[];
  readonly differs: boolean;
}

export interface DifferenceGroup {
  readonly title: string;
  readonly rows: readonly DifferenceRow[];
}

export interface Difference {
  readonly of: string;
  readonly groups: readonly DifferenceGroup[];
  readonly first: string | null;
}

export const WAITS = 'The answers follow your guess.';

const FATES: Readonly<Record<QuestionFate, string>> = {
  read: 'used in the answer',
  cut: 'cut by the critic',
  dropped: 'dropped by the voters',
  unread: 'not used in the answer',
};

/** Where it was read in the end, that it was cut before. */
function fateWords({ fate, times, isCutBefore }: AskedQuestion): string {
  const often = times === 1 ? '' : `, asked ${times} times`;
  return `${FATES[fate]}${often}${often !== '' && fate === 'read' && isCutBefore ? ': cut by the critic before' : ''}`;
}

/** Two planners have nothing in common but what they ask. */
export function askedDifference(stage: Stage, left: Scene, right: Scene): Difference {
  const scenes = [left, right];
  const { both, onlyLeft, onlyRight } = questionDifference(left, right, stage.from);
  const cell = (asked: AskedQuestion | null, { run, names }: Scene): DifferenceCell | null =>
    asked && {
      selection: { run, what: 'state', id: asked.node.id },
      node: asked.node,
      names,
      title: titleOf(asked.node, names),
      texts: [observed(asked.node, names)],
      fate: { kind: asked.fate, words: fateWords(asked) },
    };
  const group = (title: string, rows: typeof both): DifferenceGroup => ({
    title: `${title} ${counted(rows.length, 'question')}`,
    rows: rows.map(({ question, ...sides }) => ({
      key: question,
      cells: [cell(sides.left, left), cell(sides.right, right)],
      differs: sides.left?.fate !== sides.right?.fate,
    })),
  });
  const answers = scenes.map(({ run, task, names }): DifferenceCell => {
    const answer = answerAt(task, stage.fromOf(run), Infinity);
    const words = answer && answerInWords(answer.recommendation, task.truth?.truth ?? null);
    const told = words === null ? 'no answer' : [words.answer, words.verdict].filter((text) => text !== '').join(', ');
    const title = stage.held ? '–' : told;
    const texts = !stage.held && answer?.recommendation.type === 'text' ? [answer.recommendation.text] : [];
    return { selection: { run, what: 'answer', id: '' }, node: task, names, title, texts, fate: null };
  });
  const [one = '', other = ''] = scenes.map(({ run }) => stage.runs[run]?.origin.title ?? '');
  const groups = [
    group('Both asked', both),
    group(`Only ${one} asked`, onlyLeft),
    group(`Only ${other} asked`, onlyRight),
    {
      title: stage.held ? `Their answers. ${WAITS}` : 'Their answers',
      rows: [{ key: 'answers', cells: answers, differs: false }],
    },
  ].filter(({ rows }) => rows.length > 0);
  const first = groups.flatMap(({ rows }) => rows).find(({ differs }) => differs)?.key ?? null;
  return { of: 'question', groups, first };
}

/** A fork has its parent's states at the same places. */
export function forkDifference(stage: Stage, left: RunView, right: RunView): Difference {
  const nodes = traceDifference(left.events, right.events);
  const cell = (node: TraceNode | null, view: RunView, { status, parts }: NodeDifference): DifferenceCell | null => {
    if (node === null) return null;
    const names = stage.namesOf(view);
    const isState = node.kind === 'state';
    const title = isState ? titleOf(node, names) : answerTitle(node, stage);
    return {
      selection: { run: stage.runs.indexOf(view), what: isState ? 'state' : 'answer', id: isState ? node.id : '' },
      node,
      names,
      title,
      texts: parts.map((part) => textOf(node, part, names)).filter((text) => text !== '' && text !== title),
      fate: { kind: 'other', words: status === 'changed' ? parts.map(partName).join(', ') : STATUS[status] },
    };
  };
  const rows = nodes.map((row) => ({
    key: row.node,
    cells: [cell(row.left, left, row), cell(row.right, right, row)],
    differs: row.status !== 'same',
  }));
  // Answers differ too: runs part at a state.
  const states = nodes.filter((one) => (one.right ?? one.left)?.kind === 'state');
  const first = [...states, ...nodes].find(({ status }) => status !== 'same');
  return { of: 'state', groups: [{ title: '', rows }], first: first?.node ?? null };
}

const STATUS: Readonly<Record<Exclude<NodeDifference['status'], 'changed'>, string>> = {
  same: 'the same',
  'only-left': 'only here',
  'only-right': 'only here',
};

const partName = (part: DifferentPart): string => (part === 'edit' ? 'edited' : part);

function answerTitle(node: TraceNode, { from }: Stage): string {
  const answer = node.answers.find((one) => one.from === from) ?? node.answers[0];
  return answer === undefined ? node.label : `Answer: ${answerInWords(answer.recommendation, null).answer}`;
}

/** Empty for prompts and replies, which are read in the detail. */
function textOf(node: TraceNode, part: DifferentPart, names: Names): string {
  switch (part) {
    case 'thought':
      return withNames(node.state?.thought ?? '', names);
    case 'action':
      return node.state?.action === null ? '' : withNames(actionOf(node), names);
    case 'observation':
      return observed(node, names);
    case 'judgement':
      return withNames(judgementsOf(node).join(' '), names);
    case 'error':
      return node.errors.map(({ error }) => error.message).join(' ');
    default:
      return '';
  }
}
