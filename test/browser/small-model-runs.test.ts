/** @file SmolLM2 in Chromium, on real ratings: runs of planners, the same again, and a recording without the engine. */
import { newId } from '../../src/client/run-record.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { connectLab, createLabClient } from '../../src/client/create-lab-client.ts';
import type { LabClient } from '../../src/client/lab.ts';
import type { RunSpec, RunSummary } from '../../src/core/run.ts';
import type { EventOf, TraceEvent } from '../../src/core/trace.ts';

const MODEL = 'SmolLM2-135M-Instruct';
const RATINGS = 'ml-latest-small';
const { signal } = new AbortController();
const slow = { onProgress: () => undefined, signal };

const isServed = (await fetch(`/models/${MODEL}/config.json`)).headers.get('content-type')?.includes('json') === true;
const zip = await commands
  .readFile(`../shared/data/${RATINGS}.zip`, { encoding: 'base64' })
  .then(String)
  .catch(() => null);
const isHere = isServed && zip !== null;

const specOf = (planner: string, replies: RunSpec['replies'] = { mode: 'live' }) => ({
  dataset: { name: RATINGS, options: {} },
  tasks: { name: 'rating-prediction', options: { count: 1 } },
  recommender: {
    name: 'recmind',
    options: { planner, steps: 1, temperature: 0, actions: 'offered', tools: [{ name: 'database', options: {} }] },
  },
  model: { name: `transformers/${MODEL}`, options: {} },
  seed: 1,
  replies,
});

async function runOn(lab: LabClient, spec: object): Promise<{ events: TraceEvent[]; summary: RunSummary }> {
  const events: TraceEvent[] = [];
  // The lab fills in what a spec leaves open.
  const summary = await lab.start('run', newId('run'), spec as RunSpec, {
    signal,
    onEvents: (batch) => events.push(...batch),
  });
  return { events, summary };
}

const ofType = <Type extends TraceEvent['type']>(events: readonly TraceEvent[], type: Type): EventOf<Type>[] =>
  events.filter((event): event is EventOf<Type> => event.type === type);

describe.skipIf(!isHere)(`SmolLM2 on ${RATINGS}${isHere ? '' : ' [skipped: no ../shared]'}`, () => {
  let lab: LabClient;

  beforeAll(async () => {
    lab = connectLab();
    const bytes = Uint8Array.from(atob(zip ?? ''), (letter) => letter.charCodeAt(0));
    const file = new File([bytes], `${RATINGS}.zip`);
    await lab.imports.import([{ path: file.name, file }], null, slow);
    await lab.open(RATINGS, slow);
  }, 180_000);

  test('Chain-of-Thought says the same twice, token for token, and a recording says it without the engine', async () => {
    const recording = { mode: 'record', recording: 'small-model' } as const;
    const recorded = await runOn(lab, specOf('chain-of-thought', recording));
    expect(recorded.summary).toMatchObject({ outcome: 'done', failures: {} });
    const again = await runOn(lab, specOf('chain-of-thought'));
    expect(deltasOf(again.events)).toEqual(deltasOf(recorded.events));

    lab.models.unload();
    const withoutEngine = createLabClient({
      startLab: () => new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module' }),
      startImport: () => {
        throw new Error('Nothing is imported.');
      },
      startModel: () => {
        throw new Error('A replay must not start a model.');
      },
    });
    await withoutEngine.open(RATINGS, slow);
    const replayed = await runOn(withoutEngine, specOf('chain-of-thought', { ...recording, mode: 'replay' }));
    expect(deltasOf(replayed.events)).toEqual(deltasOf(recorded.events));
    // All but the spec, which says that it is a replay.
    expect(replayed.events.slice(1).map(timeless)).toEqual(recorded.events.slice(1).map(timeless).map(withoutDigest));
  }, 600_000);
});

const deltasOf = (events: readonly TraceEvent[]): string[] => ofType(events, 'text-delta').map(({ delta }) => delta);

const timeless = (event: TraceEvent): object => withoutDigest({ ...event, time: 0 });

/** The digest covers the spec, in which a replay and a recording differ. */
function withoutDigest(event: object): object {
  const { summary } = event as { readonly summary?: { readonly digest?: string } };
  return summary === undefined ? event : { ...event, summary: { ...summary, digest: '' } };
}
