/** @file Servers that insist on something, as those that people use were seen to: each a behaviour of the double. */
import type { Asked, Behaviour } from './double.ts';

type Schema = Readonly<Record<string, unknown>>;

const UNKNOWN = [
  'uniqueItems',
  'prefixItems',
  'minLength',
  'maxLength',
  'oneOf',
  'allOf',
  'default',
  '$schema',
  'const',
];

/** What OpenAI's strict mode does not take; null where it takes the schema. */
function strictFault(schema: Schema, isRoot = true): string | null {
  if (isRoot && (schema['type'] !== 'object' || 'anyOf' in schema)) return 'root must be an object and not anyOf';
  const unknown = UNKNOWN.find((name) => name in schema);
  if (unknown !== undefined) return `'${unknown}' is not permitted`;
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  if (schema['type'] === 'object') {
    if (schema['additionalProperties'] !== false)
      return "'additionalProperties' is required to be supplied and to be false";
    const required = (schema['required'] ?? []) as readonly string[];
    if (Object.keys(properties).some((name) => !required.includes(name))) return "'required' must include every key";
  }
  const parts = [...Object.values(properties), ...((schema['anyOf'] ?? []) as Schema[])];
  if (typeof schema['items'] === 'object') parts.push(schema['items'] as Schema);
  return parts.map((part) => strictFault(part, false)).find((fault) => fault !== null) ?? null;
}

interface Format {
  readonly json_schema: { readonly strict: boolean; readonly schema: Schema };
}

function strict({ response_format }: Asked['body']): string | null {
  const format = (response_format as Format | undefined)?.json_schema;
  const fault = format?.strict === true ? strictFault(format.schema) : null;
  return fault === null ? null : `Invalid schema for response_format 'reply': ${fault}.`;
}

function alternates({ messages }: Asked['body']): string | null {
  const roles = (messages as readonly { readonly role: string }[]).map(({ role }) => role);
  return roles.every((role, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))
    ? null
    : 'Conversation roles must alternate user/assistant/user/assistant/...';
}

/** Longer than any reply may be. */
const LONG_THOUGHT = 'Hm, maybe {"rating": 1} then? '.repeat(100);

/** By what they insist on. */
export const SERVERS: Readonly<Record<string, Omit<Behaviour, 'reply'>>> = {
  'no schema': { schema: 'refused' },
  'strict schemas': { refuses: strict },
  'strict alternation': { refuses: (body) => strict(body) ?? alternates(body) },
  'thinking in a field of its own': { thinks: LONG_THOUGHT },
  'another name of the limit': {
    refuses: (body) =>
      'max_tokens' in body
        ? "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        : strict(body),
  },
  'a moment first': { busy: { times: 1, status: 429, retryAfter: '0.01' } },
};
