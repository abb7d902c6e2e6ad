/** @file A system's file: for which tasks it is, and where the files of its agents are. */
import type { AgentsDescription, AgentSystem } from '../../../client/lab.ts';
import { jsonMembers, type Json } from '../../../core/json.ts';

export type Files = Readonly<Record<string, Json>>;

/** True for a system's file, of the newer kind or the older. */
export function isSystem(file: Json): boolean {
  const { agents, manager_thought } = jsonMembers(file);
  return agents !== undefined || manager_thought !== undefined;
}

/** A file that a person opened as a system to choose; it is called by its path. */
function systemOfFile(path: string, file: Json, { needs }: AgentsDescription): AgentSystem {
  const { supported_tasks } = jsonMembers(file);
  const supported = Array.isArray(supported_tasks) ? supported_tasks : null;
  const tasks = needs.filter(({ code }) => supported?.includes(code) ?? true).map(({ task }) => task);
  return { name: path, title: path, tasks };
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
