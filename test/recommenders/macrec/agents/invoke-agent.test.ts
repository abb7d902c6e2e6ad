/** @file One agent's failure is the other's text, whatever it is; only the run's own end goes through. */
import { describe, expect, test } from 'vitest';
import { invokeAgent } from '../../../../src/recommenders/macrec/colleagues.ts';
import type { Agent, AgentReply } from '../../../../src/core/recommender.ts';
import { LabError } from '../../../../src/core/errors.ts';
import type { RunContext } from '../../../../src/core/run-context.ts';
import { scriptedModel } from '../../../models/scripted-model.ts';
import { contextOf } from '../../../lab/run/task-context.ts';

const agentThat = (invoke: (context: RunContext) => Promise<AgentReply>): Agent => ({
  name: 'Analyst',
  description: 'a double',
  invoke: (_message, context) => invoke(context),
});
const call = { from: 'Manager', message: ['user', 7], patience: 50, shorten: (text: string) => text.slice(0, 200) };

async function asked(invoke: (context: RunContext) => Promise<AgentReply>, signal?: AbortSignal) {
  const { context, of, events } = contextOf(scriptedModel({}), signal === undefined ? {} : { signal });
  const reply = await invokeAgent(agentThat(invoke), call, context);
  return { reply, of, events };
}

describe('an agent that', () => {
  test('throws', async () => {
    const { reply, of } = await asked(() => Promise.reject(new Error('no such thing')));
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain('no such thing');
    expect(of('error')).toHaveLength(1);
    expect(of('node-end')).toMatchObject([{ status: 'failed' }]);
  });

  test('never answers, and writes on after its deadline', async () => {
    let late: (() => void) | null = null;
    const { reply, events } = await asked(
      (context) =>
        new Promise(() => {
          late = () => void context.trace.emit({ type: 'node-prune', reason: 'too late' });
        }),
    );
    expect(reply.text).toContain('did not answer within 0.05 seconds');
    const before = events.length;
    (late as (() => void) | null)?.();
    expect(events).toHaveLength(before);
  });
});

test('the end of the run goes through', async () => {
  const spent = new LabError('limit-exceeded', 'All is used up.');
  await expect(asked(() => Promise.reject(spent))).rejects.toBe(spent);
  const controller = new AbortController();
  controller.abort();
  const stopped = new LabError('aborted', 'Stopped.');
  await expect(asked(() => Promise.reject(stopped), controller.signal)).rejects.toBe(stopped);
});
