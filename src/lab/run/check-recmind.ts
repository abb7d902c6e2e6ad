/** @file What RecMind's options in a spec ask of each other, of the tasks and of the model. */
import { LabError } from '../../core/errors.ts';
import { CUSTOM_PLANNER } from '../../core/planner-program.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { isRankingType, isTextType, type Task } from '../../core/task.ts';

interface Options {
  readonly planner: string;
  readonly program?: unknown;
  readonly actions?: 'free' | 'offered';
  readonly decide?: 'generate' | 'score';
  readonly demonstrations?: number;
  readonly tools: readonly { readonly name: string; readonly options?: { readonly [option: string]: unknown } }[];
}

interface Spec {
  readonly tasks: {
    readonly name: string;
    readonly options: { readonly shots: number; readonly examplesFrom?: unknown };
  };
  readonly model: { readonly name: string };
}

const wrong = (option: string, problem: string): LabError => {
  const field = `recommender.options.${option}`;
  return new LabError('spec-invalid', `${field}: ${problem}`, { field });
};

/** Checks RecMind's options. @throws LabError `spec-invalid` */
export function checkRecMind(options: Options, { tasks, model }: Spec): void {
  const { planner, program } = options;
  if (planner === CUSTOM_PLANNER && program === undefined)
    throw wrong('program', 'is missing; the planner "custom" is the program that it holds.');
  if (model.name === REASONER_ID) checkReasoner(options);
  checkRank(options, tasks.name);
  checkDemonstrations(options, tasks);
}

/** The reasoner knows its own questions and sentences alone, has no probabilities and learns from no examples of planning. */
function checkReasoner({ actions = 'free', decide = 'generate', demonstrations, tools }: Options): void {
  if (tools.some(({ options }) => options?.['observations'] === 'rows'))
    throw wrong(
      'tools',
      `observations "rows" is for language models, and ${REASONER_ID} is none. Leave it out or choose another model.`,
    );
  const option =
    actions === 'offered'
      ? 'actions'
      : decide === 'score'
        ? 'decide'
        : demonstrations === undefined
          ? null
          : 'demonstrations';
  if (option === null) return;
  const value = JSON.stringify({ actions, decide, demonstrations }[option]);
  throw wrong(
    option,
    `${value} is for language models, and ${REASONER_ID} is none. Leave it out or choose another model.`,
  );
}

function checkRank({ tools }: Options, task: string): void {
  const rankers = tools.filter(({ name }) => name === 'rank').length;
  if (rankers > 1) throw wrong('tools', 'has the tool rank more than once; leave one.');
  if (rankers === 1 && !isRankingType(task as Task['type']))
    throw wrong('tools', `the tool rank orders items and is of no use for ${task}; leave it out.`);
}

function checkDemonstrations(
  { demonstrations, actions = 'free', tools }: Options,
  { name, options }: Spec['tasks'],
): void {
  if (demonstrations === undefined) return;
  const problem =
    demonstrations > options.shots
      ? `${demonstrations} examples are to show their planning, and tasks.options.shots gives ${options.shots}; ask for as many or more there`
      : options.examplesFrom !== undefined
        ? 'examples of another domain cannot be planned, since the tools know this one alone; leave it or examplesFrom out'
        : isTextType(name as Task['type'])
          ? `is for ratings and rankings, since what the tools find for ${name} holds the examples' own answers; leave it out`
          : actions === 'offered'
            ? 'is for free actions; leave it out or choose "free"'
            : tools.every((tool) => tool.name !== 'database')
              ? 'the planning of examples asks the database; add it to the tools'
              : null;
  if (problem !== null) throw wrong('demonstrations', `${problem}.`);
}
