/** @file Rows to train a reflector on, as in MACRec's feedback files: its prompt, its reply and the outcome. */
import { matchingTrace } from '../lab/evaluation/trace-again.ts';
import { replyOf } from '../trace/answer-words.ts';
import type { EvaluationHost } from '../lab/evaluation/run-evaluation.ts';
import type { Evaluation } from '../lab/evaluation/evaluation-spec.ts';
import type { Json } from '../core/json.ts';
import { taskOf } from '../core/node-data.ts';
import { isRanking } from '../core/task.ts';
import { traceTree, type TraceNode } from '../trace/trace-tree.ts';
import type { TraceEvent } from '../core/trace.ts';
import { parseReflection } from '../recommenders/macrec/agents/reflector.ts';
import { judgementReward, rankingReward, ratingReward, ratingRewardV2 } from '../recommenders/macrec/rewards.ts';
import { headOf, keptTasks } from '../lab/run/export/evaluation-rows.ts';
import type { Row, Rows } from '../lab/run/export/row-file.ts';

const COLUMNS = [
  ...['method', 'seed', 'task', 'input', 'output', 'Answer_1', 'Answer_2', 'Answer_GT'],
  ...['reward', 'reward_v2', 'reward_reflection'],
];

/** The numbers of an answer as the manager's node tells it; none where the attempt came to no answer. */
function answerOf(manager: TraceNode | undefined): readonly number[] {
  const reply = manager === undefined ? null : replyOf(manager);
  const [, said] = /^Answered: ([-\d., ]+)$/.exec(reply ?? '') ?? [];
  return said === undefined ? [] : said.split(', ').map(Number);
}

/** The verdict of a reflection in JSON, as the reflector reads it; those in words have none to reward. */
function correctnessIn(output: string): boolean | null {
  const reading = parseReflection(output, 'json');
  return reading.ok ? reading.value.correct : null;
}

/** What one task's trace gives; null where no reflector was asked, or nothing is known to reward it by. */
export function rewardRow(events: readonly TraceEvent[]): Omit<Row, 'method' | 'seed' | 'task'> | null {
  const { tasks, nodes } = traceTree(events);
  const [node] = tasks;
  const task = node === undefined ? null : taskOf(node);
  const truth = node?.truth?.truth;
  const agents = [...nodes.values()].filter(({ kind }) => kind === 'agent');
  const call = agents.find(({ label }) => label === 'Reflector')?.calls[0];
  if (task === null || truth === undefined || call === undefined) return null;
  const [made, again = made] = agents.filter(({ label }) => label === 'Manager').map(answerOf);
  const output = call.reply;
  const asked = { input: call.event.messages.map(({ content }) => content).join('\n'), output };
  const correct = correctnessIn(output);
  const judged = (isCorrect: boolean): number | null => (correct === null ? null : judgementReward(correct, isCorrect));
  if (truth.type === 'rating' && task.type === 'rating-prediction') {
    const [first = 0, second = 0] = [made?.[0], again?.[0]];
    const twice = { first, second, truth: truth.rating, scale: task.scale };
    return {
      ...asked,
      ...answers(first, second, truth.rating),
      reward: ratingReward(twice),
      reward_v2: ratingRewardV2(twice),
      reward_reflection: judged(first === truth.rating),
    };
  }
  if (truth.type !== 'choice' || !isRanking(task)) return null;
  const twice = { first: made ?? [], second: again ?? [], truth: truth.item.id };
  return {
    ...asked,
    ...answers([...twice.first], [...twice.second], twice.truth),
    reward: rankingReward(twice),
    reward_v2: null,
    reward_reflection: judged(twice.first[0] === twice.truth),
  };
}

const answers = (first: Json, second: Json, truth: Json): Row => ({
  Answer_1: first,
  Answer_2: second,
  Answer_GT: truth,
});

/** A row for each task in which a reflector was asked. Traces that were not kept are made again, as `matchingTrace` does. */
export function rewardRows(evaluation: Evaluation, host: EvaluationHost, onTask: () => void): Rows {
  // No other method has a reflector, and a baseline would be fitted again for each of its traces.
  const cells = evaluation.cells.filter(({ spec }) => spec.recommender.name === 'macrec');
  return {
    columns: COLUMNS,
    async *rows() {
      for await (const kept of keptTasks(evaluation.spec, cells, host.files)) {
        const row = rewardRow(await matchingTrace(evaluation.spec.name, kept.cell, kept.record, host));
        if (row !== null) yield { ...headOf(kept.cell.label, kept), ...row };
        onTask();
      }
    },
  };
}
