/** @file Two tabs of one site: each object here is one, with the browser's own locks and channel between them. */
import { afterEach, expect, test, vi } from 'vitest';
import { createTabs, type Change, type Claim, type Tabs, type Thing } from '../../src/client/tabs.ts';

const opened: Tabs[] = [];
function tab(): Tabs {
  const tabs = createTabs();
  opened.push(tabs);
  return tabs;
}
let number = 0;
const thing = (): Thing => ({ kind: 'conversation', id: `chat-${(number += 1)}` });
const keep = (): Promise<void> => Promise.resolve();
const never = new AbortController().signal;

afterEach(() => {
  for (const tabs of opened.splice(0)) tabs.leave();
});

test('what a tab changes is told to the others, and to itself apart', async () => {
  const [one, other] = [tab(), tab()];
  const heard: Change[] = [];
  const own: Change[] = [];
  other.listen((change) => heard.push(change));
  one.listen((change) => heard.push(change));
  one.listenOwn((change) => own.push(change));
  const change: Change = { kind: 'notebook', id: 'a', what: 'saved' };
  one.tell(change);
  await vi.waitFor(() => expect(heard).toEqual([change]));
  expect(own).toEqual([change]);
});

test('one tab works on a thing at a time, and the next may once it has let go', async () => {
  const [one, other] = [tab(), tab()];
  const what = thing();
  const claim = await one.claim(what, keep);
  expect(claim).not.toBeNull();
  expect(await other.claim(what, keep)).toBeNull();
  expect([...(await other.inUse('conversation')).worked]).toContain(what.id);
  let free = false;
  const waiting = other.whenFree(what, never).then(() => (free = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(free).toBe(false);
  await claim?.release();
  await waiting;
  const next = await other.claim(what, keep);
  expect(next).not.toBeNull();
  await next?.release();
});

test('a tab that takes over waits until the other has stopped', async () => {
  const [one, other] = [tab(), tab()];
  const what = thing();
  const order: string[] = [];
  await one.claim(what, async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    order.push('stopped');
  });
  const taken = await other.takeOver(what, keep);
  order.push('taken');
  expect(order).toEqual(['stopped', 'taken']);
  expect(await one.claim(what, keep)).toBeNull();
  await taken.release();
});

test('a tab that does not answer loses what it works on, and hears of it', async () => {
  const [one, other] = [tab(), tab()];
  const what = thing();
  let asked = 0;
  let finish = (): void => undefined;
  await one.claim(what, () => {
    asked += 1;
    return new Promise<void>((resolve) => (finish = resolve));
  });
  const taken = await other.takeOver(what, keep);
  expect(asked).toBe(1);
  expect(await one.claim(what, keep)).toBeNull();
  finish();
  await taken.release();
}, 30_000);

test('two tabs that claim at the same moment: one of them gets it, 50 of 50 times', async () => {
  const [one, other] = [tab(), tab()];
  for (let round = 0; round < 50; round += 1) {
    const what = thing();
    const claims = await Promise.all([one.claim(what, keep), other.claim(what, keep)]);
    const got = claims.filter((claim): claim is Claim => claim !== null);
    expect(got).toHaveLength(1);
    await got[0]?.release();
  }
});

test('several tabs may have the same run open, which others see until the last has closed it', async () => {
  const [one, other, third] = [tab(), tab(), tab()];
  const open = async (): Promise<readonly string[]> => [...(await third.inUse('run')).open].sort();
  const [showOne, showOther] = [one.shower('run'), other.shower('run')];
  showOne(['1-1', '1-2']);
  showOther(['1-1']);
  await vi.waitFor(async () => expect(await open()).toEqual(['1-1', '1-2']));
  showOne(['1-3']);
  await vi.waitFor(async () => expect(await open()).toEqual(['1-1', '1-3']));
  showOther([]);
  await vi.waitFor(async () => expect(await open()).toEqual(['1-3']));
  showOne([]);
});

test('a tab that can store nothing has no part in it', async () => {
  const [one, other] = [tab(), tab()];
  const what = thing();
  one.leave();
  const claims = await Promise.all([one.claim(what, keep), other.claim(what, keep)]);
  expect(claims.every((claim) => claim !== null)).toBe(true);
  await claims[1]?.release();
});
