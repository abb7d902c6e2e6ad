/**
 * @file A message from one agent to another: a node of its own, with a deadline. Whatever the other does (throws, hangs, returns
 * nonsense), the one who asked gets a text, and after its end the other writes nothing more.
 */
import type { Agent, AgentReply } from '../../../core/agent.ts';
import { endsTask, LabError, toLabError, type LabErrorData } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { RunContext } from '../../../core/run-context.ts';
import type { Span } from '../../../core/trace.ts';

/** Who asks, and how long the answer may take. */
export interface Invocation {
  readonly from: string;
  readonly message: Json;
  /** Milliseconds. */
  readonly patience: number;
  /** Cuts a reply to what the prompt of who asked can hold. */
  readonly shorten: (text: string) => string;
  /** Of attempts and reflections: which one, from 1. */
  readonly round?: number;
}

/** A reply, and the error behind it where there was one. */
export interface InvocationReply extends AgentReply {
  readonly error: LabErrorData | null;
}

/**
 * Asks an agent.
 * @throws LabError only what ends the task (see `endsTask`)
 */
export async function invokeAgent(agent: Agent, call: Invocation, context: RunContext): Promise<InvocationReply> {
  const { from, message, patience, shorten, round } = call;
  const detail = { agent: agent.name, from, message, ...(round !== undefined && { round }) };
  const span = context.trace.child({ kind: 'agent', label: agent.name, detail });
  const gate = gated(span);
  const deadline = new AbortController();
  const own = withSignal(context.at(gate.span), AbortSignal.any([context.signal, deadline.signal]));
  const end = (
    status: 'done' | 'failed' | 'aborted',
    { text, failed, found }: AgentReply,
    error: LabErrorData | null = null,
  ): InvocationReply => {
    gate.close();
    span.emit({ type: 'node-end', status, result: { reply: text } });
    return { text, failed, error, ...(found && { found }) };
  };
  const timer = timeOut(agent, patience);
  try {
    const reply = await Promise.race([agent.invoke(message, own), timer.passed]);
    const understandable = understood(agent, reply);
    const { text, failed } = understandable;
    return end(failed ? 'failed' : 'done', { ...understandable, text: shorten(text) });
  } catch (thrown) {
    const error = toLabError(thrown).toData();
    // An agent that was stopped at its own deadline says so; only the run's own stop ends the run.
    if (endsTask(error) && (error.code !== 'aborted' || context.signal.aborted)) {
      end(error.code === 'aborted' ? 'aborted' : 'failed', { text: error.message, failed: true });
      throw thrown;
    }
    span.emit({ type: 'error', error });
    return end('failed', { text: `${agent.name} failed: ${error.message}`, failed: true }, error);
  } finally {
    timer.stop();
    deadline.abort();
  }
}

/** Nonsense, such as no reply at all, is a failure. */
function understood({ name }: Agent, reply: unknown): AgentReply {
  const { text, failed, found } = (reply ?? {}) as Partial<AgentReply>;
  if (typeof text === 'string') return { text, failed: failed === true, ...(found && { found }) };
  return { text: `${name} returned no text.`, failed: true };
}

function timeOut({ name }: Agent, patience: number): { readonly passed: Promise<never>; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    const message = `It did not answer within ${patience / 1000} seconds. Raise recommender.options.patience or choose a faster model for ${name}.`;
    timer = setTimeout(() => reject(new LabError('model-failed', message, { agent: name })), patience);
  });
  return { passed, stop: () => clearTimeout(timer) };
}

/** The context with another signal, here and at every node under it. */
function withSignal(context: RunContext, signal: AbortSignal): RunContext {
  return { ...context, signal, at: (node) => withSignal(context.at(node), signal) };
}

/** A span, and those under it, that write nothing once they are closed. */
function gated(span: Span): { readonly span: Span; close(): void } {
  let isOpen = true;
  const wrap = (inner: Span): Span => ({
    node: inner.node,
    emit: (body) => (isOpen ? inner.emit(body) : -1),
    child(start) {
      if (isOpen) return wrap(inner.child(start));
      throw new LabError('aborted', 'Stopped.');
    },
  });
  return { span: wrap(span), close: () => void (isOpen = false) };
}
