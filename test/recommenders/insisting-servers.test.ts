/** @file Every kind of task of every system, done with a capable model behind servers that insist on something. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GenerateRequest, LanguageModel } from '../../src/core/language-model.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { decorate } from '../../src/models/decorate.ts';
import { loadEndpointEngine } from '../../src/models/endpoint/load-endpoint-engine.ts';
import { createNetworkAccess } from '../../src/models/network-access.ts';
import { startDouble, type EndpointDouble } from '../models/endpoint/double.ts';
import { SERVERS } from '../models/endpoint/servers.ts';
import { sensibleReply } from '../models/sensible-replies.ts';
import {
  AGENT_TASKS,
  ask,
  checks,
  discuss,
  expectNoThought,
  openSystems,
  plan,
  PLANNERS,
  rate,
  signal,
  talk,
  TASKS,
} from './every-system.ts';

beforeAll(openSystems);

describe.each(Object.entries(SERVERS))('a capable model behind a server with %s', (_, behaviour) => {
  let double: EndpointDouble;
  afterEach(() => double.close());

  /** The double is told what each request is for, which a real model would read from its messages. */
  async function served(): Promise<LanguageModel> {
    let asked: GenerateRequest | null = null;
    double = await startDouble({
      ...behaviour,
      reply: (body) => {
        if (asked === null) return ['{"bird": "hoatzin-3"}'];
        const bare = sensibleReply(asked);
        const text = typeof bare === 'string' ? bare : JSON.stringify(bare);
        const format = body['response_format'] as { json_schema: { schema: { properties: object } } } | undefined;
        const isWrapped = format !== undefined && Object.keys(format.json_schema.schema.properties).join() === 'reply';
        const wrapped = typeof bare === 'string' ? JSON.stringify(bare) : text;
        return isWrapped ? ['{"re', 'ply": ', wrapped, ' }\n'] : [text.slice(0, 3), text.slice(3)];
      },
    });
    const access = createNetworkAccess();
    access.setAgreements([{ origin: new URL(double.baseUrl).origin, gets: 'prompts' }]);
    const engine = await loadEndpointEngine(
      {
        model: 'tiny',
        options: { baseUrl: double.baseUrl, contextLength: 100_000 },
        onProgress: () => undefined,
        signal,
      },
      access,
    );
    if (engine.kind !== 'language') throw new Error('no language model');
    const { model } = engine;
    return decorate(model, {
      stream: (request, options) => {
        asked = request;
        return model.stream(request, options);
      },
      score: (score) => score,
    });
  }

  const failures = (events: readonly TraceEvent[]) =>
    checks(events).filter(({ status }) => status === 'failed' || status === 'repaired');

  test.each(TASKS)('RecMind answers $type', async (task) => {
    const { events } = await plan(await served(), task, PLANNERS[1]);
    expect(failures(events)).toEqual([]);
    expectNoThought(events);
  });

  test.each(['manager', 'analyst', 'analyst-reflector', 'collaboration', 'react', 'reflexion'])(
    'MACRec’s %s answers',
    async (system) => {
      const model = await served();
      for (const task of AGENT_TASKS) expect(failures((await ask(model, system, 'json', task)).events)).toEqual([]);
    },
  );

  test('MACRec answers in a dialogue', async () => {
    const { events, conversed } = await discuss(await served(), 'json');
    expect(conversed.answer).toBe('Night Ferry (1983)');
    expect(failures(events)).toEqual([]);
  });

  test.each(['plan-first', 'step-by-step'] as const)('a conversation, %s', async (planning) => {
    const chat = talk(await served(), planning);
    expect((await chat.say('A film from after 1982, please.', signal)).items).toHaveLength(3);
    expect((await chat.say('Another one.', signal)).items).toHaveLength(3);
    expect(failures(chat.events)).toEqual([]);
  });

  test.each(['1-10', '0-9', 'one-ten'])('rates on %s', async (scale) => {
    const { rating } = await rate(await served(), scale);
    expect(rating).toBe(scale === '0-9' ? 8 : 7);
  });
});
