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
