/** @file Recorded models: asked once, they go on where they stopped, and say again what they said. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { createRecorder } from '../../datasets/recordings/make/recorder.ts';
import { generateText } from '../../src/core/reply/generate.ts';
import type { GenerateRequest, LanguageModel } from '../../src/core/language-model.ts';
import { writingModel } from '../../src/models/engine.ts';
import { openRecorded, RECORDED_MODELS } from '../../src/models/recorded.ts';
import { scriptedModel } from '../models/scripted-model.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { signal } = new AbortController();
const folder = temporaryFolder();
const NAME = RECORDED_MODELS[0]?.name ?? '';

const asking = (content: string): GenerateRequest => ({
  messages: [{ role: 'user', content }],
  purpose: { type: 'summarize', title: '', texts: [] },
  seed: 1,
  temperature: 0,
  maxTokens: 8,
});

function live(said: string[]): LanguageModel {
  const model = scriptedModel({ summarize: () => 'so' });
  return {
    ...model,
    id: NAME,
    stream(request, options) {
      said.push(request.messages[0]?.content ?? '');
      return model.stream(request, options);
    },
  };
}

test('a model is asked once, goes on after a stop, and its packed replies come back with what they took', async () => {
  const file = join(folder, 'model.jsonl');
  const said: string[] = [];
  const first = createRecorder(live(said), file);
  for (const content of ['a', 'b', 'a']) await generateText(first.model, asking(content), { signal });
  expect(said).toEqual(['a', 'b']);
  appendFileSync(file, '{"key": "cut off');

  const second = createRecorder(live(said), file);
  for (const content of ['b', 'c']) await generateText(second.model, asking(content), { signal });
  expect(said).toEqual(['a', 'b', 'c']);
  expect(second.fresh()).toBe(1);
  expect(second.text(false).trim().split('\n')).toHaveLength(4);
  expect(second.text(true).trim().split('\n')).toHaveLength(3);

  const packed = gzipSync(strToU8(second.text(true)));
  const opened = await openRecorded({ name: NAME, options: {} }, () => Promise.resolve(packed));
  const model = writingModel(opened, NAME);
  const { text, usage } = await generateText(model, asking('c'), { signal });
  expect(text).toBe('so');
  expect(usage.milliseconds).toBeGreaterThanOrEqual(0);
  const unasked = generateText(model, asking('a'), { signal });
  await expect(unasked).rejects.toMatchObject({ code: 'reply-not-recorded' });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toHaveLength(4);
});
