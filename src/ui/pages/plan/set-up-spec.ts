/** @file The spec of a run of one method, as the Plan page has it set up. */
import type { LabDescription, PlannerDescription, SampleOfFile } from '../../../client/lab.ts';
import { asJson, jsonMember, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import { CUSTOM_PLANNER } from '../../../core/planner-program.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';
import { isRankingType, isRequestType, type UserReference } from '../../../core/task.ts';
import type { Method, TaskType } from '../../forms/grid/methods.ts';
import { fitting } from '../../forms/run/models.ts';
import { optionsOfOthers } from '../../forms/run/offered.ts';
import { memberAt, type Written } from '../../forms/written.ts';
import { filesOfSystem, pathOfSystem, type Files } from '../../parts/agents/system-file.ts';

type Options = Readonly<Record<string, Json>>;

/** What of a set-up makes its specs. */
interface SetUp {
  readonly description: LabDescription;
  readonly dataset: string;
  readonly datasetSpec: ComponentSpec;
  readonly task: TaskType;
  readonly isRequest: boolean;
  readonly split: JsonObject | null;
  readonly samples: { readonly list: readonly SampleOfFile[] } | null;
  readonly candidates: number;
  readonly dialogue: { readonly options: Options };
  readonly user: UserReference | null;
  readonly others: readonly Method[];
  readonly available: readonly PlannerDescription[];
  readonly rounds: number;
  readonly model: object | null;
  readonly modelName: string;
  readonly criticName: string;
  readonly dials: Readonly<Record<string, number>>;
  readonly seed: number;
  readonly own: () => { readonly files: Files; readonly models: readonly string[] };
  asked(name: string): ComponentSpec;
  form(): Written;
}

export function specFor(setUp: SetUp, method: string): RunSpec {
  const { description, task, split, samples, isRequest } = setUp;
  const { defaultSpec: base } = description;
  const fit = fitting(setUp.form().value, description);
  const other = setUp.others.find(({ name }) => name === method);
  return {
    ...base,
    dataset: isRequest || samples !== null ? { name: setUp.dataset, options: {} } : setUp.datasetSpec,
    ...(split !== null && { split: split as unknown as ComponentSpec }),
    tasks: { name: task, options: taskOptions(setUp, fit) },
    recommender: other === undefined ? plannerIn(setUp, method, fit) : otherIn(setUp, other),
    model: setUp.model !== null ? { name: setUp.modelName, options: setUp.dials } : setUp.asked(setUp.modelName),
    ...(setUp.criticName !== '' && { critic: setUp.asked(setUp.criticName) }),
    metrics: isRequest ? [] : (description.tasks.find(({ type }) => type === task)?.metrics ?? base.metrics),
    seed: setUp.seed,
  };
}

function taskOptions(setUp: SetUp, fit: JsonObject): Options {
  const { task, samples, candidates, dialogue, description } = setUp;
  if (isRequestType(task)) return dialogue.options;
  const { users: _, ...usual } = description.defaultSpec.tasks.options;
  return {
    ...usual,
    ...jsonMembers(memberAt(fit, ['spec', 'tasks', 'options'])),
    ...(samples === null ? who(setUp) : { samples: asJson(samples.list) }),
    ...(isRankingType(task) && { candidates }),
  };
}

/** The person who is asked about; where nobody was chosen, the ready case's on its dataset, anybody on another. */
function who({ user, dataset, description: { readyCase } }: SetUp): Options {
  if (user !== null) return { users: [user.id] };
  return dataset === readyCase.dataset ? { users: [readyCase.user.id] } : { users: null, count: 1 };
}

function otherIn(setUp: SetUp, { kind, recommender }: Method): ComponentSpec {
  const { name, options } = recommender;
  const models = modelsOf(setUp, jsonText(jsonMember(options, 'system')));
  const ofTeams = {
    rounds: setUp.rounds,
    ...(models.length > 0 && { models: asJson(Object.fromEntries(models.map((one) => [one, setUp.asked(one)]))) }),
  };
  return { name: jsonText(name), options: { ...jsonMembers(options), ...(kind === 'agents' && ofTeams) } };
}

/** The models that the files of a team name, of those that are here. */
export function modelsOf({ description: { agents, models }, own }: SetUp, system: string): readonly string[] {
  const { files, models: ready } = own();
  const all = { ...agents.files, ...files };
  const named = filesOfSystem(pathOfSystem(system, agents), all).map((path) => jsonMember(all[path], 'model_name'));
  return [...models.map(({ name }) => name), ...ready].filter((name) => named.includes(name));
}

function plannerIn({ description, available }: SetUp, planner: string, fit: JsonObject): ComponentSpec {
  const own = available.filter(({ name }) => name === planner);
  const others = [...optionsOfOthers(description, own), ...(planner === CUSTOM_PLANNER ? [] : ['program'])];
  const all = Object.entries(jsonMembers(memberAt(fit, ['spec', 'recommender', 'options'])));
  const options = Object.fromEntries(all.filter(([name]) => !others.includes(name)));
  return { ...description.defaultSpec.recommender, options: { planner, answerFrom: 'both', ...options } };
}
