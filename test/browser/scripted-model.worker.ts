/** @file A model worker whose engine is a script: what it does is said by the name of the model. */

import { LabError, throwIfAborted } from '../../src/core/errors.ts';
import type { GenerateRequest, LanguageModel } from '../../src/core/language-model.ts';
import { createModelHost } from '../../src/models/model-host.ts';
import { exposeService } from '../../src/rpc/expose-service.ts';
import '../../src/rpc/transfer-handlers.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const STEP = '{"thought":"Look.","tool":"search","input":"a film"}';
const REPLIES: Partial<Record<GenerateRequest['purpose']['type'], string>> = {
  'sample-state': STEP,
  vote: '{"choice":1}',
  evaluate: '{"verdict":"keep","reason":""}',
  inspire: '{"explore":false,"reason":""}',
  answer: '{"rating":3,"reason":""}',
  rate: '4',
};

/** Counted since the last reset, so that a run that does not begin with one differs from the run before it. */
let asked = 0;

const model = (name: string): LanguageModel => ({
  id: name,
  title: 'Script',
  contextLength: 100_000,
  capabilities: { seed: true, responseSchema: false, score: false },
  provenance: { engine: 'script', model: name, revision: null, dtype: null, device: null },
  async *stream(request, { signal }) {
    asked += 1;
    if (name.endsWith('lost') && asked === 3) throw new LabError('device-lost', 'The GPU went away.');
    if (name.endsWith('dies') && asked === 3) setTimeout(() => self.close());
    for (const delta of REPLIES[request.purpose.type] ?? '') {
      if (name.endsWith('slow') || name.endsWith('dies')) await pause(name.endsWith('dies') ? 20 : 2);
      throwIfAborted(signal);
      yield { type: 'text-delta', delta };
    }
    const usage = { inputTokens: 9, outputTokens: 9, estimated: false, cachedTokens: asked };
    yield { type: 'finish', finishReason: 'stop', usage };
  },
});
exposeService(
  createModelHost(async ({ name }, { onProgress, signal }) => {
    for (let bytes = 0; bytes <= 3; bytes += 1) {
      onProgress({ phase: 'Loading the script', bytes, totalBytes: 3 });
      await pause(name.endsWith('slow') ? 20 : 0);
      throwIfAborted(signal);
    }
    return {
      kind: 'language',
      model: model(name),
      reset: () => void (asked = 0),
      unload: () => Promise.resolve(),
    };
  }),
);
