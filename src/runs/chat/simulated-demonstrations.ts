/** @file The demonstrations of an evaluation: generated from the catalogue, the nearest ones shown. */
import { now } from '../../core/clock.ts';
import { createTrace } from '../../core/create-trace.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { createRandom } from '../../core/random.ts';
import { lexicalEmbedding } from '../../models/lexical/lexical-embedding.ts';
import { dynamicDemonstrations, type Demonstrations } from '../../recommenders/interec/demonstrations.ts';
import { generateDemonstrations } from '../../recommenders/interec/generate-demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { taskContext } from '../run-context.ts';

const MADE = 60;
const SHOWN = 3;

/** Demonstrations of this catalogue, checked by running them. */
export async function simulatedDemonstrations(
  catalogue: Catalogue,
  agent: LanguageModel,
  seed: number,
  signal: AbortSignal,
): Promise<Demonstrations> {
  const usage = { modelCalls: 0, tokens: 0 };
  const surroundings = { model: agent, critic: agent, limit: (model: LanguageModel) => model, usage, signal };
  const random = createRandom(seed).fork('demonstrations');
  const context = taskContext(
    surroundings,
    random,
    createTrace(() => undefined, now),
  );
  const made = await generateDemonstrations(catalogue, MADE, random, context);
  return dynamicDemonstrations(made, lexicalEmbedding(), SHOWN);
}
