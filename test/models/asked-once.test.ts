/** @file What was asked before is answered as it was then, at no cost; all else is asked. */
import { expect, test } from 'vitest';
import { generateText } from '../../src/core/reply/generate.ts';
import type { GenerateRequest } from '../../src/core/language-model.ts';
import { askedOnce } from '../../src/models/decorate.ts';
import { scriptedModel } from './scripted-model.ts';

const { signal } = new AbortController();
const request: GenerateRequest = {
  purpose: { type: 'summarize', title: 'a person', texts: [] },
  messages: [{ role: 'user', content: 'What are you looking for?' }],
  seed: 1,
  temperature: 0,
  maxTokens: 20,
};

test('a request that comes again is answered as before, and one with another seed or message is asked', async () => {
  const script = scriptedModel({ summarize: ['a western', 'a comedy', 'a drama'] });
  const model = askedOnce(script);
  const ask = async (asked: Partial<GenerateRequest> = {}) => generateText(model, { ...request, ...asked }, { signal });
  const first = await ask();
  const again = await ask();
  expect(again.text).toBe(first.text);
  expect(first.usage.outputTokens).toBeGreaterThan(0);
  expect(again.usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  expect((await ask({ seed: 2 })).text).toBe('a comedy');
  expect((await ask({ messages: [{ role: 'user', content: 'And now?' }] })).text).toBe('a drama');
  expect(script.requests).toHaveLength(3);
});
