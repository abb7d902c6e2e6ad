/**
 * @file A task as the row of one answer sees it. One tree may be answered twice, from what was kept and from everything explored: the
 * run, its trace and its record are one, and each answer has a row.
 */
import { lessReplies, writtenReplies } from '../../core/costs.ts';
import type { AnswerCost } from '../../core/costs.ts';
import type { TaskRecord, Values } from '../../core/evaluation.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { metricName } from './task-record.ts';

/** The values of one answer, by the plain names of their metrics. */
export function answerValues(values: Values, from: AnswerFrom, metrics: readonly string[]): Values {
  return Object.fromEntries(
    metrics.flatMap((name) => {
      const value = values[metricName(name, from)];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** What a task cost without an answer that was asked for besides. */
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

/**
 * The record of a task with the values and the list of one answer, at the cost of planning and this answer: what a run that asks for
 * no other answer would have. What a task cost that failed before its answers were told is that of all it asked.
 * @param metrics the names of those that were measured
 */
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
