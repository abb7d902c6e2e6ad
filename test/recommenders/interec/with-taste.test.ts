/** @file What is known of a person orders what they are shown, whoever planned it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlanStep, Profile } from '../../../src/core/dialogue.ts';
import { withTaste } from '../../../src/recommenders/interec/execute-plan.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { openMadeUp, startChat, type Opened } from './open-made-up.ts';

const { signal } = new AbortController();
let opened: Opened;
beforeAll(async () => {
  opened = await openMadeUp();
});

const NONE = { titles: [], values: [] } as const;
const PROFILE: Profile = {
  like: { titles: ['Granite 2 (1981)', 'Night Ferry (1983)'], values: [] },
  dislike: { titles: ['Salt & Iron (1987)'], values: [] },
  expect: NONE,
};
const rank = (input: PlanStep['input']): PlanStep => ({ tool: 'rank', input });

describe('an order by preference', () => {
  test('has liked titles preferred and disliked ones unwanted', () => {
    expect(withTaste(rank({ scheme: 'preference' }), PROFILE, [])).toEqual(
      rank({ scheme: 'preference', prefer: PROFILE.like.titles, unwanted: PROFILE.dislike.titles }),
    );
  });

  test('takes the latest thirty', () => {
    const titles = Array.from({ length: 40 }, (_, at) => `Lantern Harbour Number ${String(at)}`);
    const { input } = withTaste(rank({ scheme: 'preference' }), { ...PROFILE, like: { titles, values: [] } }, []);
    expect(input['prefer']).toEqual(titles.slice(-30));
  });
});

describe('a language model’s plan', () => {
  const plan = (reply: string) =>
    JSON.stringify({
      intent: 'recommend',
      steps: [
        { tool: 'rank', input: { scheme: 'preference' } },
        { tool: 'map', input: { count: 3 } },
      ],
      reply,
    });
  const profile = JSON.stringify({ like: { titles: ['Granite 2'], values: [] } });
  const modelThat = (reply: string) =>
    scriptedModel({ 'dialogue-plan': plan(reply), 'dialogue-reply': 'Here.', 'dialogue-profile': profile });

  test('is ordered by the profile, which the trace shows', async () => {
    const chat = startChat(opened, { model: modelThat(''), options: { reflections: 0 } });
    await chat.say('something', signal);
    const call = chat.events.find((event) => event.type === 'tool-call' && event.tool === 'rank');
    expect(call).toMatchObject({ arguments: { scheme: 'preference', prefer: ['Granite 2 (1981)'] } });
  });

  test('starts over where its reply says that all is forgotten, as its prompt tells it', async () => {
    const model = modelThat('All forgotten.');
    const chat = startChat(opened, { model, options: { reflections: 0 } });
    await chat.say('Start over: something, please', signal);
    expect(chat.conversation.profile).toEqual({ like: NONE, dislike: NONE, expect: NONE });
    const asked = model.requests.find(({ purpose }) => purpose.type === 'dialogue-plan');
    const told = asked?.messages[0]?.content ?? '';
    expect(told).toContain('"All forgotten", which empties the profile');
    expect(told).toContain('"$1 decade start"');
  });
});
