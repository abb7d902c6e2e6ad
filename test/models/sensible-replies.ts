/** @file What a capable model would reply on the made-up dataset, to whatever it is asked. */
import type { GenerateRequest } from '../../src/core/language-model.ts';
import type { Task } from '../../src/core/task.ts';
import type { Bare } from './dresses.ts';

const STEPS = [
  { tool: 'filter', input: { conditions: [{ attribute: 'year', after: 1982 }] } },
  { tool: 'rank', input: { scheme: 'preference', prefer: ['Granite 2 (1981)'] } },
  { tool: 'map', input: { count: 3 } },
];

/** The reply before it is dressed. */
export function sensibleReply({ purpose }: GenerateRequest): Bare {
  switch (purpose.type) {
    case 'sample-state':
      return purpose.states.length > 0 && purpose.mayEnd
        ? { thought: 'End of Planning', tool: 'end', input: '' }
        : { thought: 'First the mean.', tool: 'database', input: 'What is the mean rating of item 4?' };
    case 'vote':
      return { choice: 1 };
    case 'evaluate':
      return { verdict: 'keep', reason: 'it fits' };
    case 'inspire':
      return { explore: false, reason: 'enough is known' };
    case 'value':
      return { value: 6, reason: 'it tells something of the item' };
    case 'reflect-on-path':
      return { reflection: 'Ask about the person too.' };
    case 'answer':
      return answerTo(purpose.task);
    case 'sql':
      return { sql: 'SELECT mean_rating FROM item_statistics WHERE item_id = 4' };
    case 'dialogue-profile':
      return {
        like: { titles: [], values: ['genre: Drama'] },
        dislike: { titles: [], values: [] },
        expect: { titles: [], values: [] },
      };
    case 'dialogue-plan':
      return { intent: 'recommend', steps: STEPS, reply: '' };
    case 'dialogue-step':
      return { intent: 'recommend', step: STEPS[purpose.done.length] ?? null, reply: '' };
    case 'dialogue-critic':
      return 'Yes';
    case 'manager-action':
      return purpose.states.length === 0 && purpose.actions.includes('Analyse') && purpose.sample !== null
        ? { type: 'Analyse', content: ['user', purpose.sample.task.user.id] }
        : { type: 'Finish', content: contentOf(purpose.sample?.task ?? null) };
    case 'analyse':
    case 'search':
    case 'interpret':
      return { type: 'Finish', content: 'They like what is short.' };
    case 'reflect':
      return { correctness: true, reason: 'The mean was asked for.' };
    case 'rate':
      return '7';
    case 'manager-thought':
      return 'First the person.';
    default:
      return 'The mean is 3.5.';
  }
}

const ranked = (task: Task): number[] => ('candidates' in task ? task.candidates.map(({ id }) => id) : []);

function answerTo(task: Task): Bare {
  if (task.type === 'rating-prediction') return { rating: 4, reason: 'it is the mean' };
  if ('candidates' in task) return { ranking: ranked(task).slice(0, 3), reason: 'the best known first' };
  return { text: 'A slow crossing, and I did not mind.' };
}

function contentOf(task: Task | null): Bare {
  if (task === null) return 'Night Ferry (1983)';
  if (task.type === 'rating-prediction') return 4;
  return 'candidates' in task ? ranked(task) : 'A slow crossing.';
}
