/**
 * @file Hard limits on what a run may ask of its models.
 */
import { fitsContext } from '../core/reply/context-length.ts';
import { LabError } from '../core/errors.ts';
import type { GenerateRequest, LanguageModel, Middleware, TokenUsage } from '../core/language-model.ts';
import type { RunUsage } from '../core/run-context.ts';
import type { RunLimits } from '../core/run.ts';
import { decorate } from './decorate.ts';

/**
 * A middleware whose models share one allowance, and the running total of it. The call that would pass `modelCalls`, and
 * the first call after `tokens` were used up, fail with `limit-exceeded`, and one that does not fit into the model's context
 * with `context-exceeded`, each before it is made; a call under way is never cut.
 */
export function limited(limits: RunLimits): { readonly middleware: Middleware; readonly usage: Readonly<RunUsage> } {
  const usage: RunUsage = { modelCalls: 0, tokens: 0 };
  const refuse = (what: 'modelCalls' | 'tokens', limit: number): never => {
    const name = what === 'modelCalls' ? 'model calls' : 'tokens';
    throw new LabError(
      'limit-exceeded',
      `The run has used its ${limit} ${name}. Raise limits.${what} or run fewer tasks.`,
      { limit: what, value: limit },
    );
  };
  const begin = async (
    model: LanguageModel,
    { messages }: GenerateRequest,
    maxTokens: number,
    options: { readonly signal: AbortSignal },
  ): Promise<void> => {
    if (usage.modelCalls >= limits.modelCalls) refuse('modelCalls', limits.modelCalls);
    if (usage.tokens >= limits.tokens) refuse('tokens', limits.tokens);
    if (!(await fitsContext(model, messages, maxTokens, options))) throw tooLong(model, maxTokens);
    usage.modelCalls += 1;
  };
  const count = ({ inputTokens, outputTokens }: TokenUsage): void => {
    usage.tokens += inputTokens + outputTokens;
  };
  const middleware: Middleware = (model: LanguageModel) =>
    decorate(model, {
      async *stream(request, options) {
        await begin(model, request, request.maxTokens, options);
        for await (const part of model.stream(request, options)) {
          if (part.type === 'finish') count(part.usage);
          yield part;
        }
      },
      score: (score) => async (request, continuations, options) => {
        await begin(model, request, 0, options);
        const scoring = await score(request, continuations, options);
        count(scoring.usage);
        return scoring;
      },
    });
  return { middleware, usage };
}

const tooLong = ({ title, contextLength }: LanguageModel, maxTokens: number): LabError =>
  new LabError(
    'context-exceeded',
    `The prompt and a reply of ${maxTokens} tokens do not fit into the ${contextLength} tokens of ${title}, also without its observations. Plan fewer steps, list fewer candidates, or choose a model with a longer context.`,
    { contextLength, maxTokens },
  );
