/** @file Demonstrations that are made of a catalogue, and checked by running them. */
import { now } from '../../core/clock.ts';
import { createTrace } from '../../trace/create-trace.ts';
import type { Demonstration, DialoguePlan, PlanStep } from '../../core/dialogue.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { createRandom, type Random } from '../../core/random.ts';
import type { RunContext } from '../../core/run-context.ts';
import { lexicalEmbedding } from '../../models/built-in-embeddings.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import {
  dynamicDemonstrations,
  fixedDemonstrations,
  type Demonstrations,
  generateDemonstrations,
  hasPlaces,
} from '../../recommenders/interec/demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { taskContext } from '../run/run-context.ts';

const top = (count: number): PlanStep => ({ tool: 'map', input: { count } });
const plan = (intent: DialoguePlan['intent'], steps: readonly PlanStep[], reply = ''): DialoguePlan => ({
  intent,
  steps,
  reply,
});

export const SEED_DEMONSTRATIONS: readonly Demonstration[] = [
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

const MADE = 60;
const SHOWN = 3;

/** Demonstrations of this catalogue; empty where it has no genres or years. @param agent stands in their surroundings and is asked nothing */
export async function madeDemonstrations(
  catalogue: Catalogue,
  agent: LanguageModel,
  seed: number,
  signal: AbortSignal,
): Promise<readonly Demonstration[]> {
  const random = createRandom(seed).fork('demonstrations');
  return generateDemonstrations(catalogue, SEED_DEMONSTRATIONS, MADE, random, contextFor(agent, random, signal));
}

function contextFor(agent: LanguageModel, random: Random, signal: AbortSignal): RunContext {
  const usage = { modelCalls: 0, tokens: 0 };
  const surroundings = { model: agent, critic: agent, limit: (model: LanguageModel) => model, usage, signal };
  return taskContext(
    surroundings,
    random,
    createTrace(() => undefined, now),
  );
}

export const nearestOf = (all: readonly Demonstration[]): Demonstrations =>
  dynamicDemonstrations(all, lexicalEmbedding(), SHOWN);

/** How demonstrations are chosen: none, the first, or those nearest to the message. */
export const DEMONSTRATION_MODES = ['zero', 'fixed', 'dynamic'] as const;

/** Those that conversations are shown. `made` is not called for rules, which learn nothing from them. */
export async function demonstrationsOf(
  mode: (typeof DEMONSTRATION_MODES)[number],
  model: LanguageModel,
  made: () => Promise<readonly Demonstration[]>,
): Promise<Demonstrations | null> {
  if (mode === 'zero') return null;
  // On a large catalogue they take seconds to make.
  const ofCatalogue = model.id === REASONER_ID ? [] : await made();
  const seeds = SEED_DEMONSTRATIONS.filter((one) => ofCatalogue.length === 0 || !hasPlaces(one));
  // Places that stand for many would be copied into plans: what is shown holds titles and values of this catalogue.
  if (mode === 'fixed') return fixedDemonstrations([...ofCatalogue, ...seeds], SHOWN);
  return nearestOf([...seeds, ...ofCatalogue]);
}
