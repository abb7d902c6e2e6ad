/** @file Sessions as people write them: checked field by field, defaults filled in. docs/sessions.md describes them. */
import { LabError } from '../../core/errors.ts';
import { DEFAULT_SESSIONS, type SessionsSpec } from '../../core/sessions.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { z } from '../../tools/schema.ts';
import { specError } from '../run/spec-error.ts';
import { count, ENVIRONMENT, parseEnvironmentSpec, seed } from '../training/simulation-spec.ts';
import { SESSION_RECOMMENDERS, sessionRecommender } from './session-recommenders.ts';

const SESSIONS = z.strictObject({
  environment: z.prefault(ENVIRONMENT, {
    people: DEFAULT_SESSIONS.environment.people,
    items: DEFAULT_SESSIONS.environment.items,
  }),
  recommenders: z._default(
    z.array(z.enum(SESSION_RECOMMENDERS.map(({ name }) => name))).check(z.minLength(1), z.maxLength(20)),
    [...DEFAULT_SESSIONS.recommenders],
  ),
  rounds: z._default(count(1, 100), DEFAULT_SESSIONS.rounds),
  pages: z._default(count(1, 100), DEFAULT_SESSIONS.pages),
  patience: z._default(z.number().check(z.minimum(0), z.maximum(100)), DEFAULT_SESSIONS.patience),
  seed: z._default(seed, DEFAULT_SESSIONS.seed),
});

/**
 * Checks sessions and fills in their defaults. A complete spec comes back as it is.
 * @throws LabError `spec-invalid` or `name-unknown`, naming the first field that is wrong
 */
export function parseSessionsSpec(input: unknown): SessionsSpec {
  const result = SESSIONS.safeParse(input);
  if (!result.success) throw specError(input, result.error);
  const spec = result.data as SessionsSpec;
  if (new Set(spec.recommenders).size < spec.recommenders.length)
    throw new LabError('spec-invalid', 'recommenders: one of them is there twice.', { field: 'recommenders' });
  const knowing = spec.recommenders.find((name) => sessionRecommender(name).knowsRules);
  if (spec.environment.rater.name !== RULES_ID && knowing !== undefined)
    throw new LabError(
      'spec-invalid',
      `recommenders: ${sessionRecommender(knowing).title} knows what rules expect; nobody knows that of a language model. Leave it out.`,
      { field: 'recommenders' },
    );
  return { ...spec, environment: parseEnvironmentSpec(spec.environment) };
}
