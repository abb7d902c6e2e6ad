/** @file Demonstrations that are made of a catalogue, and checked by running them. */
import { now } from '../../core/clock.ts';
import { createTrace } from '../../core/create-trace.ts';
import type { Demonstration } from '../../core/dialogue.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { createRandom } from '../../core/random.ts';
import { lexicalEmbedding } from '../../models/lexical/lexical-embedding.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import {
  dynamicDemonstrations,
  fixedDemonstrations,
  type Demonstrations,
} from '../../recommenders/interec/demonstrations.ts';
import { generateDemonstrations } from '../../recommenders/interec/generate-demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { taskContext } from '../run-context.ts';
import { SEED_DEMONSTRATIONS } from './seed-demonstrations.ts';

const MADE = 60;
const SHOWN = 3;

/** Demonstrations of this catalogue; empty where it has no genres or years. @param agent stands in their surroundings and is asked nothing */
export async function madeDemonstrations(
  catalogue: Catalogue,
  agent: LanguageModel,
  seed: number,
  signal: AbortSignal,
): Promise<readonly Demonstration[]> {
  const usage = { modelCalls: 0, tokens: 0 };
  const surroundings = { model: agent, critic: agent, limit: (model: LanguageModel) => model, usage, signal };
  const random = createRandom(seed).fork('demonstrations');
  const context = taskContext(
    surroundings,
    random,
    createTrace(() => undefined, now),
  );
  return generateDemonstrations(catalogue, MADE, random, context);
}

/** Those of an evaluation: the nearest of what is made. */
export async function simulatedDemonstrations(
  ...given: Parameters<typeof madeDemonstrations>
): Promise<Demonstrations> {
  return dynamicDemonstrations(await madeDemonstrations(...given), lexicalEmbedding(), SHOWN);
}

/** How demonstrations are chosen: none, the first, or those nearest to the message. */
export const DEMONSTRATION_MODES = ['zero', 'fixed', 'dynamic'] as const;

/**
 * Those that conversations are shown, of the lab's seeds, of what is made of the catalogue (`dynamic` alone), and of a person's own.
 * @param made makes demonstrations of the catalogue; not called for rules, which learn nothing from them
 */
export async function demonstrationsOf(
  mode: (typeof DEMONSTRATION_MODES)[number],
  model: LanguageModel,
  made: () => Promise<readonly Demonstration[]>,
  own: readonly Demonstration[] = [],
): Promise<Demonstrations | null> {
  if (mode === 'zero') return null;
  if (mode === 'fixed') return fixedDemonstrations([...SEED_DEMONSTRATIONS, ...own], SHOWN);
  // On a large catalogue they take seconds to make.
  const ofCatalogue = model.id === REASONER_ID ? [] : await made();
  return dynamicDemonstrations([...SEED_DEMONSTRATIONS, ...ofCatalogue, ...own], lexicalEmbedding(), SHOWN);
}
