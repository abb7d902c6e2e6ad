/** @file The surroundings of a task within a run: limits, trace and randomness, bound to nodes. */
import { breathe } from '../../core/clock.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { LanguageModel, Middleware } from '../../core/language-model.ts';
import type { Random } from '../../core/random.ts';
import type { ReplyLimits } from '../../core/reply/limits.ts';
import type { RunContext, RunUsage } from '../../core/run-context.ts';
import type { Span } from '../../core/trace.ts';
import { decorate, traced } from '../../models/decorate.ts';
import { type Branch, promptEditor } from './fork/branch.ts';

export interface RunSurroundings {
  readonly model: LanguageModel;
  readonly critic: LanguageModel;
  readonly named?: ReadonlyMap<string, LanguageModel>;
  readonly limit: Middleware;
  readonly usage: Readonly<RunUsage>;
  readonly signal: AbortSignal;
  readonly replyLimits?: ReplyLimits;
  readonly branch?: Branch;
}

/** The context of a task. Its random numbers are keyed by paths below the task, not by the run's other tasks. */
export function taskContext(run: RunSurroundings, random: Random, task: Span): RunContext {
  const { signal, usage, branch } = run;
  const at = (node: Span, own: Random): RunContext => {
    const edited = promptEditor(node, branch?.prompts(node.node) ?? []);
    const seen = (model: LanguageModel): LanguageModel =>
      edited(traced(branch?.recalled(model, node.node) ?? model, node));
    const asked = (model: LanguageModel): LanguageModel => run.limit(pausing(seen(model)));
    const model = asked(run.model);
    const named = new Map<string, LanguageModel>();
    const modelNamed = (name: string): LanguageModel => {
      const other = run.named?.get(name);
      if (other === undefined || other === run.model) return model;
      const known = named.get(name) ?? asked(other);
      named.set(name, known);
      return known;
    };
    return {
      model,
      critic: run.critic === run.model ? model : asked(run.critic),
      modelNamed,
      random: own,
      trace: node,
      signal,
      usage,
      ...(run.replyLimits && { replyLimits: run.replyLimits }),
      ...(branch && { forked: branch.at(node.node) }),
      at: (other) => at(other, random.fork(other.node.slice(task.node.length))),
    };
  };
  return at(task, random);
}

/** Lets messages in before a call, so that a stop is heard even where the model answers at once. */
function pausing(model: LanguageModel): LanguageModel {
  const pause = async (signal: AbortSignal): Promise<void> => {
    await breathe();
    throwIfAborted(signal);
  };
  return decorate(model, {
    async *stream(request, options) {
      await pause(options.signal);
      yield* model.stream(request, options);
    },
    score: (score) => async (request, continuations, options) => {
      await pause(options.signal);
      return score(request, continuations, options);
    },
  });
}
