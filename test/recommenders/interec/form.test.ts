/** @file A conversation that is planned by forms: what a form comes to, what holds from turn to turn, and whose words a reply has. */
import { beforeAll, describe, expect, test } from 'vitest';
import { FORM_ORDERS, type WishForm } from '../../../src/core/dialogue.ts';
import type { Json } from '../../../src/core/json.ts';
import { readYears } from '../../../src/recommenders/interec/wish-form.ts';
import type { Item } from '../../../src/core/dataset.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { openMadeUp, startChat, type Opened } from './open-made-up.ts';

const { signal } = new AbortController();
let opened: Opened;
beforeAll(async () => {
  opened = await openMadeUp();
});

const form = (part: Partial<WishForm>): string =>
  JSON.stringify({ ...{ intent: 'recommend', order: 'any', count: 0, list: 'new', taste: false }, ...part });

/** A conversation with a model that fills in these forms and says this of each. */
function talk(forms: readonly string[], sentence = 'Here you are.') {
  const model = scriptedModel({ 'dialogue-plan': forms, 'dialogue-reply': sentence });
  const chat = startChat(opened, { model, options: { planning: 'form', reflections: 0 } });
  const itemsOf = async (text: string): Promise<readonly Item[]> => {
    const { items } = await chat.say(text, signal);
    return items.flatMap(({ id }) => opened.dataset.items.find((item) => item.id === id) ?? []);
  };
  return { chat, model, itemsOf };
}

const genresOf = ({ attributes }: Item) => attributes['genres'] as readonly string[];

describe('a form', () => {
  test('becomes a list of what satisfies it, in one call for the form and one for the words', async () => {
    const { itemsOf, model } = talk([
      form({ genres: ['Comedy'], without: ['Action'], years: 'before 2000', count: 3 }),
    ]);
    const items = await itemsOf('Three comedies from before 2000, no action');
    expect(items).toHaveLength(3);
    for (const item of items) {
      expect(genresOf(item)).toContain('Comedy');
      expect(genresOf(item)).not.toContain('Action');
      expect(item.year).toBeLessThan(2000);
    }
    expect(model.requests).toHaveLength(2);
  });

  test('holds nothing twice, no kind both wanted and not, and no copy of the whole list that was shown', async () => {
    const first = form({ genres: ['Comedy', 'Comedy'], without: ['Comedy', 'Drama'], count: 2 });
    const { plan, items } = await talk([first]).chat.say('Two comedies', signal);
    expect(plan.form).toMatchObject({ genres: ['Comedy'], without: ['Drama'] });
    const titles = items.map(({ title }) => title);
    const { chat } = talk([first, form({ genres: ['Comedy'], without: ['Comedy'], titles })]);
    await chat.say('Two comedies', signal);
    const { form: next } = (await chat.say('No comedies any more', signal)).plan;
    expect(next).toMatchObject({ genres: [], without: ['Comedy'], titles: [] });
  });

  test('has a flat schema, with the choices of this catalogue and this message alone', async () => {
    const { chat, model } = talk([form({})]);
    await chat.say('Films like Night Ferry', signal);
    const [{ responseSchema } = { responseSchema: null }] = model.requests;
    expect(JSON.stringify(responseSchema)).not.toMatch(/anyOf|\{"type":"string"[^}]*(?<!"maxLength":\d+[^}]*)\}/u);
    expect(responseSchema).toMatchObject({
      properties: {
        genres: { items: { enum: ['Action', 'Comedy', 'Drama', 'Horror'] } },
        titles: { items: { enum: ['Night Ferry (1983)'] } },
        order: { enum: expect.arrayContaining([...FORM_ORDERS]) as Json },
      },
    });
  });

  test('of the turn before stands in the prompt, and newer means newer than what it asked for', async () => {
    const { itemsOf, chat, model } = talk([
      form({ genres: ['Horror'], years: '1980-1989' }),
      form({ genres: ['Horror'], years: 'newer' }),
      form({ genres: [], years: 'newer', list: 'more', count: 2 }),
      form({ genres: ['Horror'], years: 'after 1989', list: 'part', count: 1 }),
    ]);
    await itemsOf('Horror from 1980-1989');
    const newer = await itemsOf('Something newer');
    expect(JSON.stringify(model.requests[2]?.messages)).toContain('1980-1989');
    const more = await itemsOf('Two others newer than 1989');
    for (const item of [...newer, ...more]) expect(item.year).toBeGreaterThan(1989);
    expect(more.every((item) => genresOf(item).includes('Horror') && !newer.includes(item))).toBe(true);
    expect(await itemsOf('Just the first one')).toEqual(more.slice(0, 1));
    expect(chat.conversation.profile.expect.values).toContain('year: after 1989');
  });

  test('tells tastes, which hold in later lists until they are taken out', async () => {
    const { itemsOf, chat, model } = talk([
      form({ intent: 'tell', without: ['Horror'], taste: true }),
      form({ genres: ['Action'] }),
    ]);
    await itemsOf('I hate horror');
    expect(chat.conversation.profile.dislike.values).toEqual(['genre: Horror']);
    for (const item of await itemsOf('An action film')) expect(genresOf(item)).not.toContain('Horror');
    chat.editProfile({ ...chat.conversation.profile, dislike: { titles: [], values: [] } });
    const before = model.requests.length;
    await itemsOf('An action film');
    const told = JSON.stringify(model.requests.slice(before).map(({ messages }) => messages.slice(1)));
    expect(told).not.toMatch(/hate horror|"without\\":\[\\"Horror/u);
  });

  test('that asks for a fact, a choice, a new start or nothing plans just that', async () => {
    const { chat } = talk([
      form({ intent: 'ask', titles: ['Night Ferry (1983)'], facts: ['year'] }),
      form({ intent: 'choose', titles: ['Night Ferry (1983)', 'Granite 2 (1981)'], order: 'oldest' }),
      form({ intent: 'chat' }),
      form({ intent: 'forget' }),
    ]);
    const tools = async (text: string) => (await chat.say(text, signal)).plan.steps.map(({ tool }) => tool);
    expect(await tools('When was Night Ferry made?')).toEqual(['look-up']);
    expect(await tools('Night Ferry or Granite 2, which is older?')).toEqual(['store-candidates', 'rank', 'map']);
    expect(chat.conversation.turns[1]?.items[0]?.title).toBe('Granite 2 (1981)');
    expect(await tools('Thanks')).toEqual([]);
    expect(await tools('Forget everything')).toEqual([]);
    expect(chat.conversation.profile.expect).toEqual({ titles: [], values: [] });
  });
});

describe('the reply', () => {
  test.each([
    ['Here are comedies for you.', false],
    ['Here are 7 of them.', true],
    ['Try The Quiet Orchard.', true],
    ['Here are four comedies.', true],
    ['All of them are horror films.', true],
    ['These are the least known ones.', true],
  ])('"%s" is the lab’s own where it is not true to the list: %s', async (sentence, isLabs) => {
    const { chat } = talk([form({ genres: ['Comedy'], years: 'before 1983', count: 3 })], sentence);
    const { reply, items, isLabs: isOwn = false } = await chat.say('three comedies from before 1983', signal);
    expect(items.length).toBeGreaterThan(0);
    expect(isOwn).toBe(isLabs);
    expect(reply.startsWith(sentence)).toBe(!isLabs);
    for (const { title } of items) expect(reply).toContain(title);
  });

  test('says what was looked for and what there is, where nothing was found', async () => {
    const { chat, model } = talk([form({ genres: ['Comedy'], years: 'before 1900' })]);
    const { reply } = await chat.say('A comedy from before 1900', signal);
    expect(reply).toMatch(/genre is Comedy.*without year before 1900 there are \d/u);
    expect(model.requests).toHaveLength(1);
  });
});

test.each([
  ['nothing after 1990', { to: 1990 }],
  ['the 60s', { from: 1960, to: 1969 }],
  ['1990-1999', { from: 1990, to: 1999 }],
  ['2010 or later', { from: 2010 }],
  ['tonight', null],
])('years: %s', (text, bounds) => {
  expect(readYears(text)).toEqual(bounds);
});
