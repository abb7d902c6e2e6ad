/** @file Demonstrations that are made of a catalogue, and checked by running them. */
import { now } from '../../core/clock.ts';
import { createTrace } from '../../trace/create-trace.ts';
import type { Demonstration } from '../../core/dialogue.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { LabError } from '../../core/errors.ts';
import { createRandom, type Random } from '../../core/random.ts';
import type { RunContext } from '../../core/run-context.ts';
import { lexicalEmbedding } from '../../models/lexical/lexical-embedding.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import {
  dynamicDemonstrations,
  fixedDemonstrations,
  type Demonstrations,
} from '../../recommenders/interec/demonstrations.ts';
import { generateDemonstrations } from '../../recommenders/interec/generate-demonstrations.ts';
import type { Catalogue } from '../../tools/interactive/catalogue.ts';
import { taskContext } from '../run/run-context.ts';
import { writeDemonstrations, type WrittenDemonstrations } from './written-demonstrations.ts';
import { SEED_DEMONSTRATIONS } from './seed-demonstrations.ts';

const MADE = 60;
/** Tries of a model that writes some. */
const WRITTEN = 40;
const SHOWN = 3;

/** Demonstrations of this catalogue; empty where it has no genres or years. @param agent stands in their surroundings and is asked nothing */
export async function madeDemonstrations(
  catalogue: Catalogue,
  agent: LanguageModel,
  seed: number,
  signal: AbortSignal,
): Promise<readonly Demonstration[]> {
  const random = createRandom(seed).fork('demonstrations');
  return generateDemonstrations(catalogue, MADE, random, contextFor(agent, random, signal));
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

/**
 * Those that a language model writes of this catalogue, shown those made of templates, beside these.
 * @throws LabError `spec-invalid` where the agent is rules, `aborted`, and what the model throws
 */
export async function writtenDemonstrations(
  catalogue: Catalogue,
  agent: LanguageModel,
  seed: number,
  signal: AbortSignal,
): Promise<WrittenDemonstrations & { readonly all: readonly Demonstration[] }> {
  if (agent.id === REASONER_ID)
    throw new LabError('spec-invalid', 'Rules write no demonstrations; name a language model by --model.');
  const seeds = await madeDemonstrations(catalogue, agent, seed, signal);
  const random = createRandom(seed).fork('writing');
  const context = contextFor(agent, random, signal);
  const written = await writeDemonstrations(WRITTEN, seed, { model: agent, catalogue, seeds, context });
  return { ...written, all: [...seeds, ...written.kept] };
}

/** Those of an evaluation: the nearest of what is made. */
export async function simulatedDemonstrations(
  ...given: Parameters<typeof madeDemonstrations>
): Promise<Demonstrations> {
  return nearestOf(await madeDemonstrations(...given));
}

/** The nearest of some. */
export const nearestOf = (all: readonly Demonstration[]): Demonstrations =>
  dynamicDemonstrations(all, lexicalEmbedding(), SHOWN);

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
