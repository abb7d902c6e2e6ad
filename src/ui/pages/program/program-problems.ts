/**
 * @file What is wrong with a program of a planner, as far as it can be seen without running it: its syntax, and whether it calls
 * `PlanningContext` as that can be called. Read from the syntax tree, since a compiler with types weighs more than the page.
 */
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { editDistance } from '../../../core/text/edit-distance.ts';
import type { SyntaxNode } from '@lezer/common';

/** A part of a program that is wrong, in UTF-16 units from its start. */
export interface ProgramProblem {
  readonly from: number;
  readonly to: number;
  /** One sentence. */
  readonly message: string;
}

/** The four calls, with how many arguments each takes. */
export const CALLS: Readonly<
  Record<string, { readonly least: number; readonly most: number; readonly form: string; readonly what: string }>
> = {
  sample: {
    least: 2,
    most: 3,
    form: 'sample(states, parent)',
    what: 'Draws the next state given states, as a branch of parent (null at the start).',
  },
  vote: { least: 2, most: 2, form: 'vote(states, candidates)', what: 'The candidate that most voters choose.' },
  evaluate: {
    least: 2,
    most: 2,
    form: 'evaluate(states, state)',
    what: 'Is the state worth keeping? Gives "keep" or "prune".',
  },
  inspire: {
    least: 1,
    most: 1,
    form: 'inspire(states)',
    what: 'Should an alternative be explored? Gives true or false.',
  },
};

/** What a state has. */
export const STATE_FIELDS: Readonly<Record<string, string>> = {
  id: 'its place in the tree',
  parent: 'the id of the state that it grew from, or null',
  thought: 'what the planner thought',
  action: 'the tool and its arguments, or null',
  observation: 'what came back',
  isEnd: 'true for “End of Planning”',
};

/** What a planner does without, and why. */
const ABSENT: Readonly<Record<string, string>> = {
  Date: 'a planner has no clock',
  performance: 'a planner has no clock',
  setTimeout: 'a planner has no clock',
  setInterval: 'a planner has no clock',
  fetch: 'a planner has no network; it asks through its context',
  console: 'a planner prints nothing; what it asks stands in the tree',
  require: 'a planner is one file',
  process: 'a planner sees nothing of the computer',
  window: 'a planner sees nothing of the page',
  document: 'a planner sees nothing of the page',
  RegExp: 'nothing bounds the time of a regular expression',
};

const nearest = (word: string, names: readonly string[]): string => {
  const near = names.find((name) => editDistance(word, name, 2) <= 2);
  return near === undefined ? `one of ${names.join(', ')}` : `did you mean ${near}?`;
};

/** What reads a program. */
interface Reader {
  readonly source: string;
  readonly text: (node: SyntaxNode | null) => string;
  readonly context: string;
  /** Names of variables that hold a state. */
  readonly states: ReadonlySet<string>;
}

/** The call of the context that a node is; null if it is no such call. */
function callOf(node: SyntaxNode | null, { text, context }: Pick<Reader, 'text' | 'context'>): string | null {
  const callee = node?.name === 'CallExpression' ? node.firstChild : null;
  if (callee?.name !== 'MemberExpression' || text(callee.firstChild) !== context) return null;
  return text(callee.getChild('PropertyName'));
}

/** The call that is awaited by an expression, in parentheses or without; null if it is no such call. */
function awaited(node: SyntaxNode | null): SyntaxNode | null {
  const inner = node?.name === 'ParenthesizedExpression' ? node.getChild('AwaitExpression') : node;
  return inner?.name === 'AwaitExpression' ? inner.getChild('CallExpression') : null;
}

/** Where a promise may stand: it is awaited, given back, or collected with others. */
const MAY_HOLD_PROMISES: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'ReturnStatement',
  'ArrowFunction',
  'ArrayExpression',
]);

function lacksAwait(node: SyntaxNode, { source, text }: Reader): boolean {
  const { parent } = node;
  if (parent === null || MAY_HOLD_PROMISES.has(parent.name)) return false;
  const name = parent.name === 'VariableDeclaration' ? text(parent.getChild('VariableDefinition')) : '';
  return name === '' || !new RegExp(`await\\s+${name.replaceAll('$', '\\$')}\\b`).test(source);
}

const argumentsOf = (node: SyntaxNode): number => {
  const list = node.getChild('ArgList');
  let given = 0;
  for (let child = list?.firstChild ?? null; child !== null; child = child.nextSibling)
    if (!/^[(),]$|Comment$/.test(child.name)) given += 1;
  return given;
};

function* problemsAt(node: SyntaxNode, reader: Reader): Generator<ProgramProblem> {
  const { text, context, states } = reader;
  const at = (what: SyntaxNode, message: string): ProgramProblem => ({ from: what.from, to: what.to, message });
  if (node.name === 'MemberExpression') {
    const property = node.getChild('PropertyName');
    const of = node.firstChild?.name === 'VariableName' ? text(node.firstChild) : '';
    const name = text(property);
    if (property !== null && of === context && CALLS[name] === undefined)
      yield at(property, `${context} has no ${name}: ${nearest(name, Object.keys(CALLS))}`);
    if (property !== null && states.has(of) && STATE_FIELDS[name] === undefined)
      yield at(property, `A state has no ${name}: ${nearest(name, Object.keys(STATE_FIELDS))}`);
  }
  const call = callOf(node, reader);
  const known = call === null ? undefined : CALLS[call];
  if (call !== null && known !== undefined) {
    if (lacksAwait(node, reader)) yield at(node, `await is missing: ${call} gives a promise, not what it promises.`);
    const given = argumentsOf(node);
    if (given < known.least || given > known.most)
      yield at(
        node,
        `${known.form} takes ${known.least === known.most ? '' : 'at least '}${String(known.least)}, and here are ${String(given)}.`,
      );
  }
  if (node.name === 'BinaryExpression' && callOf(awaited(node.firstChild), reader) === 'evaluate') {
    const verdict = node.getChild('String');
    if (verdict !== null && !/^["'`](keep|prune)["'`]$/.test(text(verdict)))
      yield at(verdict, 'evaluate gives "keep" or "prune".');
  }
  const absent = node.name === 'VariableName' ? ABSENT[text(node)] : undefined;
  if (absent !== undefined) yield at(node, `There is no ${text(node)}: ${absent}.`);
  if (node.name === 'RegExp') yield at(node, `There are no regular expressions: ${ABSENT['RegExp'] ?? ''}.`);
  if (node.name === 'ImportDeclaration' || node.name === 'ExportDeclaration')
    yield at(node, 'A planner is one file: it neither imports nor exports.');
}

/** The problems of a program in their order, at most ten. */
export function problemsOf(source: string): readonly ProgramProblem[] {
  const tree = javascriptLanguage.parser.parse(source);
  const text = (node: SyntaxNode | null): string => (node === null ? '' : source.slice(node.from, node.to));
  const nodes: SyntaxNode[] = [];
  let broken: ProgramProblem | null = null;
  tree.iterate({
    enter: ({ node, type }) => {
      if (type.isError)
        broken ??= {
          from: node.from,
          to: Math.max(node.to, node.from + 1),
          message: 'The syntax is wrong here, or just before.',
        };
      nodes.push(node);
    },
  });
  // What follows a fault of syntax is read wrongly.
  if (broken !== null) return [broken];
  const plan = nodes.find(
    (node) =>
      (node.name === 'FunctionDeclaration' || node.name === 'VariableDeclaration') &&
      text(node.getChild('VariableDefinition')) === 'plan',
  );
  if (plan === undefined)
    return [
      {
        from: 0,
        to: Math.min(1, source.length),
        message: 'The program declares no async function plan(context, { T, k }).',
      },
    ];
  const parameters = plan.getChild('ParamList') ?? plan.getChild('ArrowFunction')?.getChild('ParamList') ?? null;
  const context = text(parameters?.getChild('VariableDefinition') ?? null) || 'context';
  const states = new Set(
    nodes.flatMap((node) => {
      if (node.name !== 'VariableDeclaration') return [];
      const call = callOf(awaited(node.getChild('AwaitExpression')), { text, context });
      return call === 'sample' || call === 'vote' ? [text(node.getChild('VariableDefinition'))] : [];
    }),
  );
  const reader: Reader = { source, text, context, states };
  return nodes.flatMap((node) => [...problemsAt(node, reader)]).slice(0, 10);
}
