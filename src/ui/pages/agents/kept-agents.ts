/** @file What of the Agents page is kept over a reload besides files: what was chosen. */
import type { AgentsDescription } from '../../../client/lab.ts';
import { canonicalJson, type Json } from '../../../core/json.ts';
import type { KeptSettings, Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { SPLITS } from '../../forms/grid/part-words.ts';
import { oneOf, RECORD, whole, z } from '../../parts/settings/shapes.ts';
import type { AgentTask, OpenSamples } from './dialogue.svelte.ts';
import type { Team } from './team.svelte.ts';
import { VIEWS, type AgentsView } from './words.ts';

export interface AgentsForms {
  readonly agents: AgentsDescription | null;
  readonly team: Team;
  task: AgentTask;
  count: number;
  candidates: number;
  split: { readonly [field: string]: Json } | null;
  seed: number;
  view: AgentsView;
}

/** UTF-16 units; a browser keeps about five million of all settings together. */
const LARGEST_SAMPLES = 500_000;

const SAMPLE = z.object({ user: z.number(), item: z.number(), candidates: z.exactOptional(z.array(z.number())) });
const SAMPLES = z
  .object({ file: z.string(), list: z.array(SAMPLE) })
  .check(z.refine((samples) => JSON.stringify(samples).length <= LARGEST_SAMPLES));

/** Keeps what holds on every dataset; a conversation with the agents is kept with its runs alone. */
export function keepAgents(settings: KeptSettings, agents: AgentsForms): void {
  const tasks = (agents.agents?.systems ?? []).flatMap((system) => system.tasks);
  const shapes: Shapes<AgentsForms> = {
    task: oneOf<AgentTask>(() => tasks),
    count: whole(1, 1000),
    candidates: whole(2, 100),
    split: z
      .nullable(RECORD)
      .check(z.refine((split) => SPLITS.some(({ spec }) => canonicalJson(spec) === canonicalJson(split)))),
    seed: whole(0, 4294967295),
    view: oneOf(() => VIEWS.map(([name]) => name)),
  };
  const { team } = agents;
  const who: Shapes<Team> = {
    system: oneOf(() => team.systems.map(({ name }) => name)),
    rounds: whole(1, 10),
    ranker: oneOf(() => ['', ...team.rankers.map(({ name }) => name)]),
  };
  settings.keep('agents', agents, shapes);
  settings.keep('agents', team, who);
}

/** Keeps samples of a file, which speak of one dataset. @returns ends the keeping */
export function keepSamples(
  settings: KeptSettings,
  form: { samples: OpenSamples | null },
  dataset: string,
): () => void {
  return settings.keep('agents', form, { samples: z.nullable(SAMPLES) }, dataset);
}
