/** @file Trains what it is sent, one after another, and answers with the digests. */
import { trainShortly, type ShortTraining } from '../policies/short-training.ts';

addEventListener('message', ({ data }: MessageEvent<readonly ShortTraining[]>) => {
  void (async () => {
    const digests: string[] = [];
    for (const training of data) digests.push(await trainShortly(training));
    postMessage(digests);
  })();
});
