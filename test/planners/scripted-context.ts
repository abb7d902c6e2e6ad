/** @file A planning context that answers from a script and writes down what it was asked. */
import type { PlanningContext, SampleOptions, State, StateStatistics } from '../../src/core/planner.ts';

/** The answers, in the order of the questions; where a list has run out, its last entry is repeated. */
export interface Script {
  /** True for "End of Planning". */
  readonly ends: readonly boolean[];
  readonly verdicts: readonly ('keep' | 'prune')[];
  readonly inspirations: readonly boolean[];
  /** Positions among the candidates. */
  readonly choices: readonly number[];
  /** From 0 to 1. */
  readonly values: readonly number[];
}

const names = (states: readonly State[]): string => states.map(({ thought }) => thought).join(' ');

/** The context; `calls` reads like the pseudo-code with states a, b, c … in the order of sampling. */
export class ScriptedContext implements PlanningContext {
  readonly calls: string[] = [];
  readonly sampled: State[] = [];
  readonly pruned = new Set<State>();
  readonly isSpent = false;
  /** N(s) and V(s) by state, as they were noted last. */
  readonly statistics = new Map<string, StateStatistics>();
  private readonly asked = { ends: 0, verdicts: 0, inspirations: 0, choices: 0, values: 0 };
  private readonly script: Script;

  constructor(script: Partial<Script>) {
    this.script = { ends: [false], verdicts: ['keep'], inspirations: [false], choices: [0], values: [0.5], ...script };
  }

  async sample(states: readonly State[], parent: State | null, options?: SampleOptions): Promise<State> {
    const isEnd = this.next('ends');
    const number = this.sampled.length;
    const thought = number < 26 ? String.fromCharCode(97 + number) : `s${number}`;
    const state = { id: thought, parent: parent?.id ?? null, thought, action: null, observation: '', isEnd };
    const kind = options?.alternative === true ? 'alternative' : 'sample';
    const told = options?.reflections ?? [];
    const given = `${names(states)}${told.length === 0 ? '' : ` | ${told.join(' ')}`}`;
    this.calls.push(`${kind}(${given}) from ${parent?.thought ?? 'x'} = ${isEnd ? 'end' : thought}`);
    this.sampled.push(state);
    return state;
  }

  async vote(states: readonly State[], candidates: readonly State[]): Promise<State> {
    const chosen = candidates[this.next('choices') % candidates.length] as State;
    this.calls.push(`vote(${names(states)}; ${names(candidates)}) = ${chosen.thought}`);
    return chosen;
  }

  async evaluate(states: readonly State[], state: State): Promise<'keep' | 'prune'> {
    const verdict = this.next('verdicts');
    if (verdict === 'prune') this.pruned.add(state);
    this.calls.push(`evaluate(${names(states)}; ${state.thought}) = ${verdict}`);
    return verdict;
  }

  async inspire(states: readonly State[]): Promise<boolean> {
    const explore = this.next('inspirations');
    this.calls.push(`inspire(${names(states)}) = ${explore ? 'yes' : 'no'}`);
    return explore;
  }

  async value(states: readonly State[], state: State): Promise<number> {
    const value = this.next('values');
    this.calls.push(`value(${names(states)}; ${state.thought}) = ${value}`);
    return value;
  }

  async reflect(states: readonly State[]): Promise<string> {
    this.calls.push(`reflect(${names(states)})`);
    return `not ${names(states)}`;
  }

  async answer(states: readonly State[]): Promise<State> {
    const isEnd = this.next('ends');
    const thought = `y${this.sampled.length + 1}`;
    const state = { id: thought, parent: states.at(-1)?.id ?? null, thought, action: null, observation: '', isEnd };
    this.calls.push(`answer(${names(states)}) = ${isEnd ? 'end' : thought}`);
    this.sampled.push(state);
    return state;
  }

  update({ thought }: State, statistics: StateStatistics): void {
    this.statistics.set(thought, statistics);
  }

  private next<Key extends keyof Script>(key: Key): Script[Key][number] {
    const answers: readonly Script[Key][number][] = this.script[key];
    const position = Math.min(this.asked[key], answers.length - 1);
    this.asked[key] += 1;
    return answers[position] as Script[Key][number];
  }
}
