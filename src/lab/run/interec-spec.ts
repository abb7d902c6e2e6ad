/** @file InteRecAgent and its baselines as a RunSpec has them. docs/chat.md describes the options. */
import { PLANNINGS } from '../../core/dialogue.ts';
import { LabError } from '../../core/errors.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { LIKENESSES, RANKERS } from '../../recommenders/interec/rankers.ts';
import { isOfLanguageModels } from '../../recommenders/interec/speakers.ts';
import { choice, field, z } from '../../tools/schema.ts';
import { DEMONSTRATION_MODES } from '../chat/made-demonstrations.ts';
import { count, DEFAULT_EMBEDDING, MODEL } from './tool-spec.ts';

const SPEAKERS = {
  agent: 'InteRecAgent',
  random: 'random items',
  popularity: 'the best known items',
  plain: 'the model without tools',
  'chat-rec': 'Chat-Rec: twenty candidates in the prompt',
};

/** The paper's: its parts can be left out one by one. */
const OPTIONS = z.strictObject({
  speaker: z._default(choice('Who recommends', SPEAKERS), 'agent'),
  planning: z._default(field(z.enum(PLANNINGS), 'Planning'), 'plan-first'),
  reflections: z._default(field(count(0, 5), 'Replans after the critic’s no'), 2),
  profile: z._default(field(z.boolean(), 'Keeps a profile'), true),
  bus: z._default(field(z.boolean(), 'Candidate bus'), true),
  demonstrations: z._default(field(z.enum(DEMONSTRATION_MODES), 'Demonstrations'), 'dynamic'),
  ranker: z._default(field(z.enum(RANKERS), 'Ranked by'), RANKERS[0]),
  likeness: z._default(field(z.enum(LIKENESSES), 'Alike by'), 'texts'),
  embedding: z._default(MODEL, DEFAULT_EMBEDDING),
});

export const INTEREC = z.strictObject({ name: z.literal('interec'), options: z.prefault(OPTIONS, {}) });

interface Spec {
  readonly tasks: { readonly name: string; readonly options: { readonly candidates: number } };
  readonly recommender: { readonly name: string; readonly options: object };
  readonly model: { readonly name: string };
}

const wrong = (field: string, problem: string): LabError =>
  new LabError('spec-invalid', `${field}: ${problem}.`, { field });

/** Checks that who holds conversations is asked for them. @throws LabError `spec-invalid` */
export function checkConversing({ tasks: { name, options }, recommender, model }: Spec): void {
  const isConversation = name === 'simulated-conversation';
  if (recommender.name !== 'interec') {
    if (isConversation) throw wrong('recommender.name', `${recommender.name} holds no conversations; choose interec`);
    return;
  }
  if (!isConversation && (name !== 'direct-recommendation' || options.candidates > 20))
    throw wrong(
      'tasks.name',
      `interec does simulated-conversation, and direct-recommendation of 20 candidates at most`,
    );
  const { speaker } = recommender.options as InteRecSpec;
  if (model.name === REASONER_ID && isOfLanguageModels(speaker))
    throw wrong('recommender.options.speaker', `${speaker} needs a language model; ${REASONER_ID} is not one`);
}

export type InteRecSpec = z.infer<typeof OPTIONS>;
