/** @file The same seed gives the same curve in Chromium as in Node, bit for bit, with one worker or several. */
import { expect, test } from 'vitest';
import { TRAINING_DIGESTS } from '../digests.ts';
import { SHORT_TRAININGS, type ShortTraining } from '../policies/short-training.ts';

function inWorker(trainings: readonly ShortTraining[]): Promise<readonly string[]> {
  const worker = new Worker(new URL('./short-training.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<readonly string[]>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<readonly string[]>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(trainings);
  }).finally(() => worker.terminate());
}

test('one worker gives what Node gives', async () => {
  expect(await inWorker(SHORT_TRAININGS)).toEqual(TRAINING_DIGESTS);
}, 60_000);

test('three workers side by side give it too, merged in their order', async () => {
  const parts = [0, 1, 2].map((first) => SHORT_TRAININGS.filter((_, at) => at % 3 === first));
  const digests = await Promise.all(parts.map(inWorker));
  expect(SHORT_TRAININGS.map((_, at) => digests[at % 3]![Math.floor(at / 3)])).toEqual(TRAINING_DIGESTS);
}, 60_000);
