/** @file Prose as models dress it: what is around it is taken off and noted, and its own words stay. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readProse } from '../../../src/core/reply/read-prose.ts';

const OPTIONS = { labels: ['description', 'seeker', 'reason'] };
const PROSE = 'She dreams of ships. Her hands smell of tar: always.';

describe('prose', () => {
  test.each([
    `Sure! Here's a five-sentence description:\n\n${PROSE}`,
    `Certainly. Here is the description you asked for: ${PROSE}`,
    `Sure!\n${PROSE}`,
    `**Description:** ${PROSE}`,
    `Description: ${PROSE}`,
    `**Seeker:** ${PROSE}`,
    `${PROSE}\n\nLet me know if you'd like any changes!`,
    `${PROSE} Let me know if you need anything else.`,
    `${PROSE}\n\nI hope this helps!`,
    `1. She dreams of ships.\n2. Her hands smell of tar: always.`,
    `- She dreams of ships.\n- Her hands smell of tar: always.`,
    `She dreams of ships.\n\nHer hands smell of tar: always.`,
    `"${PROSE}"`,
    `**${PROSE}**`,
    `\`\`\`\n${PROSE}\n\`\`\``,
    `<think>Five sentences.</think>${PROSE}`,
    `Sure! Here's a five-sentence description:\n\n**Description:** ${PROSE}\n\nLet me know if you'd like any changes!`,
  ])('is read out of %j, which is noted', (text) => {
    const reading = readProse(text, OPTIONS);
    expect(reading).toMatchObject({ ok: true, value: PROSE });
    expect(reading.ok && reading.note !== undefined).toBe(!text.startsWith('<think>'));
  });

  test.each([
    PROSE,
    'Here is a man who loves ships.',
    'This is it: a comedy.',
    'Surely a comedy.',
    'I hope that it is funny. Let me know what you find.',
    '2001 is a film that he dislikes.',
    'He said "no" to ships, and "yes" to tar.',
  ])('that is bare stays as it is: %j', (text) => {
    const reading = readProse(text, OPTIONS);
    expect(reading).toEqual({ ok: true, value: text });
  });

  test.each(['', '9', '"9"', '9/10', '8.5.', '---', '**Reason:** 9', "Sure! Here's a description:"])(
    '%j holds none',
    (text) => {
      expect(readProse(text, { ...OPTIONS, leastWords: 2 }).ok).toBe(false);
    },
  );

  test('never has words that were not written', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = readProse(text, OPTIONS);
        if (!reading.ok) return;
        const words = (written: string): string => written.replaceAll(/\s+/gu, '');
        for (const word of reading.value.split(/\s+/u)) expect(words(text)).toContain(word);
      }),
    );
  });
});

test.each([
  `{"reason": "Ruth can't stand horror, and Scream is a pure slasher."}`,
  `Sure! Here is the explanation:\n\n{"reason": "Ruth can't stand horror, and Scream is a pure slasher."}`,
  `**Reason:**\n\`\`\`json\n{"reason": "Ruth can't stand horror, and Scream is a pure slasher.", "rating": 2}\n\`\`\``,
  `**Draft:** It is bad.\n**Final answer:** Ruth can't stand horror, and Scream is a pure slasher.`,
])('what is around a reason goes as a whole: %s', (text) => {
  expect(readProse(text, { labels: ['reason', '(?:final )?answer'] })).toMatchObject({
    ok: true,
    value: `Ruth can't stand horror, and Scream is a pure slasher.`,
  });
});
