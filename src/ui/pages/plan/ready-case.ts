/** @file The case that the Plan page opens with: recorded runs of a few planners on one question, and what was measured on average. */
import { LabError } from '../../../core/errors.ts';
import type { ItemReference, UserReference } from '../../../core/task.ts';
import { parseTrace } from '../../../trace/trace-file.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { RunView } from './run-view.svelte.ts';

export interface ReadyCase {
  readonly dataset: string;
  readonly user: UserReference;
  readonly item: ItemReference;
  readonly model: string;
  /** In the order in which they are shown. `digest` is that of the events, recorded and live alike. */
  readonly planners: readonly {
    readonly name: string;
    readonly title: string;
    readonly keeps: string;
    readonly digest: string;
  }[];
  readonly average: {
    readonly people: number;
    readonly errors: readonly { readonly planner: string; readonly value: number }[];
  };
}

const FOLDER = 'datasets/ready-case/';

/** A file beside the recorded runs. @throws LabError `network-failed` */
export async function readyFile(name: string): Promise<Response> {
  const response = await fetch(new URL(FOLDER + name, document.baseURI));
  if (response.ok) return response;
  throw new LabError('network-failed', `${name} is not where the lab expects it (${response.status}).`);
}

export async function readyTrace(name: string): Promise<readonly TraceEvent[]> {
  const { body } = await readyFile(`${name}.jsonl.gz`);
  return parseTrace(await new Response(body?.pipeThrough(new DecompressionStream('gzip'))).text());
}

export async function loadReadyCase(): Promise<{ readonly ready: ReadyCase; readonly runs: readonly RunView[] }> {
  const ready = (await (await readyFile('case.json')).json()) as ReadyCase;
  const runs = await Promise.all(
    ready.planners.map(
      async ({ name, title, keeps }) => new RunView({ title, keeps, planner: name }, await readyTrace(name)),
    ),
  );
  return { ready, runs };
}
