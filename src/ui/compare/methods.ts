/** @file The methods that the Compare page offers: planners, systems of agents, baselines, and what a restored evaluation has besides. */
import type { LabDescription } from '../../client/lab.ts';
import type { Json } from '../../core/json.ts';
import type { Task } from '../../core/task.ts';

type Members = { readonly [field: string]: Json };

/** The groups of methods, in their order. */
export const METHOD_KINDS = ['planner', 'agents', 'baseline', 'restored'] as const;

/** A method that can be ticked. */
export interface Method {
  /** `self-inspiring`, `macrec/analyst`, `baseline/popularity`; of a restored one its label. */
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly kind: (typeof METHOD_KINDS)[number];
  /** True where an answer from everything that it explored may be another one. */
  readonly drops: boolean;
  /** As evaluations name it, with its label. */
  readonly recommender: Members;
}

/** All methods of the lab that can answer a task. */
export function methodsOf({ planners, agents, baselines }: LabDescription, task: Task['type']): readonly Method[] {
  return [
    ...planners.map(({ name, title, keeps, reference, drops }): Method => {
      const hint = reference === null ? `${keeps}, the lab’s own` : `${keeps}; ${reference}`;
      const recommender = { name: 'recmind', options: { planner: name }, label: title };
      return { name, title, hint, kind: 'planner', drops, recommender };
    }),
    ...agents.systems
      .filter(({ tasks }) => tasks.includes(task))
      .map(({ name, title }): Method => {
        const recommender = { name: 'macrec', options: { system: name }, label: title };
        const hint = 'Wang et al. 2024, MACRec';
        return { name: `macrec/${name}`, title, hint, kind: 'agents', drops: false, recommender };
      }),
    ...baselines
      .filter(({ tasks }) => tasks.includes(task))
      .map(({ name, title, reference }): Method => {
        const recommender = { name, options: {}, label: title };
        return { name, title, hint: reference, kind: 'baseline', drops: false, recommender };
      }),
  ];
}

/** The method asked for two answers of one tree, from what it kept and from everything explored, where these may differ. */
export function answeringTwice(method: Method): Method {
  const { drops, recommender } = method;
  if (!drops) return method;
  const options = { ...membersOf(recommender['options']), answerFrom: 'both' };
  return { ...method, recommender: { ...recommender, options } };
}

/** Whether the lab has what a recommender names; an evaluation may be of an earlier version. */
export function hasRecommender({ planners, agents, baselines }: LabDescription, recommender: Json): boolean {
  const { name, options } = membersOf(recommender);
  const { planner, system, files } = membersOf(options);
  if (name === 'recmind') return planner === undefined || planners.some((one) => one.name === planner);
  if (name === 'macrec') return files !== undefined || agents.systems.some((one) => one.name === system);
  return typeof name === 'string' && (!name.startsWith('baseline/') || baselines.some((one) => one.name === name));
}

const membersOf = (value: Json | undefined): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

const keyOf = ({ name, options }: Members): string =>
  JSON.stringify([name, Object.entries(membersOf(options)).sort(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * The methods of an evaluation: those of the lab where it has them with these very options, else the evaluation's own, which keep
 * their options.
 */
export function methodsIn(recommenders: readonly Json[], offered: readonly Method[]): readonly Method[] {
  return recommenders.map((one): Method => {
    const recommender = membersOf(one);
    const known = offered.find((method) => keyOf(method.recommender) === keyOf(recommender));
    if (known !== undefined) return known;
    const { name, label } = recommender;
    const title = [label, name].find((text) => typeof text === 'string') ?? '';
    const hint = JSON.stringify(recommender['options'] ?? {});
    return { name: title, title, hint, kind: 'restored', drops: false, recommender };
  });
}
