/** @file What a form reads in the schema of a spec: where a field is, of what kind it is, and what it can be. */
import {
  canonicalJson,
  isJsonObject,
  jsonList,
  jsonMembers,
  jsonText,
  type Json,
  type JsonObject,
} from '../../core/json.ts';
import type { FieldSchema } from '../../core/form-schema.ts';
import { fitted } from '../../core/reply/fit.ts';
import type { Choice } from '../words.ts';
import type { Shape } from '../parts/settings/kept-settings.svelte.ts';

const isNull = ({ type }: FieldSchema): boolean => type === 'null';

/** A schema without its null, with the words that stand beside that. */
function withoutNull(schema: FieldSchema): FieldSchema {
  const { anyOf = [], ...words } = schema;
  const [only, ...others] = anyOf.filter((one) => !isNull(one));
  return anyOf.some(isNull) && others.length === 0 ? { ...only, ...words } : schema;
}

/** The member by which variants of an object are told apart; empty where there are none. */
export function variantKey({ anyOf = [] }: FieldSchema): string {
  const keys = anyOf.map(({ properties = {} }) =>
    Object.keys(properties).filter((name) => (properties[name]?.const ?? properties[name]?.enum) !== undefined),
  );
  return keys[0]?.find((name) => keys.every((own) => own.includes(name))) ?? '';
}

const valuesOf = ({ enum: listed, const: only, type }: FieldSchema): readonly Json[] =>
  listed ?? (only !== undefined ? [only] : type === 'boolean' ? [true, false] : []);

/** The variant of an object that a value is; the schema itself where it has none. */
export function variantOf(schema: FieldSchema, value: Json | undefined): FieldSchema {
  const key = variantKey(schema);
  const chosen = jsonMembers(value)[key] ?? jsonMembers(schema.default)[key];
  return (
    schema.anyOf?.find(({ properties }) => valuesOf(properties?.[key] ?? {}).some((one) => one === chosen)) ?? schema
  );
}

/** The schema of a member: in a spec with variants, in the one that the value is, else the first that has it. */
export function schemaAt(schema: FieldSchema, path: readonly string[], value?: Json): FieldSchema {
  const [name, ...rest] = path;
  const plain = withoutNull(schema);
  if (name === undefined) return plain;
  if (plain.items !== undefined) return schemaAt(plain.items, rest, jsonList(value)[Number(name)]);
  const own = [variantOf(plain, value), plain, ...(plain.anyOf ?? [])].find(({ properties }) => properties?.[name]);
  return schemaAt(own?.properties?.[name] ?? {}, rest, jsonMembers(value)[name]);
}

export const isSwitch = ({ anyOf = [] }: FieldSchema): boolean =>
  anyOf.some(isNull) && anyOf.some(({ type }) => type === 'object');

export const hasParts = ({ items = {} }: FieldSchema): boolean => variantKey(items) !== '';

export const filledIn = ({ properties = {} }: FieldSchema): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { const: only, default: usual = only }]) =>
      usual === undefined ? [] : [[name, usual]],
    ),
  );

/** Parts with one more or less, in their order; nothing where that is what there is without a word. */
export function toggled(schema: FieldSchema, parts: readonly JsonObject[], part: string): readonly Json[] | undefined {
  const { items = {}, default: usual } = schema;
  const key = variantKey(items);
  const order = choicesOf(items).map(([one]) => one);
  const others = parts.filter((one) => one[key] !== part);
  const added = { ...filledIn(variantOf(items, { [key]: part })), [key]: part };
  const next = others.length < parts.length ? others : [...others, added];
  const placeOf = (one: JsonObject): number => order.indexOf(jsonText(one[key]));
  const sorted = next.toSorted((a, b) => placeOf(a) - placeOf(b));
  return canonicalJson(sorted) === canonicalJson(usual) ? undefined : sorted;
}

export function choicesOf(schema: FieldSchema): readonly Choice[] {
  const key = variantKey(schema);
  const values = key === '' ? valuesOf(schema) : schema.anyOf!.flatMap((one) => valuesOf(one.properties![key]!));
  const named = values.length === 0 ? Object.keys(schema.choices ?? {}) : values.map(String);
  const none: readonly Choice[] = schema.empty === undefined || named.length === 0 ? [] : [['', schema.empty]];
  return [...none, ...named.map((value): Choice => [value, schema.choices?.[value] ?? value])];
}

export const valueNamed = (schema: FieldSchema, text: string): Json =>
  valuesOf(schema).find((value) => value === text || JSON.stringify(value) === text) ?? text;

interface Group {
  /** Empty for what is not folded. */
  readonly title: string;
  readonly fields: readonly string[];
}

const isDrawn = (schema: FieldSchema): boolean =>
  schema.label !== undefined ||
  Object.values(schema.properties ?? {}).some(isDrawn) ||
  (schema.label === undefined && schema.anyOf?.some(isDrawn) === true);

/** The fields of an object that are drawn, in their order; a group stands where its first one does. */
export function fieldGroups(
  schema: FieldSchema,
  value: JsonObject,
  { hides, draws }: Readonly<Record<'hides' | 'draws', (name: string) => boolean>>,
): Group[] {
  const groups: { title: string; fields: string[] }[] = [];
  for (const [name, own] of Object.entries(schema.properties ?? {})) {
    const isOf = ([beside, values]: [string, readonly Json[]]): boolean =>
      values.some((one) => one === (value[beside] ?? schema.properties?.[beside]?.default));
    if (hides(name) || !(draws(name) || isDrawn(own)) || !Object.entries(own.when ?? {}).every(isOf)) continue;
    const title = own.group ?? '';
    const last = title === '' ? groups.at(-1) : groups.find((group) => group.title === title);
    if (last?.title === title) last.fields.push(name);
    else groups.push({ title, fields: [name] });
  }
  return groups;
}

export const shapeOf = <Value>(schema: FieldSchema): Shape<Value> => ({
  safeParse(kept) {
    const reading = fitted(kept as Json, schema as unknown as Json, { unknown: 'refuse' });
    return reading.ok ? { success: true, data: reading.value as Value } : { success: false };
  },
});

/**
 * A spec that is kept over a reload: what of it fits no longer is as usual.
 * @param shapes of members that are checked otherwise than by the schema
 */
export const stillFitting = <Spec extends object>(
  schema: FieldSchema,
  usual: Spec,
  shapes: Readonly<Record<string, Shape<unknown>>> = {},
): Shape<Spec> => ({
  safeParse(kept) {
    if (!isJsonObject(kept)) return { success: false };
    const members = Object.entries(kept).flatMap(([name, member]) => {
      const own = schema.properties?.[name];
      const read = (shapes[name] ?? (own && shapeOf(own)))?.safeParse(member);
      return read?.success === true ? [[name, read.data] as const] : [];
    });
    return { success: true, data: { ...usual, ...(Object.fromEntries(members) as Partial<Spec>) } };
  },
});
