/** @file Requests to agents in a RunSpec: a dialogue, or a message to one agent. See docs/macrec.md. */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { isRequestType, type AgentRequest, TASK_TYPES, type Task } from '../../core/task.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { makeTasks } from '../../data/split/tasks.ts';
import { HELPERS } from '../../recommenders/macrec/file-shapes.ts';
import { z } from '../../tools/schema.ts';

const TURN = z.strictObject({
  role: z.enum(['user', 'system']),
  text: z.string().check(z.minLength(1), z.maxLength(20_000)),
});

const DIALOGUE = z.array(TURN).check(z.minLength(1), z.maxLength(1000));

/** Whose attempt at which task a reflector is asked to review. */
const ATTEMPT = z.looseObject({ task: z.enum(TASK_TYPES), user: z.int() });

/** What of `tasks.options` is for requests alone. */
export const REQUEST_OPTIONS = {
  /** Of a conversation: what was said, oldest first. Each turn of the user that no turn of the system follows is answered. */
  dialogue: z.exactOptional(DIALOGUE),
  /** Of a single agent: which one. */
  agent: z.exactOptional(z.enum(HELPERS)),
  /** Of a single agent: what it is asked. */
  message: z.exactOptional(z.json()),
} as const;

interface Tasks {
  readonly name: Task['type'] | AgentRequest['type'];
  readonly options: {
    readonly dialogue?: z.infer<typeof DIALOGUE>;
    readonly agent?: (typeof HELPERS)[number];
    readonly message?: Json;
    readonly users: readonly number[] | null;
    readonly count: number | null;
    readonly samples?: unknown;
    readonly shots: number;
    readonly candidates: number;
    readonly history: number;
  };
}

interface Spec {
  readonly tasks: Tasks;
  readonly seed: number;
}

const OWN: Readonly<Record<AgentRequest['type'], readonly (keyof typeof REQUEST_OPTIONS)[]>> = {
  conversation: ['dialogue'],
  'single-agent': ['agent', 'message'],
};

/** Checks that requests and tasks have their own fields only. @throws LabError `spec-invalid` naming the field */
export function checkRequest({ name, options }: Tasks, recommender: string): void {
  const own: readonly string[] = isRequestType(name) ? OWN[name] : [];
  for (const option of ['dialogue', 'agent', 'message'] as const) {
    const isGiven = options[option] !== undefined;
    if (isGiven !== own.includes(option))
      throw wrong(option, isGiven ? `${name} has none; leave it out` : `${name} needs it`);
  }
  if (!isRequestType(name)) return;
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

/** The task by which a system is read: of a reflector alone that of the attempt that it reviews. */
export function systemTaskOf({ name, options }: Tasks): Tasks['name'] {
  const attempt = options.agent === 'Reflector' ? ATTEMPT.safeParse(options.message) : null;
  return attempt?.data?.task ?? name;
}

/** The request of a spec; null for tasks of a dataset. @throws LabError `spec-invalid`, `task-impossible` */
export function createRequest(spec: Spec, dataset: Dataset, split: Split): AgentRequest | null {
  const { name, options } = spec.tasks;
  if (name === 'conversation') return { type: name, turns: options.dialogue ?? [] };
  if (name !== 'single-agent') return null;
  const { agent = '', message = null } = options;
  const task = agent === 'Reflector' ? taskOfAttempt(spec, dataset, split) : null;
  return { type: name, agent, message, task };
}

/** The task that a message to the reflector names: `{"task": "rating-prediction", "user": 1, "steps": […]}`. */
function taskOfAttempt({ tasks, seed }: Spec, dataset: Dataset, split: Split): Task | null {
  const named = ATTEMPT.safeParse(tasks.options.message);
  if (!named.success)
    throw wrong('message', 'the Reflector needs {"task": "rating-prediction", "user": ID, "steps": […]}');
  const { task: type, user } = named.data;
  const { shots, candidates, history } = tasks.options;
  const [made] = makeTasks(dataset, split, { type, users: [user], shots, candidates, history, seed });
  return made?.task ?? null;
}
