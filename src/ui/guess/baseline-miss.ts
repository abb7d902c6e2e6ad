/** @file What the plainest baseline answers to the question on the page. It is run in the lab, on the training part alone, and not kept. */
import type { LabClient } from '../../client/lab.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import type { RunSpec } from '../../core/run.ts';
import type { Recommendation } from '../../core/task.ts';
import { missOfAnswer, type GuessedQuestion } from './guessed-question.ts';

const BASELINES = { rating: 'baseline/global-mean', list: 'baseline/popularity' } as const;

/** What the baseline is called. */
export const baselineTitle = ({ task }: Pick<GuessedQuestion, 'task'>): string =>
  task.type === 'rating-prediction' ? 'Mean of all ratings' : 'Most popular';

function baselineSpec({ spec, task }: GuessedQuestion): RunSpec {
  const { critic: _, fork: __, ...rest } = spec;
  const isRating = task.type === 'rating-prediction';
  return {
    ...rest,
    recommender: { name: isRating ? BASELINES.rating : BASELINES.list, options: {} },
    model: { name: REASONER_ID, options: {} },
    metrics: [isRating ? 'MAE' : 'HR@10'],
    replies: { mode: 'live' },
  };
}

/** How far off the baseline is. @throws LabError what its run failed of */
export async function baselineMiss(client: LabClient, question: GuessedQuestion): Promise<number | null> {
  const answers: Recommendation[] = [];
  await client.tryRun(baselineSpec(question), {
    onEvents(batch) {
      for (const event of batch) if (event.type === 'answer') answers.push(event.recommendation);
    },
    signal: new AbortController().signal,
  });
  const [answer] = answers;
  return answer === undefined ? null : missOfAnswer(answer, question);
}
