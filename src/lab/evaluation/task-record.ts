/** @file What an evaluation keeps of a task: enough for every table and chart, without the trace. */
import {
  answerCosts,
  costsWith,
  inSeconds,
  NO_COSTS,
  writtenCosts,
  lessReplies,
  writtenReplies,
  type AnswerCost,
} from '../../core/costs.ts';
import { isFatal, type LabErrorData } from '../../core/errors.ts';
import type { TaskRecord, Values, NGramCounts, RecordedList, Metric } from '../../core/evaluation.ts';
import { isRanking, type LabelledTask, type Recommendation } from '../../core/task.ts';
import type { AnswerFrom, TraceEvent } from '../../core/trace.ts';
import type { CompleteRunSpec } from '../run/run-spec.ts';
import type { NoveltyOf } from './training-counts.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { bleuCounts } from '../../metrics/bleu.ts';
import { writtenEntries } from '../../recommenders/recmind/answer-format.ts';

export function answerValues(values: Values, from: AnswerFrom, metrics: readonly string[]): Values {
  return Object.fromEntries(
    metrics.flatMap((name) => {
      const value = values[metricName(name, from)];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function without(
  record: TaskRecord,
  { seconds, replies, promptTokens, cachedTokens, ...cost }: AnswerCost,
): TaskRecord {
  return {
    ...record,
    modelCalls: record.modelCalls - cost.modelCalls,
    tokens: record.tokens - cost.tokens,
    seconds: Math.max(0, Math.round(1000 * (record.seconds - seconds)) / 1000),
    ...(record.replies && { replies: writtenReplies(lessReplies(record.replies, replies)) }),
    promptTokens: (record.promptTokens ?? 0) - promptTokens,
    cachedTokens: (record.cachedTokens ?? 0) - cachedTokens,
  };
}

/** The record with one answer's values and list, at the cost of planning and this answer alone. */
export function answerRecord(record: TaskRecord, from: AnswerFrom, metrics: readonly string[]): TaskRecord {
  const { kept, explored } = record.answers ?? {};
  const other = from === 'kept' ? explored : kept;
  const own = record.lists?.[from];
  const written = record.texts?.[from];
  const rated = record.ratings?.[from];
  const {
    lists: _,
    texts: __,
    answers: ___,
    ratings: ____,
    ...rest
  } = other === undefined ? record : without(record, other);
  return {
    ...rest,
    values: answerValues(record.values, from, metrics),
    ...(own !== undefined && { lists: { [from]: own } }),
    ...(rated !== undefined && { ratings: { [from]: rated } }),
    ...(written !== undefined && { texts: { [from]: written } }),
  };
}

type ByAnswer<Part> = { [Answer in AnswerFrom]?: Part };

function writtenAnswers() {
  let call = -1;
  let text = '';
  return {
    add(event: TraceEvent): void {
      const isAnswer = event.type === 'model-call' && event.purpose === 'answer' && event.model !== REASONER_ID;
      if (isAnswer || (event.type === 'node-start' && event.kind === 'task')) {
        call = isAnswer ? event.seq : -1;
        text = '';
      }
      if (event.type === 'text-delta' && event.call === call) text += event.delta;
    },
    /** Of a list; nothing where nothing was written, or nothing that can be read. */
    entriesFor(labelled: LabelledTask | undefined): Pick<RecordedList, 'entries'> {
      const task = labelled?.task;
      if (text === '' || task === undefined || !isRanking(task) || task.candidates.length === 0) return {};
      const entries = writtenEntries(text, task.candidates);
      return entries === null ? {} : { entries };
    },
  };
}

function toldAnswers(noveltyOf: NoveltyOf | null) {
  let lists: ByAnswer<RecordedList> = {};
  let ratings: ByAnswer<number> = {};
  let texts: ByAnswer<NGramCounts> = {};
  const written = writtenAnswers();
  return {
    add(event: TraceEvent, labelled: LabelledTask | undefined): void {
      written.add(event);
      if (event.type === 'node-start' && event.kind === 'task') {
        lists = {};
        ratings = {};
        texts = {};
      }
      if (event.type !== 'answer') return;
      const { from, recommendation } = event;
      if (recommendation.type === 'ranking' && noveltyOf !== null) {
        const { items } = recommendation;
        lists[from] = { items, novelty: noveltyOf(items), ...written.entriesFor(labelled) };
      }
      if (recommendation.type === 'rating') ratings[from] = recommendation.rating;
      if (recommendation.type === 'text' && labelled?.truth?.type === 'text')
        texts[from] = bleuCounts(recommendation.text, labelled.truth.text);
    },
    kept(): Pick<TaskRecord, 'lists' | 'ratings' | 'texts'> {
      const some = (parts: object): boolean => Object.keys(parts).length > 0;
      return { ...(some(lists) && { lists }), ...(some(ratings) && { ratings }), ...(some(texts) && { texts }) };
    },
  };
}

/** The worst answer that there is: an empty list or text, or the end of the scale that is farther from the truth. */
export function missOf({ task, truth }: LabelledTask): Recommendation {
  if (truth?.type === 'text') return { type: 'text', text: '' };
  if (truth?.type === 'bounds') return { type: 'rating', rating: 0, ratings: [null] };
  if (task.type === 'simulated-conversation') return { type: 'ranking', items: [], turn: task.turns + 1 };
  if (task.type !== 'rating-prediction' || truth?.type !== 'rating') return { type: 'ranking', items: [] };
  const { min, max } = task.scale;
  return { type: 'rating', rating: truth.rating - min > max - truth.rating ? min : max };
}

function positionOf({ task, truth }: LabelledTask): number | null {
  if (!isRanking(task) || truth?.type !== 'choice') return null;
  const position = task.candidates.findIndex(({ id }) => id === truth.item.id);
  return position < 0 ? null : position;
}

export const metricName = (name: string, from: AnswerFrom): string => (from === 'kept' ? name : `${name} (${from})`);

export const answersOf = ({ recommender }: CompleteRunSpec): readonly AnswerFrom[] => {
  const from = recommender.name === 'recmind' ? recommender.options.answerFrom : 'kept';
  return from === 'both' ? ['kept', 'explored'] : [from];
};

function missValues(task: LabelledTask, metrics: readonly Metric[], answers: readonly AnswerFrom[]): Values {
  const miss = missOf(task);
  const { truth } = task;
  const values = truth === null ? [] : metrics.map((metric) => [metric.name, metric.measure(miss, truth)] as const);
  return Object.fromEntries(
    answers.flatMap((from) =>
      values.flatMap(([name, value]) => (value === null ? [] : [[metricName(name, from), value] as const])),
    ),
  );
}

/** The record of the task that an event ends. A stopped task has none, nor has one hit by the end of the whole run. */
export function recordFold(
  cell: string,
  tasks: ReadonlyMap<string, LabelledTask>,
  metrics: readonly Metric[],
  answers: readonly AnswerFrom[],
  noveltyOf: NoveltyOf | null = null,
): (event: TraceEvent) => TaskRecord | null {
  let open: { task: LabelledTask; node: string; start: number; error: LabErrorData | null } | null = null;
  let values: Record<string, number> = {};
  let used = NO_COSTS;
  const told = toldAnswers(noveltyOf);
  let costs = answerCosts();
  const close = (status: string, time: number): TaskRecord | null => {
    if (open === null) return null;
    const { task, error, start } = open;
    open = null;
    if (status === 'aborted' || (error !== null && isFatal(error))) return null;
    return {
      cell,
      task: task.id,
      person: task.task.user.id,
      error: error?.code ?? null,
      values: error === null ? values : missValues(task, metrics, answers),
      position: positionOf(task),
      ...writtenCosts(used),
      seconds: inSeconds(time - start),
      ...(error === null && told.kept()),
      ...(answers.length > 1 && { answers: costs.told() }),
    };
  };
  return (event) => {
    if (event.type === 'node-start' && event.kind === 'task') {
      const task = event.detail !== null && 'id' in event.detail ? tasks.get(event.detail.id) : undefined;
      if (task !== undefined) open = { task, node: event.node, start: event.time, error: null };
      values = {};
      used = NO_COSTS;
      costs = answerCosts();
    }
    told.add(event, open?.task);
    if (event.type === 'metric') values[metricName(event.name, event.from)] = event.value;
    costs.add(event, used);
    used = costsWith(used, event);
    if (open === null || event.node !== open.node) return null;
    if (event.type === 'error') open.error = event.error;
    return event.type === 'node-end' ? close(event.status, event.time) : null;
  };
}
