/** @file Which agents the system of a run has. */
import type { AgentsDescription } from '../../client/lab.ts';
import type { Json } from '../../core/json.ts';
import type { RunView } from '../plan/run-view.svelte.ts';
import { systemOf } from './system-file.ts';

type Members = Readonly<Record<string, Json>>;

const membersOf = (value: Json | undefined): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** The agents besides the manager that the system of a run has, by the spec that it begins with; none if that is not known. */
export function helpersOf(run: RunView | undefined, lab: AgentsDescription | null): readonly string[] {
  const spec = membersOf(run?.grown.start?.spec);
  const { system, files, without } = membersOf(membersOf(spec['recommender'])['options']);
  if (typeof system !== 'string' || membersOf(spec['tasks'])['name'] === 'single-agent') return [];
  const all: Members = { ...lab?.files, ...membersOf(files) };
  const left = Array.isArray(without) ? without : [];
  const { helpers } = systemOf(all[`systems/${system}.json`] ?? all[system] ?? null);
  return helpers.filter((name) => !left.includes(name));
}
