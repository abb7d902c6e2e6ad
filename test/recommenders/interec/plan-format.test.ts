/** @file Plans and profiles as models write them. */
import { expect, test } from 'vitest';
import { readPlan, readProfile } from '../../../src/recommenders/interec/plan-format.ts';

const NONE = { titles: [], values: [] };

test.each(['"None"', '"none."', '"null"', '"[]"', '""', '["None"]', 'null', '[]'])(
  '%s in place of an empty list is one',
  (nothing) => {
    const like = { titles: ['Heat'], values: [] };
    const reading = readProfile(
      `{"like": {"titles": ["Heat"], "values": ${nothing}}, "dislike": {"titles": ${nothing}}, "forgotten": ${nothing}}`,
    );
    expect(reading).toMatchObject({ ok: true, value: { like, dislike: NONE, expect: NONE } });
    expect(reading.ok && (reading.value.forgotten ?? [])).toEqual([]);
    expect(reading.ok && reading.note).toEqual(
      /"./.test(nothing) ? expect.stringContaining('was read as an empty list') : undefined,
    );
  },
);

test('what is no list says so in one word too', () => {
  expect(readProfile('{"like": "none", "dislike": {"titles": ["Heat"]}}')).toMatchObject({
    ok: true,
    value: { like: NONE, dislike: { titles: ['Heat'], values: [] } },
    note: '"none" was read as nothing',
  });
});

test('a plan without steps may say so in a word', () => {
  expect(readPlan('{"intent": "chit-chat", "steps": "None", "reply": "Hello."}')).toMatchObject({
    ok: true,
    value: { steps: [], reply: 'Hello.' },
    note: expect.stringContaining('was read as an empty list') as string,
  });
});

test('a list that is not empty keeps its words', () => {
  expect(readProfile('{"forgotten": ["genre: none", "None of them"]}')).toMatchObject({
    ok: true,
    value: { forgotten: ['genre: none', 'None of them'] },
  });
});
