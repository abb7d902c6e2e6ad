/**
 * @file How likely replies are among themselves, where a server tells the likeliest tokens (`top_logprobs`): one reply is held to the
 * choice by a schema, and the replies' shares are those of the alternatives at the token where they part.
 */
import { LabError } from '../../core/errors.ts';
import { isJsonObject, type Json, parsedJson } from '../../core/json.ts';
import type { Message, Scoring, ToldToken } from '../../core/language-model.ts';
import { log } from '../../core/numbers/elementary-functions.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { sharesOf, sharesOfNumbers } from '../../core/reply/choose.ts';
import type { ChatPiece } from './chat-stream.ts';
import type { EndpointAsker } from './ask-endpoint.ts';
import type { EndpointConnection } from './endpoint-options.ts';
import { endpointError } from './endpoint-error.ts';
import { WRAPPER } from './strict-schema.ts';

const PROBE: readonly Message[] = [{ role: 'user', content: 'Which bird is it? Reply with sparrow or hoatzin.' }];

/** Whether the server scores replies: it is tried with one short call. @throws LabError `aborted` */
export async function probeScores(
  connection: EndpointConnection,
  asker: EndpointAsker,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await scoreReplies(connection, asker, { messages: PROBE, replies: ['sparrow', 'hoatzin'] }, signal);
    return true;
  } catch (thrown) {
    if (thrown instanceof LabError && thrown.code !== 'aborted') return false;
    throw thrown;
  }
}

const LEAST = 1e-9;

/** @throws LabError as `EndpointAsker.ask` does, and `endpoint-failed` where the tokens that are told are not those of the choice */
export async function scoreReplies(
  connection: EndpointConnection,
  asker: EndpointAsker,
  { messages, replies }: { readonly messages: readonly Message[]; readonly replies: readonly string[] },
  signal: AbortSignal,
): Promise<Scoring> {
  const { schema, longest, sharesIn } = choiceOf(replies);
  const request = {
    messages,
    seed: 1,
    temperature: 0,
    maxTokens: longest + (schema === null ? 0 : MARKS),
    ...(schema !== null && { responseSchema: schema }),
    tellsAlternatives: true,
  };
  let end: Extract<ChatPiece, { readonly type: 'end' }> | null = null;
  for await (const piece of asker.ask(connection, request, signal)) if (piece.type === 'end') end = piece;
  const told = end?.told ?? [];
  // A server that takes no schemas is told the choice by the prompt alone.
  const shares = sharesIn(told) ?? sharesOf(replies.map(plain), told, plain);
  if (shares === null) {
    const message = `The endpoint at ${connection.baseUrl} does not tell how likely the tokens of a reply are. Choose "generate", or a model that scores.`;
    throw endpointError(message, connection);
  }
  const { input, output } = end?.usage ?? { input: 0, output: told.length };
  return {
    logProbabilities: shares.map((share) => log(Math.max(LEAST, share))),
    usage: { inputTokens: input, outputTokens: output, estimated: (end?.usage ?? null) === null },
  };
}

const plain = (text: string): string => text.trimStart().toLowerCase();

const MARKS = 12;

interface HeldChoice {
  readonly schema: Json | null;
  readonly longest: number;
  readonly sharesIn: (told: readonly ToldToken[]) => readonly number[] | null;
}

/** What holds a reply to the choice. Words need no schema: a model that is asked for one begins with it. */
function choiceOf(replies: readonly string[]): HeldChoice {
  const longest = largest(replies.map(({ length }) => length));
  if (replies.every((reply) => /^\w+$/.test(reply))) return { schema: null, longest, sharesIn: () => null };
  const objects = replies.map(objectOf);
  const [name = ''] = Object.keys(objects[0] ?? {});
  const values = objects.flatMap((one) => (one !== null && name in one ? [one[name] as Json] : []));
  const asObjects = (member: string, all: readonly Json[]) => all.map((one) => JSON.stringify({ [member]: one }));
  if (values.length < replies.length)
    return {
      schema: { type: 'string', enum: [...replies] },
      longest,
      sharesIn: (told) => sharesOf(asObjects(WRAPPER, replies), told),
    };
  return {
    schema: { type: 'object', properties: { [name]: { enum: values } }, required: [name] },
    longest,
    sharesIn: (told) =>
      values.every((value) => typeof value === 'number')
        ? sharesOfNumbers(`{${JSON.stringify(name)}:`, values, told)
        : sharesOf(asObjects(name, values), told),
  };
}

function objectOf(text: string): { readonly [name: string]: Json } | null {
  const value = parsedJson(text.trimEnd().replace(/[,}]{0,2}$/, '}'));
  return isJsonObject(value) ? value : null;
}
