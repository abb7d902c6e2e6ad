import { expect, test } from 'vitest';
import type { ActionKind } from '../../../../src/recommenders/macrec/agents/action.ts';
import { parseAction } from '../../../../src/recommenders/macrec/agents/read-action.ts';

const KINDS: readonly ActionKind[] = [
  { name: 'UserHistory', slots: ['id', 'k'].map((name) => ({ name, holds: 'integer' as const })) },
  {
    name: 'Analyse',
    slots: [
      { name: 'kind', holds: ['user', 'item'] },
      { name: 'id', holds: 'integer' },
    ],
  },
  { name: 'Finish', slots: [{ name: 'rating', holds: 'number' }] },
];

test.each([
  ['UserHistory[user 12, 30]', ['12', '30']],
  ['UserHistory[12, k=30]', ['12', '30']],
  ['UserHistory[id: 12, 30]', ['12', '30']],
  ['Analyse[item, item 7]', ['item', '7']],
  ['**Finish[rating: 3]**', ['3']],
])('%s is read, and that is noted', (text, content) => {
  const reading = parseAction(text, KINDS, 'text');
  expect(reading).toMatchObject({ ok: true, note: expect.stringContaining('was read as') as string });
  const read = reading.ok ? reading.value.content : null;
  expect((Array.isArray(read) ? read : [read]).map(String)).toEqual(content);
});

test.each(['UserHistory[item 12, 30]', 'Analyse[user, item 7]', 'Finish[about 3]', 'Finish[rating 3 of 5]'])(
  '%s names something else, and is asked for again',
  (text) => {
    expect(parseAction(text, KINDS, 'text').ok).toBe(false);
  },
);

test('where Finish is the only action, its place may be called by another name, with a paragraph behind it', () => {
  const finish: ActionKind = { name: 'Finish', slots: [{ name: 'rating', holds: 'number', most: 5 }] };
  const reply = '**Predicted rating:** 2 out of 5\n\nThe user gave both King Kong and The Return of the King a 2.';
  expect(parseAction(reply, [finish], 'json')).toMatchObject({ ok: true, value: { type: 'Finish', content: 2 } });
  expect(parseAction(`${reply}\n\nFinal rating: 3`, [finish], 'json').ok).toBe(false);
  expect(parseAction(reply, KINDS, 'json').ok).toBe(false);
});
