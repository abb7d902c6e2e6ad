/**
 * @file Traces to draw: the lab's real planners over a script that stands in for model and tools. It makes events of every
 * type at will, which a real run does only now and then.
 */
import { createTrace } from '../../src/trace/create-trace.ts';
import type { PlanningContext, State, StateStatistics } from '../../src/core/planner.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import type { RatingTask, Recommendation, Task, Truth } from '../../src/core/task.ts';
import type { Span, TraceEvent } from '../../src/core/trace.ts';
import { PLANNERS } from '../../src/planners/registry.ts';

/** The task of the scripted runs. */
export const HEAT: RatingTask = {
  type: 'rating-prediction',
  user: { id: 599, name: 'person 599' },
  item: { id: 6, title: 'Heat (1995)' },
  scale: { min: 0.5, max: 5, step: 0.5 },
  itemNoun: 'film',
  examples: [],
};

const QUESTIONS = [
  ['What is their average rating?', 'They gave 2,477 ratings, mean 2.6.'],
  ['What is the average rating of Heat (1995)?', '101 ratings, mean 3.9.'],
  ['How did they rate the last ten films they saw?', 'Mean 3.1 over ten films.'],
  ['How did they rate films like Heat (1995)?', 'Four similar films, weighted mean 4.3.'],
  ['How did people like them rate Heat (1995)?', '30 people, mean 4.2.'],
  ['What is Heat (1995) about, and who made it?', 'Crime, action, thriller; directed by Michael Mann.'],
] as const;

/** How a scripted run is made. */
export interface Script {
  readonly planner: string;
  readonly seed?: number;
  readonly steps?: number;
  readonly branching?: number;
  readonly truth?: number;
  readonly answer?: number;
}

class Scripted {
  readonly states: State[] = [];
  private readonly spans = new Map<string, Span>();
  private readonly task: Span;
  private readonly random: Random;

  constructor(task: Span, random: Random) {
    this.task = task;
    this.random = random;
  }

  private call(span: Span, purpose: string, reply: string): void {
    const messages = [
      { role: 'system' as const, content: 'You plan, step by step, how to predict a rating.' },
      { role: 'user' as const, content: `Purpose: ${purpose}\nWhat would person 599 give Heat (1995)?` },
    ];
    const rest = { messages, seed: 7, temperature: 0.1, maxTokens: 256, responseSchema: null };
    const call = span.emit({ type: 'model-call', model: 'built-in/reasoner', purpose, ...rest });
    span.emit({ type: 'text-delta', call, delta: reply });
    const usage = { inputTokens: 412, outputTokens: 38, estimated: true };
    span.emit({ type: 'model-result', call, finishReason: 'stop', usage });
    span.emit({ type: 'reply-check', call, status: 'validated', problem: null });
  }

  private use(span: Span, question: string, observation: string): { tool: string; arguments: { question: string } } {
    const action = { tool: question.startsWith('What is Heat') ? 'search' : 'database', arguments: { question } };
    const call = span.emit({ type: 'tool-call', ...action });
    const rows = [
      ['Casino (1995)', 0.71, 4],
      ['The Usual Suspects (1995)', 0.66, 5],
    ];
    const sql = 'SELECT title, similarity, rating\nFROM similar_items JOIN interactions USING (item_id)\nLIMIT 4';
    const detail = { sql, columns: ['title', 'similarity', 'rating'], rows, truncated: false };
    this.call(span, 'sql', sql);
    span.emit({ type: 'tool-result', call, observation, failed: false, detail });
    return action;
  }

  sample(depth: number, parent: State | null, alternative: boolean, mayEnd: boolean): State {
    const span = this.task.child({
      kind: 'state',
      label: alternative ? 'an alternative' : 'a step',
      detail: { alternative },
      parent: parent?.id ?? this.task.node,
    });
    this.spans.set(span.node, span);
    const isEnd = mayEnd && depth > 1 && !alternative && this.random.uniform() < 0.15;
    const [question, observation] = QUESTIONS[this.random.integer(QUESTIONS.length)] ?? QUESTIONS[0];
    const thought = isEnd ? 'End of Planning' : question;
    this.call(span, 'sample-state', `Thought: ${thought}`);
    const action = isEnd ? null : this.use(span, question, observation);
    const result = { thought, action, observation: isEnd ? '' : observation, isEnd };
    span.emit({ type: 'node-end', status: 'done', result });
    const state: State = { id: span.node, parent: parent?.id ?? null, ...result };
    this.states.push(state);
    return state;
  }

  vote(candidates: readonly State[]): State {
    this.call(this.task, 'vote', 'I choose candidate 1.');
    const votes = candidates.map(() => 0);
    for (let voter = 0; voter < 3; voter += 1) {
      const index = this.random.integer(candidates.length);
      votes[index] = (votes[index] ?? 0) + 1;
    }
    const chosen = candidates[votes.indexOf(Math.max(...votes))] as State;
    this.task.emit({ type: 'vote-result', candidates: candidates.map(({ id }) => id), votes, chosen: chosen.id });
    return chosen;
  }

  evaluate(state: State): 'keep' | 'prune' {
    const span = this.spans.get(state.id) ?? this.task;
    const verdict = this.random.uniform() < 0.4 ? 'prune' : 'keep';
    const reason = verdict === 'prune' ? 'It is about another film.' : 'It is about the right film.';
    this.call(span, 'evaluate', `${verdict}: ${reason}`);
    span.emit({ type: 'evaluate-result', verdict, reason });
    if (verdict === 'prune') span.emit({ type: 'node-prune', reason });
    return verdict;
  }

  value(state: State): number {
    const span = this.spans.get(state.id) ?? this.task;
    const value = 0.1 + 0.8 * this.random.uniform();
    this.call(span, 'value', String(value));
    span.emit({ type: 'value-result', value, reason: 'It tells something of the person.' });
    return value;
  }

  reflect(state: State | undefined): string {
    const span = (state && this.spans.get(state.id)) ?? this.task;
    const reflection = 'It asked about another film; ask about this one.';
    this.call(span, 'reflect-on-path', reflection);
    span.emit({ type: 'reflection-result', reflection });
    return reflection;
  }

  answer(): State {
    const span = this.task.child({ kind: 'state', label: 'answer', detail: { alternative: false } });
    this.spans.set(span.node, span);
    this.call(span, 'answer', '4');
    const result = { thought: 'They like crime films.', action: null, observation: '4', isEnd: false };
    span.emit({ type: 'node-end', status: 'done', result });
    const state: State = { id: span.node, parent: null, ...result };
    this.states.push(state);
    return state;
  }

  update(state: State, statistics: StateStatistics): void {
    (this.spans.get(state.id) ?? this.task).emit({ type: 'value-update', ...statistics });
  }

  inspire(state: State | undefined): boolean {
    const span = (state && this.spans.get(state.id)) ?? this.task;
    const explore = this.random.uniform() < 0.5;
    this.call(span, 'inspire', explore ? 'yes' : 'no');
    span.emit({ type: 'inspire-result', explore, reason: explore ? 'There is more to learn here.' : 'Go on.' });
    return explore;
  }
}

/** The events of one task, planned by the named planner over the script. */
export async function scriptedRun({
  planner: name,
  seed = 7,
  steps = 5,
  branching = 3,
  truth = 4.5,
  answer = 4.2,
}: Script): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  let time = 0;
  const root = createTrace(
    (event) => events.push(event),
    () => (time += 0.7),
  );
  const entry = PLANNERS.find((candidate) => candidate.name === name) ?? PLANNERS[0];
  const spec = { recommender: { name: 'recmind', options: { planner: name } }, seed };
  root.emit({ type: 'run-start', spec, dataset: {}, model: 'built-in/reasoner', tasks: 1 });
  const task = root.child({
    kind: 'task',
    label: 'What would person 599 give Heat (1995)?',
    detail: { id: '599:6', task: HEAT },
  });
  const scripted = new Scripted(task, createRandom(seed));
  const context: PlanningContext = {
    sample: async (states, parent, options) =>
      scripted.sample(states.length, parent, options?.alternative === true, steps < 6),
    vote: async (_, candidates) => scripted.vote(candidates),
    evaluate: async (_, state) => scripted.evaluate(state),
    inspire: async (states) => scripted.inspire(states.at(-1)),
    value: async (_, state) => scripted.value(state),
    reflect: async (states) => scripted.reflect(states.at(-1)),
    answer: async () => scripted.answer(),
    update: (state, statistics) => scripted.update(state, statistics),
    isSpent: false,
  };
  const surroundings = { random: createRandom(seed), signal: new AbortController().signal };
  const kept = await entry
    ?.create({ steps, branching, readingOfLine7: 'S-prime', alternativeCounts: true })
    .plan(context, surroundings);
  const ids = (states: readonly State[] = []) => states.filter(({ isEnd }) => !isEnd).map(({ id }) => id);
  for (const [from, states, rating] of [
    ['kept', ids(kept), answer],
    ['explored', ids(scripted.states), answer - 0.4],
  ] as const) {
    const recommendation = { type: 'rating' as const, rating };
    task.emit({ type: 'answer', from, states, recommendation, reason: 'They like crime films more than most.' });
    task.emit({ type: 'metric', from, name: 'RMSE', value: Math.abs(rating - truth) });
  }
  task.emit({ type: 'truth', truth: { type: 'rating', rating: truth } });
  task.emit({ type: 'node-end', status: 'done', result: null });
  root.emit({ type: 'run-end', outcome: 'done', summary: null });
  return events;
}

/** The events of one task that is answered with `recommendation`, and nothing else. */
function answered(task: Task, recommendation: Recommendation, truth: Truth): TraceEvent[] {
  const events: TraceEvent[] = [];
  const root = createTrace(
    (event) => events.push(event),
    () => 0,
  );
  root.emit({ type: 'run-start', spec: {}, dataset: {}, model: 'built-in/reasoner', tasks: 1 });
  const span = root.child({ kind: 'task', label: 'a task', detail: { id: '599:6', task } });
  for (const from of ['kept', 'explored'] as const)
    span.emit({ type: 'answer', from, states: [], recommendation, reason: '' });
  span.emit({ type: 'truth', truth });
  span.emit({ type: 'node-end', status: 'done', result: null });
  root.emit({ type: 'run-end', outcome: 'done', summary: null });
  return events;
}

const { user, itemNoun } = HEAT;

/** The events of one ranking. @param place of what was chosen, among ten; null where it is not among them */
export function rankingRun(place: number | null): TraceEvent[] {
  const candidates = Array.from({ length: 20 }, (_, index) => ({ id: 101 + index, title: `item ${101 + index}` }));
  const chosen = { id: 107, title: 'item 107' };
  const others = candidates.map(({ id }) => id).filter((id) => id !== chosen.id);
  const items = place === null ? others.slice(0, 10) : others.slice(0, 9).toSpliced(place - 1, 0, chosen.id);
  const task: Task = { type: 'direct-recommendation', user, itemNoun, examples: [], candidates };
  return answered(task, { type: 'ranking', items }, { type: 'choice', item: chosen });
}
