/**
 * @file What makes a case worth opening with: the planners come out in the order in which they do on average, by enough to be seen,
 * and each control moves something in the direction in which it does on average (docs/experiments/planners-on-synthetic-films.md).
 */

/** Absolute errors of one person and seed, by preset and planner, of the answer from what was kept and from everything explored. */
export type CaseErrors = Readonly<
  Record<string, Readonly<Record<string, { readonly kept: number; readonly explored: number }>>>
>;

/** What is demanded of a case, and by how many rating points it is met. */
export interface Demand {
  readonly words: string;
  readonly margin: number;
}

/** A fifth of the smallest step between ratings: less is not seen on the page. */
const SEEN = 0.1;

/** The planners that the page opens with. */
export const SHOWN = ['chain-of-thought', 'tree-of-thoughts-dfs', 'self-inspiring'] as const;
const [CHAIN, DEPTH_FIRST, SELF_INSPIRING] = SHOWN;

type Answers = (planner: string, from?: 'kept' | 'explored') => number;

function answersUnder(errors: CaseErrors, preset: string): Answers {
  return (planner, from = 'kept') => errors[preset]?.[planner]?.[from] ?? NaN;
}

/** What the order of the planners and the switch of the answer must show, under the default preset. */
function ofPlanners(normal: Answers): readonly Demand[] {
  return [
    {
      words: 'an alternative helps: Self-Inspiring is nearer than Chain-of-Thought',
      margin: normal(CHAIN) - normal(SELF_INSPIRING),
    },
    { words: 'a critic helps: DFS is nearer than Chain-of-Thought', margin: normal(CHAIN) - normal(DEPTH_FIRST) },
    { words: 'DFS and Self-Inspiring differ', margin: Math.abs(normal(DEPTH_FIRST) - normal(SELF_INSPIRING)) },
    {
      words: 'the critic cut something of use: DFS is nearer with everything it explored',
      margin: normal(DEPTH_FIRST) - normal(DEPTH_FIRST, 'explored'),
    },
  ];
}

/** All demands on a case. */
export function demandsOn(errors: CaseErrors): readonly Demand[] {
  const normal = answersUnder(errors, 'default');
  const worse = (preset: string, planner: string): number => answersUnder(errors, preset)(planner) - normal(planner);
  return [
    ...ofPlanners(normal),
    { words: 'clean tools: Chain-of-Thought is nearer', margin: -worse('clean-tools', CHAIN) },
    { words: 'careless critic: DFS is further off', margin: worse('careless-evaluator', DEPTH_FIRST) },
    {
      words: 'careful critic, more slips: a planner without a critic is further off, or DFS is nearer',
      margin: Math.max(
        worse('careful-evaluator', CHAIN),
        worse('careful-evaluator', SELF_INSPIRING),
        -worse('careful-evaluator', DEPTH_FIRST),
      ),
    },
    {
      words: 'short memory: DFS or Self-Inspiring is further off',
      margin: Math.max(worse('short-memory', DEPTH_FIRST), worse('short-memory', SELF_INSPIRING)),
    },
  ];
}

/** True where the default preset alone does not rule a case out. */
export function isPromising(errors: CaseErrors): boolean {
  return ofPlanners(answersUnder(errors, 'default')).every(({ margin }) => margin >= SEEN);
}

/** The margin of the demand that is met least; a case is shown only from `SEEN` on. */
export function weakest(errors: CaseErrors): number {
  return Math.min(...demandsOn(errors).map(({ margin }) => margin));
}

/** True where every demand is met by enough to be seen. */
export function isWorthShowing(errors: CaseErrors): boolean {
  return weakest(errors) >= SEEN;
}
