/** @file The run that the Agents page opens with: two recorded attempts at one task. */
import type { UserReference } from '../../../core/task.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { readyFile, readyTrace } from '../plan/ready-case.ts';

/** What was searched for, and under how many seeds (`datasets/ready-case/agents.json`). */
export interface ReadyAgents {
  readonly dataset: string;
  readonly user: UserReference;
  readonly seed: number;
  readonly system: string;
  readonly seedsTried: number;
  /** Of the events, recorded and live alike. */
  readonly digest: string;
}

/** Reads the recorded run. @throws LabError `network-failed`, `trace-damaged` */
export async function loadReadyAgents(): Promise<{
  readonly ready: ReadyAgents;
  readonly events: readonly TraceEvent[];
}> {
  const [file, events] = await Promise.all([readyFile('agents.json'), readyTrace('agents')]);
  return { ready: (await file.json()) as ReadyAgents, events };
}
