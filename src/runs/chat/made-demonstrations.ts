/** @file Demonstrations that are made of a catalogue, and checked by running them. */
import { now } from '../../core/clock.ts';
import { createTrace } from '../../core/create-trace.ts';
import type { Demonstration } from '../../core/dialogue.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { createRandom } from '../../core/random.ts';
import { lexicalEmbedding } from '../../models/lexical/lexical-embedding.ts';
import { dynamicDemonstrations, type Demonstrations } from '../../recommenders/interec/demonstrations.ts';
import { generateDemonstrations } from '../../recommenders/interec/generate-demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { taskContext } from '../run-context.ts';

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
