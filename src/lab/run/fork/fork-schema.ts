/** @file How a fork is written in a spec, and which specs can have one. */
import { LabError } from '../../../core/errors.ts';
import type { Fork } from '../../../core/fork.ts';
import type { RunSpec } from '../../../core/run.ts';
import { REASONER_ID } from '../../../core/reasoner-name.ts';
import { z } from '../../../tools/schema.ts';

const LONGEST_TEXT = 100_000;
const MOST_EDITS = 100;

const text = z.string().check(z.maxLength(LONGEST_TEXT));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const node = z.string().check(z.regex(/^0(\.\d+)+$/));

const MESSAGE = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text });

const value = z.union([text, z.number()]);
const INPUT = z.union([text, z.number(), z.array(value).check(z.maxLength(1000))]);

const EDIT = z.strictObject({
  thought: z.exactOptional(text),
  action: z.exactOptional(z.nullable(z.strictObject({ tool: text, input: INPUT }))),
  observation: z.exactOptional(text),
  prompt: z.exactOptional(
    z.strictObject({
      call: z.int().check(z.gte(0), z.lte(10_000)),
      messages: z.array(MESSAGE).check(z.minLength(1), z.maxLength(100)),
    }),
  ),
});

export const FORK = z.strictObject({
  run: z.string().check(z.minLength(1), z.maxLength(200)),
  digest: sha256,
  task: z.string().check(z.minLength(1), z.maxLength(200)),
  shared: z.strictObject({ events: z.int().check(z.gte(2), z.lte(1e9)), sha256 }),
  edits: z.array(z.strictObject({ node, edit: EDIT })).check(z.minLength(1), z.maxLength(MOST_EDITS)),
});

/** @throws LabError `spec-invalid` where a run of the spec has no states, or nothing that an edit could change */
export function checkFork(fork: Fork, spec: Pick<RunSpec, 'recommender' | 'model'>): void {
  const problem = forkProblem(fork, spec);
  if (problem !== null) throw new LabError('spec-invalid', problem, { field: 'fork' });
}

function forkProblem({ edits }: Fork, { recommender, model }: Pick<RunSpec, 'recommender' | 'model'>): string | null {
  const { name, options } = recommender;
  if (name !== 'recmind' && name !== 'macrec')
    return `fork: ${name} has no states to branch off from; runs of recmind and macrec have.`;
  if (name === 'macrec' && edits.some(({ edit }) => edit.action === null))
    return 'fork.edits: agents end with an action; give the action Finish and its answer in place of null.';
  // Agents may have models of their own besides the run's.
  const asksReasonerAlone = model.name === REASONER_ID && options['models'] === undefined;
  if (!asksReasonerAlone || edits.every(({ edit }) => edit.prompt === undefined)) return null;
  return `fork.edits: ${REASONER_ID} reads the task and the states, not the words of a prompt, so another prompt would change nothing. Edit the thought, the action or the observation, or choose a language model.`;
}
