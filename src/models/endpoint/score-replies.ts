/**
 * @file How likely replies are, where a server tells of the tokens of a prompt (`prompt_logprobs`, an addition of vLLM's to the API): each
 * reply is sent as the beginning of the model's own message, so that the last tokens of that prompt are the reply's. The few likeliest
 * tokens that other servers tell (`top_logprobs`) are of what was written, and say nothing of a reply that was not.
 * https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
 */
import { LabError } from '../../core/errors.ts';
import type { Message, Scoring } from '../../core/language-model.ts';
import type { EndpointAsker } from './ask-endpoint.ts';
import type { EndpointConnection } from './endpoint-options.ts';
import { endpointError, fieldsOf } from './endpoint-error.ts';

interface PromptToken {
  readonly logProbability: number;
  /** As far as the token is text by itself. */
  readonly text: string;
}

const PROBE: readonly Message[] = [{ role: 'user', content: 'Which bird is it? Reply with one word.' }];

/** Whether the server scores replies: it is tried with one short prompt, and another where that is answered. @throws LabError `aborted` */
export async function probeScores(
  connection: EndpointConnection,
  asker: EndpointAsker,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await scoreReplies(connection, asker, { messages: PROBE, replies: ['sparrow'] }, signal);
    return true;
  } catch (thrown) {
    if (thrown instanceof LabError && thrown.code !== 'aborted') return false;
    throw thrown;
  }
}

/**
 * Scores replies, a request each: such servers read a prompt anew when they are asked for its tokens.
 * @throws LabError as `EndpointAsker.ask` does, and `endpoint-failed` where the tokens that are told are not those of the reply
 */
export async function scoreReplies(
  connection: EndpointConnection,
  asker: EndpointAsker,
  { messages, replies }: { readonly messages: readonly Message[]; readonly replies: readonly string[] },
  signal: AbortSignal,
): Promise<Scoring> {
  const logProbabilities: number[] = [];
  let before: number | null = null;
  let tokens = 0;
  for (const reply of replies) {
    const told = promptTokens(await asker.readPrompt(connection, messages, reply, signal));
    before ??= promptLength(await asker.readPrompt(connection, messages, null, signal));
    const own = told === null || before === null ? null : told.slice(before);
    if (own === null || own.includes(null) || !isOf(reply, own as readonly PromptToken[])) {
      const message = `The endpoint at ${connection.baseUrl} does not tell how likely the tokens of a reply are. Choose "generate", or a model that scores.`;
      throw endpointError(message, connection);
    }
    logProbabilities.push((own as readonly PromptToken[]).reduce((sum, token) => sum + token.logProbability, 0));
    tokens += own.length;
  }
  return { logProbabilities, usage: { inputTokens: (before ?? 0) + tokens, outputTokens: 0, estimated: false } };
}

/** Of each token of the prompt, in its order; null for the whole where the server does not tell, and for the first, before which nothing stands. */
function promptTokens(read: unknown): readonly (PromptToken | null)[] | null {
  const { prompt_logprobs: told } = fieldsOf(read);
  if (!Array.isArray(told)) return null;
  return told.map((one: unknown) => {
    // By the number of the token: more than one are alternatives, and which of them is the prompt's is then not told.
    const [token, ...others] = Object.values(fieldsOf(one)).map(fieldsOf);
    if (token === undefined || others.length > 0) return null;
    const { logprob, decoded_token: text } = token;
    if (typeof logprob !== 'number') return null;
    return { logProbability: Math.min(0, logprob), text: typeof text === 'string' ? text : '' };
  });
}

function promptLength(read: unknown): number | null {
  const { prompt_tokens: length } = fieldsOf(fieldsOf(read)['usage']);
  return typeof length === 'number' && length > 0 ? length : null;
}

/** Tokens by themselves lose the blank before a word, and half a character. */
const firm = (text: string): string => text.replace(/[^!-~]/g, '');

const isOf = (reply: string, tokens: readonly PromptToken[]): boolean =>
  tokens.length > 0 && firm(tokens.map(({ text }) => text).join('')) === firm(reply);
