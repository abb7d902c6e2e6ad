/**
 * @file Whether an endpoint keeps a schema. Some accept one and ignore it (ollama#17183), so it is tried: the prompt asks for one
 * word, the schema allows only others that no model would think of.
 */
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
  if (!asker.dialect.schemas) return { outcome: 'refused', reply, hasThought };
  return { outcome: isKept(reply) ? 'kept' : 'ignored', reply, hasThought };
}

function isKept(reply: string): boolean {
  try {
    const value: unknown = JSON.parse(reply);
    return typeof value === 'object' && value !== null && 'bird' in value && WORDS.includes(String(value.bird));
  } catch {
    return false;
  }
}
