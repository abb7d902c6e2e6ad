/** @file What the Chat page asks of the data and reads from a conversation's events, on a real lab. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { MemoryFileStore } from '../../src/data/store/file-stores.ts';
import { wishesIn, withWish } from '../../src/ui/pages/chat/catalogue.ts';
import { partsOf, wasRefused } from '../../src/ui/pages/chat/words.ts';
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
beforeAll(async () => {
  lab = await openLab(new MemoryFileStore());
  await lab.say(
    'c1',
    { settings: SETTINGS, text: 'I loved Jaws. Recommend three horror films from the 80s' },
    {
      onEvents: (batch) => events.push(...batch),
      signal,
    },
  );
}, 60_000);

test('wishes that are offered are read exactly, together and each alone', async () => {
  const wishes = await wishesIn(lab);
  expect(wishes).toHaveLength(6);
  const all = wishes.reduce((message, wish) => withWish(message, wish, wishes), '');
  for (const [at, text] of [all, ...wishes].entries()) {
    const fold = new ConversationFold();
    const onEvents = (batch: readonly TraceEvent[]): void => batch.forEach((event) => fold.add(event));
    await lab.say(`wish-${at}`, { settings: SETTINGS, text }, { onEvents, signal });
    const marks = partsOf(text, fold.turns[0]?.plan?.marks ?? []).flatMap(({ mark }) => mark?.as ?? []);
    expect(new Set(marks)).toEqual(new Set(['used']));
  }
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
