/** @file The part of a benchmark that runs in the page of a development server. */
import { newId } from '../../src/client/run-record.ts';
import { connectLab } from '../../src/client/create-lab-client.ts';
import type { RunSpec } from '../../src/core/run.ts';

/** States that ended, and the milliseconds that the run took. */
export interface Speed {
  readonly states: number;
  readonly milliseconds: number;
}

/** What to measure: a zip in base64, and a spec for each planner. */
export interface Input {
  readonly zip: string;
  readonly specs: readonly (readonly [string, RunSpec])[];
}

/** Imports the zip and runs the specs on it, in the lab's worker. */
export async function measure({ zip, specs }: Input): Promise<[string, Speed][]> {
  const { signal } = new AbortController();
  const slow = { onProgress: () => undefined, signal };
  const lab = connectLab();
  const bytes = Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0));
  const entry = await lab.imports.import(
    [{ path: 'ml-latest-small.zip', file: new File([bytes], 'ml-latest-small.zip') }],
    null,
    slow,
  );
  await lab.open(entry.manifest.name, slow);
  for (const [, spec] of specs.slice(0, 1)) await lab.prepare(spec, slow);
  const speeds: [string, Speed][] = [];
  for (const [planner, spec] of specs) {
    let states = 0;
    const started = performance.now();
    await lab.start('run', newId('run'), spec, {
      signal,
      onEvents: (batch) => {
        for (const event of batch) if (event.type === 'node-end' && event.result !== null) states += 1;
      },
    });
    speeds.push([planner, { states, milliseconds: performance.now() - started }]);
  }
  return speeds;
}
