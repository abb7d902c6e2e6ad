/** @file The demonstrations that the lab brings: requests in the words of a catalogue of films, with `ITEM`, `TAG` and `PERSON` in place of names. */
import type { Demonstration } from '../../core/dialogue.ts';

const top = (count: number) => ({ tool: 'map', input: { count } }) as const;

/** One for each kind of request. */
export const SEED_DEMONSTRATIONS: readonly Demonstration[] = [
  {
    request: 'I watched ITEM1 and ITEM2. Now I want TAG that came out after ITEM1.',
    plan: {
      intent: 'recommend',
      steps: [
        { tool: 'look-up', input: { titles: ['ITEM1'], facts: ['year'] } },
        {
          tool: 'filter',
          input: {
            conditions: [
              { attribute: 'genre', is: ['TAG'] },
              { attribute: 'year', after: '$1' },
            ],
          },
        },
        { tool: 'rank', input: { scheme: 'preference', prefer: ['ITEM1', 'ITEM2'] } },
        top(5),
      ],
      reply: '',
    },
  },
  {
    request: 'Three TAG like ITEM1, please',
    plan: {
      intent: 'recommend',
      steps: [
        { tool: 'filter', input: { conditions: [{ attribute: 'genre', is: ['TAG'] }] } },
        { tool: 'similar', input: { titles: ['ITEM1'] } },
        { tool: 'rank', input: { scheme: 'preference', prefer: ['ITEM1'] } },
        top(3),
      ],
      reply: '',
    },
  },
  {
    request: 'Which of these suits me: ITEM1, ITEM2, ITEM3?',
    plan: {
      intent: 'choose',
      steps: [
        { tool: 'store-candidates', input: { titles: ['ITEM1', 'ITEM2', 'ITEM3'] } },
        { tool: 'rank', input: { scheme: 'preference' } },
        top(3),
      ],
      reply: '',
    },
  },
  {
    request: 'When did ITEM1 come out and who directed it?',
    plan: {
      intent: 'ask-about-item',
      steps: [{ tool: 'look-up', input: { titles: ['ITEM1'], facts: ['year', 'director'] } }],
      reply: '',
    },
  },
  {
    request: 'Something popular for tonight',
    plan: { intent: 'recommend', steps: [{ tool: 'rank', input: { scheme: 'popularity' } }, top(5)], reply: '' },
  },
  {
    request: 'What have you got by PERSON1? The newest first.',
    plan: {
      intent: 'recommend',
      steps: [
        { tool: 'filter', input: { conditions: [{ attribute: 'director', is: ['PERSON1'] }] } },
        { tool: 'rank', input: { scheme: 'newest' } },
        top(5),
      ],
      reply: '',
    },
  },
  {
    request: 'No TAG, only newer than 1995, the shortest first',
    plan: {
      intent: 'recommend',
      steps: [
        {
          tool: 'filter',
          input: {
            conditions: [
              { attribute: 'genre', not: ['TAG'] },
              { attribute: 'year', after: 1995 },
            ],
          },
        },
        { tool: 'rank', input: { scheme: 'least', attribute: 'running_time' } },
        top(5),
      ],
      reply: '',
    },
  },
  { request: 'Why did you name the first one?', plan: { intent: 'explain', steps: [], reply: '' } },
  {
    request: 'Hello, how are you?',
    plan: { intent: 'chit-chat', steps: [], reply: 'Hello! What are you in the mood for?' },
  },
];
