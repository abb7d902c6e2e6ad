/** @file Which agents the system of a run has. */
import type { AgentsDescription } from '../../../client/lab.ts';
import { jsonMembers, type JsonObject } from '../../../core/json.ts';
import type { RunView } from '../plan/run-view.svelte.ts';
import { systemOf } from '../../parts/agents/system-file.ts';

/** The agents besides the manager that the system of a run has, by the spec that it begins with; none if that is not known. */
export function helpersOf(run: RunView | undefined, lab: AgentsDescription | null): readonly string[] {
  const spec = jsonMembers(run?.grown.start?.spec);
  const { system, files, without } = jsonMembers(jsonMembers(spec['recommender'])['options']);
  if (typeof system !== 'string' || jsonMembers(spec['tasks'])['name'] === 'single-agent') return [];
  const all: JsonObject = { ...lab?.files, ...jsonMembers(files) };
  const left = Array.isArray(without) ? without : [];
  const { helpers } = systemOf(all[`systems/${system}.json`] ?? all[system] ?? null);
  return helpers.filter((name) => !left.includes(name));
}
