/** @file What the Chat page asks of the data and reads from a conversation's events, on a real lab. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { MemoryFileStore } from '../../src/data/store/file-stores.ts';
import { entryMeant, titlesQuery } from '../../src/ui/pages/chat/catalogue.ts';
import { wasRefused } from '../../src/ui/pages/chat/step-words.ts';
import { ConversationFold } from '../../src/trace/conversation-fold.ts';
import type { ChatSettings } from '../../src/lab/chat/service.ts';
import type { LabService } from '../../src/lab/service.ts';
import { openLab } from './open-lab.ts';

const { signal } = new AbortController();
const SETTINGS: ChatSettings = {
  model: { name: 'built-in/reasoner', options: {} },
  critic: null,
  planning: 'plan-first',
  reflections: 0,
  profile: true,
  demonstrations: 'dynamic',
};
let lab: LabService;
const events: TraceEvent[] = [];
const ask = async (sql: string): Promise<readonly (readonly unknown[])[]> => (await lab.query(sql, signal)).rows;

beforeAll(async () => {
  lab = await openLab(new MemoryFileStore());
  await lab.chats.say('c1', SETTINGS, 'I loved Jaws. Recommend three horror films from the 80s', {
    onEvents: (batch) => events.push(...batch),
    signal,
  });
}, 60_000);

describe('the profile’s entries', () => {
  test('are completed by titles, whatever stands in them', async () => {
    const titles = (await ask(titlesQuery('jaws'))).map(([title]) => String(title));
    expect(titles[0]).toBe('Jaws (1975)');
    expect(entryMeant('JAWS', titles.slice(0, 1))).toBe('Jaws (1975)');
    expect(entryMeant(' jaws (1975) ', titles)).toBe('Jaws (1975)');
    expect(entryMeant('qwertyzxcv', (await ask(titlesQuery('qwertyzxcv'))).map(String))).toBeNull();
    for (const hostile of ["'; DROP TABLE items; --", '100%', '_', '\\', "O'Brien"])
      await expect(ask(titlesQuery(hostile))).resolves.toBeInstanceOf(Array);
    expect(await ask(titlesQuery('%%%%'))).toEqual([]);
  });
});

describe('a turn', () => {
  const turnOf = (upTo = events.length) => {
    const fold = new ConversationFold();
    for (const event of events.slice(0, upTo)) fold.add(event);
    return fold.turns[0];
  };

  test('tells what the model was asked and what it answered', () => {
    const { calls } = turnOf()!;
    expect(calls.map(({ event }) => event.purpose)).toEqual(
      events.flatMap((event) => (event.type === 'model-call' ? [event.purpose] : [])),
    );
    for (const { event, reply, result } of calls) {
      expect(event.messages.length).toBeGreaterThan(0);
      expect(result).not.toBeNull();
      expect(reply).not.toBe('');
    }
  });

  test('is marked where the critic refused its last reply, and only there', () => {
    const turn = turnOf()!;
    const judged = (...verdicts: readonly boolean[]) => ({
      ...turn,
      attempts: verdicts.map((isGood) => ({ ...turn.attempts[0]!, verdict: { isGood, advice: '' } })),
    });
    expect([turn, judged(false, true), judged(true, false)].map(wasRefused)).toEqual([false, false, true]);
  });
});
