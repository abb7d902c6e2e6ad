/** @file Engines that are broken may not plan, whatever is broken; a good one may, and is asked once. */
import { expect, test } from 'vitest';
import type { GenerateRequest, LanguageModel } from '../../src/core/language-model.ts';
import { sensible, type GoldenShelf } from '../../src/models/golden-replies.ts';
import { scriptedEngine } from './scripted-engine.ts';

const SPEC = { name: 'transformers/one', options: {} };
const GOOD = ['The capitals are Paris and Rome.', '15', 'No.', 'Lantern', '```json\n{"answer": 4}\n```'];
const LOADING = { onProgress: () => undefined, signal: new AbortController().signal };

function shelf(): GoldenShelf & { readonly kept: Map<string, number> } {
  const kept = new Map<string, number>();
  const read: GoldenShelf['read'] = async ({ name }) => kept.get(name) ?? null;
  return { kept, read, write: async ({ name }, right) => void kept.set(name, right) };
}

/** @param reply to the question of a number, which has a good answer; `stops` is false where it would go on */
function engineThat(reply: (good: string, question: string) => string, stops = true) {
  let asked = 0;
  const model = {
    title: 'One',
    async *stream({ messages }: GenerateRequest) {
      const delta = reply(GOOD[asked % GOOD.length] ?? '', messages.at(-1)?.content ?? '');
      asked += 1;
      if (delta !== '') yield { type: 'text-delta', delta };
      yield { type: 'finish', finishReason: stops ? 'stop' : 'length' };
    },
  } as unknown as LanguageModel;
  return { ...scriptedEngine(model), asked: () => asked };
}

test.each<[string, Parameters<typeof engineThat>[0], boolean?]>([
  ['another precision: random tokens', (good) => `ĠGren\u0e01${String(good.length)}cedurevoid=-=-ugg(}});ensemble`],
  ['@@@@', () => '@@@@@@@@@@@@@@@@'],
  ['silence', () => ''],
  ['cut after one token', (good) => /^[A-Z][a-z]{0,2}|^\d|^./.exec(good)?.[0] ?? ''],
  ['its prompt again', (_, question) => question],
  ['one token for ever', () => 'no no no no no no no no no no no no no no no no', false],
  ['another language', () => '\u0420\u044b\u0431\u0430 \u0438\u0434\u0451\u0442 \u0434\u043e\u043c\u043e\u0439.'],
  ['no end', (good) => `${good}\n<|im_start|>user\nAnd what`, false],
  ['an empty object', () => '{}'],
  ['ends within words', (good) => good.slice(0, Math.max(1, Math.floor(good.length / 2)))],
])('is refused: %s', async (_, reply, stops) => {
  const { engine, done } = engineThat(reply, stops);
  const kept = shelf();
  const loading = sensible(engine, SPEC, kept, LOADING);
  await expect(loading).rejects.toMatchObject({ code: 'model-damaged' });
  await expect(loading).rejects.toThrow(/remove it|choose another/);
  expect([done, kept.kept.size]).toEqual([['unload'], 0]);
});

test('a good one is asked once, and forgets what it was asked; one that knows little is told from it', async () => {
  const kept = shelf();
  const good = engineThat((reply) => reply);
  for (let load = 0; load < 2; load += 1) expect(await sensible(good.engine, SPEC, kept, LOADING)).toBe(good.engine);
  expect([good.asked(), good.done, kept.kept.get(SPEC.name)]).toEqual([5, ['reset'], 5]);
  const small = engineThat((reply) => (/\d/.test(reply) ? 'I am ready to help.' : reply));
  await sensible(small.engine, { ...SPEC, name: 'small' }, kept, LOADING);
  expect(kept.kept.get('small')).toBe(3);
});
