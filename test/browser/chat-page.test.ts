/** @file The Chat page with the real lab behind it: what a person says, sees and takes back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../src/ui/App.svelte';
import { Chat } from '../../src/ui/pages/chat/chat.svelte.ts';
import { ConversationFold, type TurnView } from '../../src/trace/conversation-fold.ts';
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
  for (const { id } of await client.list()) await client.remove('experiment', id);
  location.hash = '';
});

const detail = page.getByRole('complementary', { name: 'How the turn was answered' });
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
    expect(details.querySelector('p + ul')?.textContent).toMatch(/genre is Comedy, year is 1999/u);
    const why = (): string[] =>
      [...details.querySelectorAll(':scope > ul:last-child > li')].map((one) => one.textContent);
    await expect.poll(() => why().length, WAIT).toBe(2);
    for (const [at, one] of why().entries())
      expect(one).toMatch(new RegExp(`Rated \\d\\.\\d on average by [\\d,]+ pe.*number ${String(at + 1)} of`, 'su'));
  });

  test('takes turns back, whose words stand in the box again', async () => {
    await say('two comedies');
    await say('two dramas');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => document.querySelectorAll('.bubble').length, WAIT).toBe(1);
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('two dramas');
  });

  test('lets entries of the profile be taken out, and all of it be erased', async () => {
    await say('I loved Jaws. Recommend three horror films from the 80s');
    const jaws = detail.getByRole('button', { name: 'Remove Jaws (1975)' });
    await jaws.click();
    await expect.poll(() => jaws.elements(), WAIT).toEqual([]);
    await detail.getByRole('button', { name: 'Erase all of it …' }).click();
    await detail.getByRole('button', { name: 'Erase all of it', exact: true }).click();
    await expect.element(detail.getByTestId('profile-empty'), WAIT).toBeVisible();
  });

  test('offers a language model where not all was read', async () => {
    await say('films like matrx for tonight');
    await expect.element(page.getByTestId('choose-model')).toHaveAttribute('href', '#library/models');
    for (const as of ['used', 'guessed', 'ignored']) expect(document.querySelector(`.bubble .${as}`)).not.toBe(null);
    expect(await violations()).toEqual([]);
  });

  test('shows hostile text as words', async () => {
    await say('<img src=x onerror="document.title=1"> DROP TABLE items; --');
    expect(document.querySelector('.bubble img')).toBe(null);
    expect(document.querySelector('.bubble')?.textContent).toContain('<img src=x');
  });
});

describe('a stopped turn', () => {
  const fold = new ConversationFold();
  const start = { seq: 0, time: 0, node: '1', parent: '', kind: 'task', label: '' } as const;
  fold.add({ ...start, type: 'node-start', detail: { text: 'two dramas' } });
  const STOPPED: TurnView = { ...fold.turns[0]!, status: 'aborted' };

  /** What is asked of the lab, in order. */
  function recording() {
    const asked: string[] = [];
    const say = (_id: string, { takeBack, text }: { readonly takeBack?: string; readonly text?: string }) =>
      Promise.resolve(asked.push(takeBack === undefined ? `say ${String(text)}` : `take back ${takeBack}`));
    const settings = new KeptSettings(() => undefined, null);
    const session = {
      client: { say },
      kept: { refresh: () => Promise.resolve() },
      attempt: (_: string, act: () => Promise<void>) => act(),
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
    const [{ chat, asked }, turn] = [recording(), { ...STOPPED, ...how }];
    const shown = render(TurnItem, { chat, turn, later: 0, onlook: () => undefined });
    await expect.element(shown.getByText(told, { exact: true })).toBeVisible();
    await expect.element(shown.getByText(turn.text, { exact: true })).toBeVisible();
    await shown.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => asked).toEqual(['take back 1', 'say two dramas']);
  });
});
