/**
 * @file The measurements of a run, task by task, and what they come to.
 */
import type { Metric } from '../../core/metric.ts';
import type { Answer } from '../../core/recommender.ts';
import type { Truth } from '../../core/task.ts';
import type { AnswerFrom, Span } from '../../core/trace.ts';

/** Collects measurements. */
export interface Scores {
  /** Measures the answers of a task and writes each value to its node. */
  measure(answers: readonly Answer[], truth: Truth, task: Span): void;
  /** By metric name, `RMSE (explored)` for answers from all that was explored; null where nothing was measured. */
  summary(): Record<string, number | null>;
}

/** No measurement yet, of answers from these states. */
export function createScores(metrics: readonly Metric[], answeredFrom: readonly AnswerFrom[]): Scores {
  const measured = answeredFrom.flatMap((from) => metrics.map((metric) => ({ from, metric, values: [] as number[] })));
  return {
    measure(answers, truth, task) {
      for (const { from, metric, values } of measured) {
        const answer = answers.find((candidate) => candidate.from === from);
        const value = answer === undefined ? null : metric.measure(answer.recommendation, truth);
        if (value === null) continue;
        values.push(value);
        task.emit({ type: 'metric', from, name: metric.name, value });
      }
    },
    summary: () =>
      Object.fromEntries(
        measured.map(({ from, metric, values }) => [
          from === 'kept' ? metric.name : `${metric.name} (${from})`,
          values.length === 0 ? null : metric.summarize(values),
        ]),
      ),
  };
}
