/** @file What a call of a model is for, and how many may come after it, at the calls that a state took so far. */
import { jsonMember, jsonMembers, type Json } from '../../../core/json.ts';
import { CUSTOM_PLANNER } from '../../../core/planner-program.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import type { WorkingCall } from '../../../trace/call-record.ts';
import { timeSpan } from '../../words.ts';

const STAGES: Readonly<Record<string, string>> = {
  'sample-state': 'Proposing the next step',
  vote: 'Voting on the next steps',
  evaluate: 'The critic judges the step',
  inspire: 'Asking for an alternative',
  value: 'Valuing the step',
  'reflect-on-path': 'Reflecting on the path',
  answer: 'Answering',
  sql: 'Writing the query',
  sentence: 'Putting the rows into a sentence',
  summarize: 'Summarising reviews',
  rate: 'Rating',
  'manager-thought': 'The Manager thinks',
  'manager-action': 'The Manager chooses an action',
  analyse: 'The Analyst works',
  search: 'The Searcher works',
  interpret: 'The Task interpreter reads the conversation',
  reflect: 'The Reflector judges the answer',
  'dialogue-profile': 'Reading what you like',
  'dialogue-plan': 'Planning',
  'dialogue-step': 'Choosing the next tool call',
  'dialogue-critic': 'The critic judges',
  'dialogue-reply': 'Wording the reply',
  'dialogue-seek': 'Writing a simulated person’s message',
  'recommend-plainly': 'Recommending without tools',
};
export const stageOf = (purpose: string): string => STAGES[purpose] ?? 'Asking';

/** At the mean of earlier calls: `about 25 s to go`, `about 6 s each`; nothing before one has ended, or past it. */
export function timeToCome({ usual, toCome = null }: CallUnderWay, seconds: number): string {
  if (usual === null) return '';
  if (toCome === null) return `${timeSpan(usual / 1000)} each`;
  const left = (usual / 1000) * toCome + Math.max(0, usual / 1000 - seconds);
  return left === 0 ? '' : `${timeSpan(left)} to go`;
}

/** A call that is under way, and how many may come after it; null where nobody can know. */
export type CallUnderWay = WorkingCall & { readonly toCome?: number | null };

/** T, k, K, n and whether an alternative counts as a step, as a spec has them. */
interface Options {
  readonly steps: number;
  readonly branching: number;
  readonly iterations?: number;
  readonly answers?: number;
  readonly alternativeCounts?: boolean;
}

const ofEachCandidate = ({ steps, branching }: Options): number => steps * branching;
const withAlternatives = ({ steps, alternativeCounts = true }: Options): number =>
  alternativeCounts ? steps + 1 : 2 * steps;

const STATES: Readonly<Record<string, (options: Options) => number>> = {
  'input-output': () => 0,
  'self-consistency': ({ answers = 5 }) => answers,
  'tree-of-thoughts-bfs': ofEachCandidate,
  'tree-of-thoughts-dfs': ofEachCandidate,
  'beam-search': ({ steps, branching }) => steps * branching ** 2,
  'language-agent-tree-search': ({ iterations = 4, ...options }) => iterations * ofEachCandidate(options),
  'self-inspiring': withAlternatives,
  'self-inspiring-filtered': withAlternatives,
};

/** The most states of a task; one a step where none is named. */
export const mostStates = (planner: string, options: Options): number =>
  (STATES[planner] ?? (({ steps }) => steps))(options);

/** Null where nothing bounds them: other recommenders, a program, a budget in place of steps. */
function mostStatesOf(spec: Json): number | null {
  const { name, options } = jsonMembers(jsonMember(spec, 'recommender'));
  const { planner, budget = null, ...numbers } = jsonMembers(options);
  if (name !== 'recmind' || typeof planner !== 'string' || planner === CUSTOM_PLANNER || budget !== null) return null;
  return mostStates(planner, numbers as unknown as Options);
}

export class CallBound {
  private perTask: number | null = null;
  private tasks = 0;
  private states = 0;
  private calls = 0;
  /** Of this task. */
  private grown = 0;
  private isAnswering = false;

  add(event: TraceEvent): void {
    const isTask = !event.node.includes('.');
    if (event.type === 'run-start') [this.perTask, this.tasks] = [mostStatesOf(event.spec), event.tasks];
    else if (event.type === 'node-end' && isTask) {
      this.tasks -= 1;
      [this.grown, this.isAnswering] = [0, false];
    } else if (event.type === 'node-start' && event.kind === 'state') {
      this.states += 1;
      this.grown += 1;
    } else if (event.type === 'model-call') {
      this.isAnswering ||= event.purpose === 'answer' && isTask;
      if (!this.isAnswering) this.calls += 1;
    }
  }

  /** After the call that is under way; null where nothing bounds them. */
  get toCome(): number | null {
    if (this.perTask === null) return null;
    const later = this.tasks - 1;
    const here = this.isAnswering ? 0 : Math.max(0, this.perTask - this.grown);
    const perState = this.states === 0 ? 1 : this.calls / this.states;
    return Math.round((here + later * this.perTask) * perState) + (this.isAnswering ? 0 : 1) + later;
  }
}
