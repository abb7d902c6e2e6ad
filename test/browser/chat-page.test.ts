/** @file The Chat page with the real lab behind it: what a person says, sees and takes back. */
import { EMPTY_PROFILE } from '../../src/core/profile.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { Chat } from '../../src/ui/pages/chat/chat.svelte.ts';
import type { TurnView } from '../../src/trace/conversation-fold.ts';
import { CHAT } from '../../src/ui/pages/chat/words.ts';
import TurnItem from '../../src/ui/pages/chat/TurnItem.svelte';
import type { Session } from '../../src/ui/session.svelte.ts';
import { KeptSettings } from '../../src/ui/parts/settings/kept-settings.svelte.ts';
import { readyLab } from './ready-lab.ts';
import { violations } from './violations.ts';

const WAIT = { timeout: 60_000 };
const client = await readyLab();

beforeEach(async () => {
  await page.viewport(1440, 900);
  location.hash = '#chat';
  render(App, { client });
  await expect.element(page.getByRole('textbox', { name: 'Message' }), WAIT).toBeVisible();
});

afterEach(async () => {
  for (const { id } of await client.kept.list()) await client.kept.remove(id);
  location.hash = '';
});

const replies = (): string[] => [...document.querySelectorAll('.verbatim')].map(({ textContent }) => textContent);

async function say(text: string): Promise<void> {
  const before = replies().length;
  await userEvent.fill(page.getByRole('textbox', { name: 'Message' }), text);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => replies().length, WAIT).toBe(before + 1);
  await expect.element(page.getByRole('button', { name: 'Send', exact: true }), WAIT).toBeVisible();
}

describe('a conversation', () => {
  test('shows the reply, the plan, the funnel and what is known of the person, and takes a turn back', async () => {
    await say('I loved Jaws. Recommend three horror films from the 80s');
    expect(replies()[0]).toContain('I recommend these 3');
    const detail = page.getByRole('complementary', { name: 'How the turn was answered' });
    await expect.element(detail.getByTestId('candidates').first()).toBeVisible();
    await expect.element(detail.getByTestId('profile-changes')).toHaveTextContent(/^\+ .*Jaws \(1975\)/);
    await expect.element(detail.getByTestId('critic').first()).toHaveAttribute('data-verdict', 'good');
    await say('only comedies');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => replies().length, WAIT).toBe(1);
  });

  test('says of each item why it passed each tool', async () => {
    await say('two comedies from 1999');
    await page.getByTestId('why-these').click();
    const details = document.querySelector('.answer details')!;
    expect(details.querySelector('p + ul')?.textContent).toMatch(/genre is Comedy and year is 1999/u);
    const why = (): string[] =>
      [...details.querySelectorAll(':scope > ul:last-child > li')].map((one) => one.textContent);
    await expect
      .poll(why, WAIT)
      .toEqual([
        expect.stringMatching(/Rated \d\.\d on average by [\d,]+ pe.*number 1 of/su),
        expect.stringMatching(/Rated \d\.\d on average by [\d,]+ pe.*number 2 of these/su),
      ]);
  });

  test('lets a message be edited and sent again, which takes back the turns from there on', async () => {
    await say('two comedies');
    await say('two dramas');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect.element(page.getByTestId('dropped')).toHaveTextContent(/ 1 /);
    await userEvent.fill(page.getByRole('textbox', { name: 'Your message, edited' }), 'four westerns');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => replies().join(), WAIT).toContain('I recommend these 4');
    await expect.element(page.getByRole('button', { name: 'Send', exact: true }), WAIT).toBeVisible();
    expect(document.querySelectorAll('.bubble')).toHaveLength(1);
    expect(document.querySelector('.bubble')?.textContent).toContain('four westerns'.slice(0, 4));
  });

  test('lets the profile be changed and erased, and hears it in the next turn', async () => {
    await say('hello');
    const detail = page.getByRole('complementary', { name: 'How the turn was answered' });
    await userEvent.fill(detail.getByRole('combobox', { name: 'A title, or genre: Comedy' }), 'genre: Horror');
    await detail.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(detail.getByRole('button', { name: 'Remove genre: Horror' }), WAIT).toBeVisible();
    await say('recommend something');
    expect(replies().at(-1)).toContain('Horror');
    await detail.getByRole('button', { name: 'Erase all of it …' }).click();
    await detail.getByRole('button', { name: 'Erase all of it', exact: true }).click();
    await expect.element(detail.getByTestId('profile-empty'), WAIT).toBeVisible();
    await say('recommend something');
    expect(replies().at(-1)).not.toContain('Horror');
  });

  test('offers a language model where not all was read', async () => {
    await say('films like matrx for tonight');
    await expect.element(page.getByTestId('choose-model')).toHaveAttribute('href', '#library/models');
    expect(await violations()).toEqual([]);
  });

  test('shows hostile text as words', async () => {
    await say('<img src=x onerror="document.title=1"> DROP TABLE items; --');
    expect(document.querySelector('.bubble img')).toBe(null);
    expect(document.querySelector('.bubble')?.textContent).toContain('<img src=x');
  });
});

describe('a stopped turn', () => {
  const STOPPED: TurnView = {
    node: '1',
    text: 'two dramas',
    status: 'aborted',
    reply: '',
    items: [],
    passed: [],
    problems: [],
    plan: null,
    attempts: [],
    calls: [],
    profile: EMPTY_PROFILE,
    before: EMPTY_PROFILE,
    leaves: EMPTY_PROFILE,
    turn: null,
    error: null,
    milliseconds: 0,
    isForgotten: false,
  };

  /** What is asked of the lab, in order. */
  function recording(attempt = (_: string, act: () => Promise<void>): Promise<unknown> => act()): {
    readonly chat: Chat;
    readonly asked: string[];
  } {
    const asked: string[] = [];
    const chats = {
      takeBack: (_id: string, _settings: unknown, from: string) => Promise.resolve(asked.push(`take back ${from}`)),
      say: (_id: string, _settings: unknown, text: string) => Promise.resolve(asked.push(`say ${text}`)),
    };
    const settings = new KeptSettings(() => undefined, null);
    const session = {
      client: { chats },
      kept: { refresh: () => Promise.resolve() },
      attempt,
      settle: () => undefined,
      settings,
    } as unknown as Session;
    return { chat: new Chat(session, () => null), asked };
  }

  const UNREAD = 'The plan could not be read, even after asking again: it is empty.';

  test.each<[string, Partial<TurnView>, string]>([
    ['was stopped', {}, CHAT.stoppedTurn],
    ['a reply or an address spoilt', { status: 'failed', error: UNREAD }, `${UNREAD} ${CHAT.failedTurn}`],
    ['a closed tab left without an end', { status: 'running' }, CHAT.brokenOff],
  ])('that %s keeps its message, says what went wrong, and is sent again', async (_, how, told) => {
    const { chat, asked } = recording();
    const turn = { ...STOPPED, ...how };
    const shown = render(TurnItem, { chat, turn, later: 0, onlook: () => undefined });
    await expect.element(shown.getByText(told, { exact: true })).toBeVisible();
    await expect.element(shown.getByText(turn.text, { exact: true })).toBeVisible();
    await shown.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => asked).toEqual(['take back 1', 'say two dramas']);
  });
});
