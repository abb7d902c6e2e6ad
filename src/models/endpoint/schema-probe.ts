/**
 * @file Whether an endpoint keeps a schema. Some accept one and ignore it (ollama#17183), so it is tried: the prompt asks for one
 * word, the schema allows only others that no model would think of.
 */
import { streamChat } from './chat-stream.ts';
import type { EndpointConnection } from './endpoint-connection.ts';
import { problemOf } from './endpoint-error.ts';
import { chatBody } from './endpoint-model.ts';

/** What became of the trial; `reply` is what the model wrote. */
export type SchemaProbe =
  | { readonly outcome: 'kept' | 'ignored'; readonly reply: string }
  | { readonly outcome: 'refused'; readonly reason: string };

const WORDS = ['quetzal-7', 'hoatzin-3'];

const REQUEST = {
  messages: [{ role: 'user', content: 'Which bird is it? Reply with the one word sparrow and nothing else.' }],
  seed: 1,
  temperature: 0,
  // Enough for a model that thinks first to come to its answer.
  maxTokens: 400,
  responseSchema: {
    type: 'object',
    properties: { bird: { type: 'string', enum: WORDS } },
    required: ['bird'],
    additionalProperties: false,
  },
} as const;

/**
 * Tries a schema with one short call.
 * @throws LabError as `streamChat` does, except that a refused schema is an outcome
 */
export async function probeSchema(
  connection: EndpointConnection,
  model: string,
  signal: AbortSignal,
): Promise<SchemaProbe> {
  let reply = '';
  try {
    for await (const piece of streamChat(connection, chatBody(model, REQUEST), signal)) {
      if (piece.type === 'text') reply += piece.text;
    }
  } catch (thrown) {
    if (problemOf(thrown) !== 'refused' || !(thrown instanceof Error)) throw thrown;
    return { outcome: 'refused', reason: thrown.message };
  }
  return { outcome: isKept(reply) ? 'kept' : 'ignored', reply };
}

function isKept(reply: string): boolean {
  try {
    const value: unknown = JSON.parse(reply);
    return typeof value === 'object' && value !== null && 'bird' in value && WORDS.includes(String(value.bird));
  } catch {
    return false;
  }
}
