/**
 * @file A schema in the subset that OpenAI's strict mode takes, and every other server too: an object at the root, closed objects, all of
 * whose members are required, no lists of places, no uniqueness, no lengths of texts where these are refused.
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
import { isJsonList, jsonMembers, type Json, type JsonObject } from '../../core/json.ts';
import { COMMON, type Dialect } from './dialect.ts';

/** Behind an object, before its reply is said to run on. */
const MOST_BLANKS = 16;

export class ObjectEnd {
  isClosed = false;
  private behind = '';
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private isWatching: boolean;

  constructor(isWatching: boolean) {
    this.isWatching = isWatching;
  }

  /** True where words, or many blanks, came behind it. */
  get runsOn(): boolean {
    return this.behind.length > MOST_BLANKS || this.behind.trim() !== '';
  }

  add(piece: string): string {
    if (!this.isWatching) return piece;
    if (this.isClosed) {
      this.behind += piece;
      return '';
    }
    for (let at = 0; at < piece.length; at += 1) {
      const one = piece[at] ?? '';
      if (this.depth === 0 && /\S/.test(one) && one !== '{') {
        this.isWatching = false;
        return piece;
      }
      if (this.isEscaped) this.isEscaped = false;
      else if (this.isText && one === '\\') this.isEscaped = true;
      else if (one === '"') this.isText = !this.isText;
      else if (!this.isText) this.depth += /[{[]/.test(one) ? 1 : /[}\]]/.test(one) ? -1 : 0;
      if (this.depth > 0 || one !== '}') continue;
      this.isClosed = true;
      this.behind = piece.slice(at + 1);
      return piece.slice(0, at + 1);
    }
    return piece;
  }
}

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

export function strictSchema(schema: Json, { choices: named, listsNumbers, hasLengths }: Dialect = COMMON): SentSchema {
  let isStrict = true;
  const carried = hasLengths ? [...KEPT, 'maxLength'] : KEPT;
  const strict = (one: Json): JsonObject => {
    const own = jsonMembers(one);
    if (isJsonList(own['anyOf'])) return { [named]: own['anyOf'].map(strict) };
    const choices = own['const'] === undefined ? (own['enum'] ?? (listsNumbers && stepsOf(own))) : [own['const']];
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
      return [name, required.includes(name) ? member : orNull(member, named)] as const;
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
function orNull(member: JsonObject, named: Dialect['choices']): JsonObject {
  const { type, enum: choices } = member;
  if (isJsonList(choices)) return { enum: [...choices, null] };
  const isPlain = typeof type === 'string' && type !== 'object' && type !== 'array';
  return isPlain ? { ...member, type: [type, 'null'] } : { [named]: [member, { type: 'null' }] };
}

/** More are not listed. */
const MOST_STEPS = 20;

/** The numbers that bounds leave, where they are few; undefined elsewhere. */
function stepsOf({ type, minimum, maximum, multipleOf }: JsonObject): readonly number[] | undefined {
  const step = multipleOf ?? (type === 'integer' ? 1 : null);
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || typeof step !== 'number') return undefined;
  const first = Math.ceil(minimum / step);
  const count = Math.floor(maximum / step) - first + 1;
  return count > MOST_STEPS ? undefined : Array.from({ length: count }, (_, at) => (first + at) * step);
}

/** Takes the member `reply` out of a reply that comes piece by piece; a reply that has none stays as it is. */
export class Unwrapping {
  private held = '';
  private state: 'beginning' | 'opened' | 'inside' | 'bare' = 'beginning';

  add(piece: string): string {
    this.held += piece;
    if (this.state === 'bare') return this.take(this.held.length);
    if (this.state === 'beginning') {
      const opening = OPENING.exec(this.held)?.[0];
      if (opening === undefined) {
        if (this.held.length < LONGEST_OPENING) return '';
        this.state = 'bare';
        return this.take(this.held.length);
      }
      this.held = this.held.slice(opening.length);
      this.state = 'opened';
    }
    if (this.state === 'opened') {
      this.held = this.held.trimStart();
      if (this.held === '') return '';
      this.state = 'inside';
    }
    // Its last brace, and the blanks around it, are of the wrapper.
    return this.take(this.held.length - (CLOSING.exec(this.held)?.[0].length ?? 0));
  }

  end(): string {
    return this.state === 'inside' ? this.held.trimEnd().replace(/\}$/, '').trimEnd() : this.held;
  }

  private take(length: number): string {
    const taken = this.held.slice(0, length);
    this.held = this.held.slice(length);
    return taken;
  }
}

const OPENING = new RegExp(`^\\s*\\{\\s*"${WRAPPER}"\\s*:\\s*`);
const CLOSING = /(?<![\s}])[\s}]+$/;
const LONGEST_OPENING = 40;
