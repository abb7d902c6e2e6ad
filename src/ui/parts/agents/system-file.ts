/**
 * @file A system's file as the form shows and changes it: which agents it has, and where their files are.
 */
import type { AgentsDescription, AgentSystem } from '../../../client/lab.ts';
import { jsonMembers, type Json } from '../../../core/json.ts';

/** Files by path. */
export type Files = Readonly<Record<string, Json>>;

/** The agents that a system may have besides its manager. */
export const HELPERS = ['Analyst', 'Searcher', 'Reflector', 'Interpreter'] as const;

/** A system's file, as far as the form needs it. */
export interface SystemFile {
  readonly helpers: readonly string[];
  readonly maxSteps: number;
  /** False for the older kind, whose agents stand at the top level and are edited as JSON alone. */
  readonly isEditable: boolean;
}

/** True for a system's file, of the newer kind or the older. */
export function isSystem(file: Json): boolean {
  const { agents, manager_thought } = jsonMembers(file);
  return agents !== undefined || manager_thought !== undefined;
}

/** A file that a person opened as a system to choose; it is called by its path. */
export function systemOfFile(path: string, file: Json, { needs }: AgentsDescription): AgentSystem {
  const { supported_tasks } = jsonMembers(file);
  const supported = Array.isArray(supported_tasks) ? supported_tasks : null;
  const tasks = needs.filter(({ code }) => supported?.includes(code) ?? true).map(({ task }) => task);
  return { name: path, title: path, tasks, agents: systemOf(file).helpers };
}

/** The lab's systems, and those among the files that a person opened. */
export function systemsAmong(agents: AgentsDescription, opened: Files): readonly AgentSystem[] {
  const own = Object.entries(opened).filter(([path, file]) => !(path in agents.files) && isSystem(file));
  return [...agents.systems, ...own.map(([path, file]) => systemOfFile(path, file, agents))];
}

/** All texts in a file that name files; `{task}` in one stands for any. */
function pathsIn(file: Json): string[] {
  if (typeof file === 'string') return file.endsWith('.json') ? [file] : [];
  return typeof file === 'object' && file !== null ? Object.values(file).flatMap((value: Json) => pathsIn(value)) : [];
}

const isNamed = (path: string, named: string): boolean => {
  const [before = '', ...rest] = named.split(/\{\w+\}/);
  const after = rest.at(-1);
  return after === undefined ? path === named : path.startsWith(before) && path.endsWith(after);
};

/** The paths of the files that a system is made of, its own first. */
export function filesOfSystem(path: string, all: Files): readonly string[] {
  const found = [path];
  for (const one of found) {
    const named = pathsIn(all[one] ?? null);
    const others = Object.keys(all).filter((other) => !found.includes(other));
    found.push(...others.filter((other) => named.some((name) => isNamed(other, name))));
  }
  return found;
}

/** Where the file of a system stands: the lab's are called by their names, opened ones by their paths. */
export const pathOfSystem = (name: string, { systems }: AgentsDescription): string =>
  systems.some((one) => one.name === name) ? `systems/${name}.json` : name;

/** Reads what the form needs of a system's file. */
export function systemOf(file: Json): SystemFile {
  const { agents, max_step, ...older } = jsonMembers(file);
  const maxSteps = typeof max_step === 'number' ? max_step : 10;
  const parts = jsonMembers(agents);
  const isIn = (name: string): boolean => (parts[name] ?? older[name.toLowerCase()]) !== undefined;
  return { helpers: HELPERS.filter(isIn), maxSteps, isEditable: agents !== undefined };
}

/** The file with an agent or without it; a new one gets the lab's own files. */
export function withAgent(file: Json, name: string, isIn: boolean): Json {
  const system = jsonMembers(file);
  const agents = jsonMembers(system['agents']);
  const { [name]: _, ...others } = agents;
  const lower = name.toLowerCase();
  const added = { config_path: `agents/${lower}.json`, prompt_config: `prompts/${lower}.json` };
  return { ...system, agents: isIn ? { ...others, [name]: agents[name] ?? added } : others };
}
