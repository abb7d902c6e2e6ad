/** @file How many requests in people's own words are answered rightly, over films, books, products and MovieLens; `SAID=path` writes each judgement there. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeWithShared } from '../../../shared.ts';
import { openMadeUp, startChat } from '../open-made-up.ts';
import { judge, type Judgement, type Request } from './judge.ts';
import { NEEDS, openSaid } from './open.ts';

const PART = process.env['SAID_PART'] ?? 'development';
const REQUESTS = readFileSync(join(import.meta.dirname, `${PART}.jsonl`), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Request);

/** So many were right and wrong when this was last changed; no change may make it worse. */
const REACHED: Readonly<Record<string, Readonly<Record<Request['on'], readonly [right: number, wrong: number]>>>> = {
  development: { films: [241, 2], books: [123, 2], products: [82, 4], movielens: [22, 0] },
};

const { signal } = new AbortController();
const marked = (all: readonly Judgement[], mark: Judgement['mark']): number =>
  all.filter((one) => one.mark === mark).length;

for (const on of ['films', 'books', 'products', 'movielens'] as const)
  describeWithShared(`what is said of ${on}`, NEEDS[on], () => {
    test(`is understood as often as it was (${PART})`, { timeout: 300_000 }, async () => {
      const opened = await openMadeUp(await openSaid(on));
      const judged: Judgement[] = [];
      for (const request of REQUESTS.filter((one) => one.on === on)) {
        const chat = startChat(opened);
        const said = [];
        for (const text of request.turns) said.push(await chat.say(text, signal));
        const judgement = judge(request, said, opened.dataset);
        judged.push(judgement);
        const path = process.env['SAID'];
        if (path !== undefined)
          appendFileSync(
            path,
            `${JSON.stringify({ ...request, ...judgement, reply: said.at(-1)?.reply, plan: said.at(-1)?.plan })}\n`,
          );
      }
      const counted = (['right', 'partly', 'wrong'] as const).map((mark) => marked(judged, mark));
      if (process.env['SAID'] !== undefined) console.log(on, ...counted);
      const [right, wrong] = REACHED[PART]?.[on] ?? [0, Infinity];
      expect(counted[0]).toBeGreaterThanOrEqual(right);
      expect(counted[2]).toBeLessThanOrEqual(wrong);
    });
  });
