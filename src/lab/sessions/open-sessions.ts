/** @file Opens what sessions are held in: items and people, who plays them, and what bounds know. */
import type { LanguageModel } from '../../core/language-model.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { SessionsSpec } from '../../core/sessions.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import { LabError } from '../../core/errors.ts';
import { writtenScale, type WrittenScale } from '../../environments/prompts/rating-scale.ts';
import { createRuleRater, RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { createModelVisitor } from '../../environments/sessions/model-visitor.ts';
import { createRuleVisitor, type Visitor } from '../../environments/sessions/visitor.ts';
import { traced } from '../../models/decorate.ts';
import { openEnvironmentCatalogue, type GroundHost } from '../training/open-ground.ts';
import { openRetrieval } from '../training/open-retrieval.ts';
import { expectedTable } from '../training/training-ground.ts';
import type { SessionsGround } from './run-sessions.ts';
import { sessionRecommender } from './session-recommenders.ts';

/** What opening takes of where it runs. */
export interface SessionsHost extends Pick<GroundHost, 'loadDataset' | 'openEmbedding' | 'fetchWords'> {
  /** @throws LabError `name-unknown` for one that writes nothing, or what loading it throws */
  openLanguageModel(spec: ComponentSpec, signal: AbortSignal): Promise<LanguageModel>;
}

/**
 * Opens what a checked spec is about.
 * @throws LabError `task-impossible` where there are too few people or items, `spec-invalid` for a scale of other items, or what a model throws
 */
export async function openSessions(
  { environment, recommenders }: SessionsSpec,
  host: SessionsHost,
  signal: AbortSignal,
): Promise<SessionsGround> {
  const catalogue = await openEnvironmentCatalogue(environment, host, signal);
  const scale = writtenScale(environment.prompt.scale);
  if ((scale.kept.max === 5) !== (catalogue.kind === 'book'))
    throw new LabError(
      'spec-invalid',
      `prompt.scale: ${catalogue.kind}s are not rated on ${environment.prompt.scale}.`,
    );
  const isKnown =
    environment.rater.name === RULES_ID && recommenders.some((name) => sessionRecommender(name).knowsRules);
  const table = isKnown ? await expectedTable(catalogue, createRuleRater(), scale.kept, signal) : null;
  return {
    catalogue,
    scale: scale.kept,
    retrieval: await openRetrieval(environment.retrieval, catalogue.items, host, signal),
    visitor: await openVisitor(environment, scale, host, signal),
    expected: (user, item) => table?.[user]?.[item] ?? NaN,
  };
}

async function openVisitor(
  { rater }: EnvironmentSpec,
  scale: WrittenScale,
  host: SessionsHost,
  signal: AbortSignal,
): Promise<Visitor> {
  if (rater.name === RULES_ID) return createRuleVisitor(createRuleRater(rater.options));
  const model = await host.openLanguageModel(rater, signal);
  return createModelVisitor({ modelAt: (span) => traced(model, span), id: model.id, title: model.title, scale });
}
