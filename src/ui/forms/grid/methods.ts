/** @file The methods that the Compare page offers: planners, systems of agents, baselines, and what a restored evaluation has besides. */
import { methodKind } from '../../../core/recommender.ts';
import type { LabDescription } from '../../../client/lab.ts';
import { canonicalJson, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import { recommenderDefaults, shorten } from '../../../notebook/completion.ts';
import { CUSTOM_PLANNER, type PlannerProgram } from '../../../core/planner-program.ts';
import type { AgentRequest, Task } from '../../../core/task.ts';
import { filesOfSystem, pathOfSystem, systemsAmong, type Files } from '../../parts/agents/system-file.ts';

/** Equal for recommenders that differ in their labels and in whether they answer once or twice alone. */
export function keyOfRecommender({ name = '', options }: JsonObject): string {
  const { answerFrom: _, ...own } = jsonMembers(options);
  return canonicalJson(shorten({ name, options: own }, recommenderDefaults(name)));
}

export const METHOD_KINDS = ['planner', 'agents', 'baseline', 'restored'] as const;

export interface Method {
  /** `self-inspiring`, `macrec/analyst`, `baseline/popularity`; of a restored one its key. */
  readonly name: string;
  /** Equal for recommenders that are this method, whether they answer once or twice. */
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly kind: (typeof METHOD_KINDS)[number];
  /** True where an answer from everything that it explored may be another one. */
  readonly drops: boolean;
  /** As evaluations name it, with its label. */
  readonly recommender: JsonObject;
}

export type TaskType = Task['type'] | AgentRequest['type'];

type Unkeyed = Omit<Method, 'key'>;

/** What a person opened, changed or wrote on other pages, and can compare. */
export interface OwnMethods {
  readonly files: Files;
  readonly program: PlannerProgram | null;
}

export const NOTHING_OWN: OwnMethods = { files: {}, program: null };

/** Systems of agents with files that a person opened or changed: opened systems, and the lab's with those files. */
function ownSystems({ agents }: LabDescription, own: Files, task: TaskType): readonly Unkeyed[] {
  const all = { ...agents.files, ...own };
  return systemsAmong(agents, own)
    .filter(({ tasks }) => tasks.includes(task))
    .flatMap(({ name, title }): Unkeyed[] => {
      const paths = filesOfSystem(pathOfSystem(name, agents), all).filter((path) => path in own);
      if (paths.length === 0) return [];
      const files = Object.fromEntries(paths.map((path) => [path, own[path] ?? null]));
      const label = title === name ? title : `${title}, my files`;
      const recommender = { name: 'macrec', options: { system: name, files }, label };
      const hint = `with files of yours: ${paths.join(', ')}`;
      return [{ name: `macrec/${name}/own`, title: label, hint, kind: 'agents', drops: false, recommender }];
    });
}

function ownMethod({ title, source }: PlannerProgram): Unkeyed {
  const options = { planner: CUSTOM_PLANNER, program: { title, source } };
  const recommender = { name: 'recmind', options, label: title };
  return { name: CUSTOM_PLANNER, title, hint: 'your own planner', kind: 'planner', drops: true, recommender };
}

export function methodsOf(
  lab: LabDescription,
  task: TaskType,
  { files, program }: OwnMethods = NOTHING_OWN,
): readonly Method[] {
  const { planners, agents, baselines } = lab;
  const all: readonly Unkeyed[] = [
    ...planners.map(({ name, title, keeps, reference, drops }): Unkeyed => {
      const hint = reference === null ? `${keeps}, the lab’s own` : `${keeps}; ${reference}`;
      const recommender = { name: 'recmind', options: { planner: name }, label: title };
      return { name, title, hint, kind: 'planner', drops, recommender };
    }),
    ...(program === null ? [] : [ownMethod(program)]),
    ...agents.systems
      .filter(({ tasks }) => tasks.includes(task))
      .map(({ name, title }): Unkeyed => {
        const recommender = { name: 'macrec', options: { system: name }, label: title };
        const hint = 'Wang et al. 2024, MACRec';
        return { name: `macrec/${name}`, title, hint, kind: 'agents', drops: false, recommender };
      }),
    ...ownSystems(lab, files, task),
    ...baselines
      .filter(({ tasks }) => tasks.some((one) => one === task))
      .map(({ name, title, reference }): Unkeyed => {
        const recommender = { name, options: {}, label: title };
        return { name, title, hint: reference, kind: 'baseline', drops: false, recommender };
      }),
  ];
  return all.map((method) => ({ ...method, key: keyOfRecommender(method.recommender) }));
}

/** The recommender asked for two answers of one tree, from what it kept and from everything explored, where these may differ. */
export function answeringTwice(recommender: JsonObject, methods: readonly Method[]): JsonObject {
  const key = keyOfRecommender(recommender);
  if (!methods.some((method) => method.drops && method.key === key)) return recommender;
  return { ...recommender, options: { ...jsonMembers(recommender['options']), answerFrom: 'both' } };
}

/** Whether the lab has what a recommender names; an evaluation may be of an earlier version. */
export function hasRecommender({ planners, agents, baselines }: LabDescription, recommender: Json): boolean {
  const { name, options } = jsonMembers(recommender);
  const { planner, system, files } = jsonMembers(options);
  if (name === 'recmind')
    return planner === undefined || planner === CUSTOM_PLANNER || planners.some((one) => one.name === planner);
  if (name === 'macrec') return files !== undefined || agents.systems.some((one) => one.name === system);
  return typeof name === 'string' && (methodKind(name) !== 'baseline' || baselines.some((one) => one.name === name));
}

/** A recommender that the lab does not offer so, as a method. */
export function methodOf(recommender: JsonObject): Method {
  const key = keyOfRecommender(recommender);
  const { name = 'recmind', options } = shorten(recommender, recommenderDefaults(recommender['name']));
  const set = Object.entries(jsonMembers(options)).map(
    ([option, value]) => `${option} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const title = jsonText(recommender['label']) || [jsonText(name), ...set].join(', ');
  return { name: key, key, title, hint: set.join(', '), kind: 'restored', drops: false, recommender };
}

/** A planner of the evaluation alone that is an offered one with other options: it stands in its place. */
export function inOtherOptions({ name, title, kind }: Method, others: readonly Method[]): Method | null {
  if (name === CUSTOM_PLANNER) return null;
  const other = others.find(({ recommender }) => jsonMembers(recommender['options'])['planner'] === name);
  return other === undefined ? null : { ...other, title, kind };
}
