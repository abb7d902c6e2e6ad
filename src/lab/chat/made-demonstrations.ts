/** @file The lab's own demonstrations, with titles and values of a catalogue in their places. */
import type { Demonstration, DialoguePlan, PlanStep } from '../../core/dialogue.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { lexicalEmbedding } from '../../models/built-in-embeddings.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import {
  dynamicDemonstrations,
  filledFor,
  fixedDemonstrations,
  type Demonstrations,
} from '../../recommenders/interec/demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';

const top = (count: number): PlanStep => ({ tool: 'map', input: { count } });
const plan = (intent: DialoguePlan['intent'], steps: readonly PlanStep[], reply = ''): DialoguePlan => ({
  intent,
  steps,
  reply,
});

const SEED_DEMONSTRATIONS: readonly Demonstration[] = [
  {
    request: 'I watched ITEM1 and ITEM2. Now I want TAG that came out after ITEM1.',
    plan: plan('recommend', [
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
    ]),
  },
  {
    request: 'Three TAG like ITEM1, please',
    plan: plan('recommend', [
      { tool: 'filter', input: { conditions: [{ attribute: 'genre', is: ['TAG'] }] } },
      { tool: 'similar', input: { titles: ['ITEM1'] } },
      { tool: 'rank', input: { scheme: 'preference', prefer: ['ITEM1'] } },
      top(3),
    ]),
  },
  {
    request: 'Which of these suits me: ITEM1, ITEM2, ITEM3?',
    plan: plan('choose', [
      { tool: 'store-candidates', input: { titles: ['ITEM1', 'ITEM2', 'ITEM3'] } },
      { tool: 'rank', input: { scheme: 'preference' } },
      top(3),
    ]),
  },
  {
    request: 'When did ITEM1 come out and who directed it?',
    plan: plan('ask-about-item', [{ tool: 'look-up', input: { titles: ['ITEM1'], facts: ['year', 'director'] } }]),
  },
  {
    request: 'Something popular for tonight',
    plan: plan('recommend', [{ tool: 'rank', input: { scheme: 'popularity' } }, top(5)]),
  },
  {
    request: 'What have you got by PERSON1? The newest first.',
    plan: plan('recommend', [
      { tool: 'filter', input: { conditions: [{ attribute: 'director', is: ['PERSON1'] }] } },
      { tool: 'rank', input: { scheme: 'newest' } },
      top(5),
    ]),
  },
  {
    request: 'No TAG, only newer than 1995, the shortest first',
    plan: plan('recommend', [
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
    ]),
  },
  { request: 'Why did you name the first one?', plan: plan('explain', []) },
  { request: 'Hello, how are you?', plan: plan('chit-chat', [], 'Hello! What are you in the mood for?') },
];

const SHOWN = 3;

/** How demonstrations are chosen: none, the first, or those nearest to the message. */
export const DEMONSTRATION_MODES = ['zero', 'fixed', 'dynamic'] as const;

/** Those that conversations are shown. Places that stand for many would be copied into plans; rules learn nothing from them. */
export function demonstrationsOf(
  mode: (typeof DEMONSTRATION_MODES)[number],
  model: Pick<LanguageModel, 'id'>,
  catalogue: Catalogue,
): Demonstrations | null {
  if (mode === 'zero') return null;
  const all = model.id === REASONER_ID ? SEED_DEMONSTRATIONS : filledFor(catalogue, SEED_DEMONSTRATIONS);
  return mode === 'fixed' ? fixedDemonstrations(all, SHOWN) : dynamicDemonstrations(all, lexicalEmbedding(), SHOWN);
}
