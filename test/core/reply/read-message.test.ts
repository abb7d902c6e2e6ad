/** @file Messages to people: what announces them and what speaks of how they were written goes, and their own words stay. */
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../../src/core/reply/read-message.ts';
import { readProse } from '../../../src/core/reply/read-prose.ts';

const MESSAGE = 'You might enjoy **WALL-E (2008)** and **Up (2009)**:\n\n1. both are rated G (or PG).';

describe('a message', () => {
  test.each([
    `Here's a reply that names all items found, in their order:\n\n"${MESSAGE}"`,
    `Sure! Here's the reply to the user's message:\n\n${MESSAGE}\n\n(This answer names all items found, in order.)`,
    `${MESSAGE}\n\n*(All items were named, as requested.)*`,
    `**Reply:** ${MESSAGE}`,
    `Reply:\n\n\`\`\`json\n${JSON.stringify({ reply: MESSAGE })}\n\`\`\``,
    `Here is my reply to the user:\n\n${JSON.stringify({ type: 'message', content: MESSAGE })}`,
    `Sure! Here's the reply to the user:\n\n---\n\n${MESSAGE}`,
    `\`\`\`text\n${MESSAGE}\n\`\`\`\n\n(I left out Shrek in the reasons, as the tools found nothing about it.)`,
    `${MESSAGE}\n\nLet me know if you'd like me to rephrase it!`,
  ])('is read out of %j, which is noted', (text) => {
    const reading = readMessage(text, ['reply']);
    expect(reading).toMatchObject({ ok: true, value: MESSAGE });
    expect(reading.ok && reading.note !== undefined).toBe(true);
  });

  test.each([
    MESSAGE,
    'Here are five dramas that come nearest to old friends:\n\n1. Heat (1995)',
    'Here is the film that answers your question: Heat (1995).',
    "You could try Heat (1995).\n\nLet me know if you'd like something darker!",
    'You could try Heat (1995).\n\n(It is long.)',
    'Here is my answer:',
  ])('stays as it is: %j', (text) => {
    expect(readMessage(text, ['reply'])).toEqual({ ok: true, value: text });
  });
});

test('prose ends before a remark in brackets on how it was written', () => {
  const prose = 'She likes dramas. Horror frightens her.';
  const read = (remark: string): unknown => readProse(`${prose}\n\n(${remark})`, { labels: [] });
  expect(read('No name was used, as requested.')).toMatchObject({ ok: true, value: prose });
  expect(read('Her name is Ruth.')).toMatchObject({ ok: true, value: `${prose} (Her name is Ruth.)` });
});
