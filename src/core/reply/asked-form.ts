/** @file The form of a reply in a line, as a repair repeats it: `{"choice": 1 or 2}`. */
import { isJsonObject, type Json } from '../json.ts';

interface Shape {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
}

/** A form that takes more characters than that says less than the prompt did. */
const LONGEST = 300;

/** The form that a schema asks for; null where it is no object, or its form would not be told in a line. */
export function askedForm(schema: Json): string | null {
  const { properties = {} } = schema as Shape;
  const members = Object.entries(properties).map(([name, own]) => {
    const value = valueForm(own);
    return value === null ? null : `${JSON.stringify(name)}: ${value}`;
  });
  const form = `{${members.join(', ')}}`;
  return members.length === 0 || members.includes(null) || form.length > LONGEST ? null : form;
}

function valueForm(schema: Json): string | null {
  if (!isJsonObject(schema)) return null;
  const { type, enum: choices, minimum, maximum, items } = schema as Shape;
  if (choices !== undefined) return choices.map((one) => JSON.stringify(one)).join(' or ');
  if (type === 'string') return '"…"';
  if (type === 'boolean') return 'true or false';
  if (type === 'number' || type === 'integer') return numberForm(type, minimum, maximum);
  const entry = type === 'array' ? valueForm(items ?? null) : null;
  return entry === null ? null : `[${entry}, …]`;
}

function numberForm(type: 'number' | 'integer', minimum = -Infinity, maximum = Infinity): string {
  if (type === 'integer' && maximum - minimum === 1) return `${minimum} or ${maximum}`;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  // What a language says of whole numbers that have no bound of their own is no bound.
  const isBounded = Math.abs(minimum) < Number.MAX_SAFE_INTEGER && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  return isBounded ? `${kind} from ${minimum} to ${maximum}` : kind;
}
