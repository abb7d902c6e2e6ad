/** @file What of the Agents page is kept over a reload: files that were opened or edited, and what was chosen. */
import type { AgentsDescription, AgentSystem } from '../../client/lab.ts';
import { REQUEST_TYPES } from '../../core/request.ts';
import type { KeptSettings, Shapes } from '../settings/kept-settings.svelte.ts';
import { oneOf, RECORD, TEXT, whole, z } from '../settings/shapes.ts';
import type { AgentTask, OpenSamples } from './asked.ts';
import type { OwnFiles } from './own-files.svelte.ts';
import type { Requests } from './requests.svelte.ts';
import { HELPERS } from './system-file.ts';

/** What the page has chosen. */
export interface AgentsForms {
  readonly agents: AgentsDescription | null;
  /** Those that can be chosen. */
  readonly systems: readonly AgentSystem[];
  readonly own: OwnFiles;
  readonly requests: Requests;
  task: AgentTask;
  system: string;
  rounds: number;
  seed: number;
  count: number;
  view: 'lanes' | 'attempts' | 'tree';
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
    task: oneOf<AgentTask>(() => [...tasks, ...REQUEST_TYPES]),
    system: oneOf(() => agents.systems.map(({ name }) => name)),
    rounds: whole(1, 10),
    seed: whole(0, 4294967295),
    count: whole(1, 1000),
    view: oneOf(() => ['lanes', 'attempts', 'tree']),
  };
  const requests: Shapes<Requests> = {
    agent: oneOf(() => HELPERS),
    about: oneOf(() => ['user', 'item']),
    id: whole(0, Number.MAX_SAFE_INTEGER),
    text: TEXT,
    attempt: TEXT,
  };
  // Which systems there are depends on the files, and on which agent is asked.
  settings.keep('agents/files', agents.own, {
    list: RECORD,
    drafts: z.record(z.string(), TEXT),
  } satisfies Shapes<OwnFiles>);
  settings.keep('agents/request', agents.requests, requests);
  settings.keep('agents', agents, shapes);
}

/** Keeps samples of a file, which speak of one dataset. @returns ends the keeping */
export function keepSamples(
  settings: KeptSettings,
  form: { samples: OpenSamples | null },
  dataset: string,
): () => void {
  return settings.keep('agents', form, { samples: z.nullable(SAMPLES) }, dataset);
}
