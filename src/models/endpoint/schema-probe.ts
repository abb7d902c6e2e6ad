/**
 * @file Whether an endpoint keeps a schema. Some accept one and ignore it (ollama#17183), or a part of it, so it is tried: the prompt asks for
 * one word, the schema allows only others that no model would think of.
 */
import { isJsonObject } from '../../core/json.ts';
import { readReply } from '../../core/reply/read-reply.ts';
import { withoutThinking } from '../../core/reply/thinking.ts';
import type { EndpointAsker } from './ask-endpoint.ts';
import type { EndpointConnection } from './endpoint-connection.ts';

/** What became of the trial; `reply` is what the model wrote. */
export interface SchemaProbe {
  readonly outcome: 'kept' | 'ignored' | 'refused';
  readonly reply: string;
  /** True where the model was seen to think before it replied. */
  readonly hasThought: boolean;
}

const REQUEST = {
  messages: [{ role: 'user', content: 'Which bird is it, and how many? Reply with sparrow and 1, and nothing else.' }],
  seed: 1,
  temperature: 0,
  // Enough for a model that thinks first to come to its answer.
  maxTokens: 400,
  responseSchema: {
    type: 'object',
    properties: {
      bird: {
        anyOf: [
          { type: 'string', enum: ['quetzal-7'] },
          { type: 'string', enum: ['hoatzin-3'] },
        ],
      },
      count: { type: 'integer', minimum: 4, maximum: 9 },
    },
    required: ['bird', 'count'],
    additionalProperties: false,
  },
} as const;

/**
 * Tries a schema with one short call, which also teaches the asker what the server refuses.
 * @throws LabError as asking does, except that a refused schema is an outcome
 */
export async function probeSchema(
  connection: EndpointConnection,
  asker: EndpointAsker,
  signal: AbortSignal,
): Promise<SchemaProbe> {
  let text = '';
  let thought = 0;
  for await (const piece of asker.ask(connection, REQUEST, signal)) {
    if (piece.type === 'text') text += piece.text;
    else if (piece.type === 'thought') thought += piece.text.length;
  }
  const reply = withoutThinking(text);
  const hasThought = thought > 0 || reply !== text;
  if (asker.dialect.leftOut.has('response_format')) return { outcome: 'refused', reply, hasThought };
  asker.keepsSchemas = isKept(reply);
  return { outcome: asker.keepsSchemas ? 'kept' : 'ignored', reply, hasThought };
}

/** Bounds of numbers, which some grammars leave out, are checked when a reply is read. */
function isKept(reply: string): boolean {
  const { bird, count } = REQUEST.responseSchema.properties;
  const unbounded = { ...REQUEST.responseSchema, properties: { bird, count: { type: count.type } } };
  const reading = readReply(reply, unbounded);
  return reading.ok && isJsonObject(reading.value) && reading.note === undefined;
}
