/** @file A dialogue with agents in a RunSpec. See docs/macrec.md. */
import { LabError } from '../../core/errors.ts';
import { isRequestType, type AgentRequest, type Task } from '../../core/task.ts';
import { z } from '../../tools/schema.ts';

const TURN = z.strictObject({
  role: z.enum(['user', 'system']),
  text: z.string().check(z.minLength(1), z.maxLength(20_000)),
});

const DIALOGUE = z.array(TURN).check(z.minLength(1), z.maxLength(1000));

export const REQUEST_OPTIONS = {
  /** Of a conversation: what was said, oldest first. Each turn of the user that no turn of the system follows is answered. */
  dialogue: z.exactOptional(DIALOGUE),
} as const;

interface Tasks {
  readonly name: Task['type'] | AgentRequest['type'];
  readonly options: {
    readonly dialogue?: z.infer<typeof DIALOGUE>;
    readonly users: readonly number[] | null;
    readonly count: number | null;
    readonly samples?: unknown;
  };
}

/** Checks that requests and tasks have their own fields only. @throws LabError `spec-invalid` naming the field */
export function checkRequest({ name, options }: Tasks, recommender: string): void {
  const isRequest = isRequestType(name);
  if ((options.dialogue !== undefined) !== isRequest)
    throw wrong('dialogue', isRequest ? `${name} needs it` : `${name} has none; leave it out`);
  if (!isRequest) return;
  if (recommender !== 'macrec') {
    const problem = `recommender.name: agents answer a ${name}, and ${recommender} has none; choose macrec.`;
    throw new LabError('spec-invalid', problem, { field: 'recommender.name' });
  }
  if (options.users !== null || options.count !== null || options.samples !== undefined)
    throw wrong(
      'users, count and samples',
      `${name} is about nobody's held-out interactions; leave them out of its options`,
    );
  if (options.dialogue?.at(-1)?.role === 'system') throw wrong('dialogue', 'its last turn must be the user’s');
}

const wrong = (option: string, problem: string): LabError =>
  new LabError('spec-invalid', `tasks.options.${option}: ${problem}.`, { field: `tasks.options.${option}` });

export const createRequest = ({ tasks: { name, options } }: { readonly tasks: Tasks }): AgentRequest | null =>
  isRequestType(name) ? { type: name, turns: options.dialogue ?? [] } : null;
