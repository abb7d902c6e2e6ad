/**
 * @file A schema in the subset that OpenAI's strict mode takes, and every other server too: an object at the root, closed objects, all of
 * whose members are required, no lists of places, no uniqueness, no lengths of texts where these are refused.
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
import { isJsonList, jsonMembers, type Json, type JsonObject } from '../../core/json.ts';

export interface SentSchema {
  readonly schema: Json;
  /** False where an object may have members that nobody names: strict mode does not know such. */
  readonly isStrict: boolean;
  /** True where the reply is the member `reply` of an object, since it is no object itself. */
  readonly isWrapped: boolean;
}

/** The member that holds a reply which is no object. */
export const WRAPPER = 'reply';

const KEPT = ['type', 'description', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;

/** @param hasLengths false where lengths of texts are refused */
export function strictSchema(schema: Json, hasLengths = true): SentSchema {
  let isStrict = true;
  const carried = hasLengths ? [...KEPT, 'maxLength'] : KEPT;
  const strict = (one: Json): JsonObject => {
    const own = jsonMembers(one);
    if (isJsonList(own['anyOf'])) return { anyOf: own['anyOf'].map(strict) };
    const choices = own['const'] === undefined ? own['enum'] : [own['const']];
    if (isJsonList(choices)) return { ...typeOf(choices), enum: choices };
    const kept = Object.fromEntries(carried.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])));
    if (own['type'] === 'array') return { ...kept, items: strict(itemsOf(own)) };
    if (own['type'] !== 'object') return kept;
    const properties = jsonMembers(own['properties'] ?? {});
    const names = Object.keys(properties);
    if (names.length === 0 && own['additionalProperties'] !== false) isStrict = false;
    if (names.length === 0) return { ...kept, additionalProperties: own['additionalProperties'] ?? true };
    const required = Array.isArray(own['required']) ? own['required'] : [];
    const members = names.map((name) => {
      const member = strict(properties[name] ?? {});
      return [name, required.includes(name) ? member : orNull(member)] as const;
    });
    return { ...kept, properties: Object.fromEntries(members), required: names, additionalProperties: false };
  };
  const sent = strict(schema);
  const isWrapped = sent['type'] !== 'object';
  if (!isWrapped) return { schema: sent, isStrict, isWrapped };
  const wrapped = { type: 'object', properties: { [WRAPPER]: sent }, required: [WRAPPER], additionalProperties: false };
  return { schema: wrapped, isStrict, isWrapped };
}

function typeOf(choices: readonly Json[]): JsonObject {
  const types = new Set(choices.map((one) => (one === null ? 'null' : typeof one)));
  const [only] = types;
  if (types.size !== 1 || only === undefined) return {};
  return { type: only === 'number' && choices.every((one) => Number.isInteger(one)) ? 'integer' : only };
}

/** What may stand in a list; in one of places, what may stand in any of them. */
function itemsOf({ prefixItems, items }: JsonObject): Json {
  if (!isJsonList(prefixItems)) return items ?? {};
  const different = new Map(prefixItems.map((one) => [JSON.stringify(one), one]));
  return different.size > 1 ? { anyOf: [...different.values()] } : (prefixItems[0] ?? {});
}

/** A choice of two where the member has parts of its own. */
function orNull(member: JsonObject): JsonObject {
  const { type, enum: choices } = member;
  if (isJsonList(choices)) return { enum: [...choices, null] };
  const isPlain = typeof type === 'string' && type !== 'object' && type !== 'array';
  return isPlain ? { ...member, type: [type, 'null'] } : { anyOf: [member, { type: 'null' }] };
}

const OPENING = new RegExp(`^\\s*\\{\\s*"${WRAPPER}"\\s*:\\s*`);

/** A reply without the member `reply` around it; one that has none stays as it is. */
export const unwrapped = (text: string): string =>
  OPENING.test(text) ? text.replace(OPENING, '').trimEnd().replace(/\}$/, '').trimEnd() : text;
