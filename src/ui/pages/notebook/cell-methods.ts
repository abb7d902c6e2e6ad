/** @file The methods that the forms of cells offer: planners, systems of agents and baselines, each with the recommender that it is. */
import type { LabDescription } from '../../../client/lab.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Task } from '../../../core/task.ts';
import { methodsOf, type Method, type OwnMethods } from '../../forms/grid/methods.ts';
import { textAt } from '../../forms/written.ts';

/** A method that a cell can have. */
export interface CellMethod extends Pick<Method, 'name' | 'title' | 'kind'> {
  readonly spec: JsonObject;
}

/** What a planner is called that is written in a cell, until it has a name of its own. */
const OWN_TITLE = 'A planner of your own';

/** The planner that can be written in a cell, as it begins. */
export function ownMethods({ programs: [start] }: LabDescription): OwnMethods {
  return { files: {}, program: start === undefined ? null : { ...start, title: OWN_TITLE } };
}

/** The methods for tasks of a type; none as long as the lab has not said what it has. */
export function cellMethods(description: LabDescription | null, task: string): readonly CellMethod[] {
  if (description === null) return [];
  return methodsOf(description, task as Task['type'], ownMethods(description)).map(
    ({ name, title, kind, recommender }) => {
      const { label: _, ...spec } = recommender;
      return { name, title, kind, spec };
    },
  );
}

/** The name by which methods are offered of a recommender, or of a model, in a cell: `self-inspiring`, `macrec/analyst`. */
export function methodName(component: Json): string {
  const name = textAt(component, ['name']);
  const system = name === 'macrec' ? textAt(component, ['options', 'system']) : '';
  return system === '' ? textAt(component, ['options', 'planner']) || name : `${name}/${system}`;
}
