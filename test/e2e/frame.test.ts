/** @file In somebody else's page nothing of the lab runs, also on a host that sends no headers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openBrowser, SLOW } from './site.ts';
import { openStaticHost } from './static-host.ts';

test.each(['', '#notebook/ready/five-planners', '#library/kept'])(
  'a frame of %s shows a way out, and does nothing else',
  async (hash) => {
    const [browser, host] = await Promise.all([openBrowser(), openStaticHost()]);
    const stranger = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>A course</title><iframe src="${host.url}${hash}" width="1400"></iframe>`);
    });
    await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String((stranger.address() as AddressInfo).port)}/`);
    const frame = page.frameLocator('iframe');
    const way = frame.getByRole('link');
    await way.waitFor(SLOW);
    expect(await frame.locator('#app *').count()).toBe(1);
    expect(await way.getAttribute('href')).toBe(host.url + hash);
    expect(page.workers()).toEqual([]);
    const registered = () => navigator.serviceWorker.getRegistrations().then(({ length }) => length);
    expect(await page.frames()[1]?.evaluate(registered)).toBe(0);
    await browser.close();
    await host.close();
    stranger.close();
  },
  120_000,
);
