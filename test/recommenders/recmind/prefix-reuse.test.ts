/**
 * @file How much of a planning tree's prompts is new: what earlier prompts began with can be kept, so what is the same in every request has
 * to stand before what changes. In tokens that are words, digits and marks.
 */
import { expect, test } from 'vitest';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { blocksOf } from '../../../src/models/transformers/prefix-tree.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { run } from '../../lab/run/run-written.ts';

/** How many tokens the prompts of a run have, and how many of those stand in no block which an earlier prompt began with. */
function promptCost(
  events: readonly TraceEvent[],
  encode: (messages: Extract<TraceEvent, { readonly type: 'model-call' }>['messages']) => readonly number[],
): { readonly tokens: number; readonly anew: number } {
  const kept = new Set<string>();
  let [tokens, anew] = [0, 0];
  for (const event of events) {
    if (event.type !== 'model-call') continue;
    let beginning = '';
    for (const block of blocksOf(encode(event.messages))) {
      beginning += `${block.join(' ')},`;
      tokens += block.length;
      if (!kept.has(beginning)) anew += block.length;
      kept.add(beginning);
    }
  }
  return { tokens, anew };
}

// It was 0.32 and 0.28 where requests ended with what is the same in all of them.
test.each([
  ['chain-of-thought', 0.29],
  ['self-inspiring', 0.24],
])('of %s', async (planner, most) => {
  const session = openSession(await testEngine(), madeUpDataset({ users: 40, items: 30 }));
  const events: TraceEvent[] = [];
  const spec = {
    dataset: { name: 'made-up' },
    tasks: { name: 'rating-prediction', options: { count: 4 } },
    recommender: { name: 'recmind', options: { planner } },
  };
  const { signal } = new AbortController();
  await run(spec, { ...session, now: () => 0, write: (event) => void events.push(event), signal });
  session.close();
  const numbers = new Map<string, number>();
  const numberOf = (token: string): number => {
    const known = numbers.get(token) ?? numbers.size;
    numbers.set(token, known);
    return known;
  };
  const { tokens, anew } = promptCost(events, (messages) =>
    (
      messages
        .map(({ role, content }) => `<${role}> ${content}`)
        .join('\n')
        .match(/\p{L}+|\S/gu) ?? []
    ).map(numberOf),
  );
  expect(anew / tokens).toBeLessThan(most);
});
