/**
 * @file zod as the lab uses it: no code made at run time, which the page's security policy refuses, and messages in English.
 */
import type { FieldSchema, FieldWords } from '../core/form-schema.ts';
import type { SchemaOf } from '../core/reply/fit.ts';
import type { Json } from '../core/json.ts';
import { en } from 'zod/v4/locales';
import * as z from 'zod/mini';
import type { ToolResult } from '../core/recommender.ts';

z.config({ ...en(), jitless: true });

export const replySchema = <Value>(shape: z.ZodMiniType<Value>): SchemaOf<Value> =>
  z.toJSONSchema(shape) as SchemaOf<Value>;

export const inputSchema = (shape: z.ZodMiniType): Json => z.toJSONSchema(shape, { io: 'input' }) as Json;

/** A shape with what a form calls it. */
export const field = <Shape extends z.ZodMiniType>(shape: Shape, label: string, words: FieldWords = {}): Shape =>
  shape.check(z.meta({ label, ...words }));

/** One of some names, each with what a form calls it. */
export const choice = <Name extends string>(
  label: string,
  choices: Readonly<Record<Name, string>>,
  words: FieldWords = {},
): z.ZodMiniEnum<{ [Each in Name]: Each }> =>
  field(z.enum(Object.keys(choices) as Name[]), label, { choices, ...words });

/** A shape as forms draw it. */
export const formSchema = (shape: z.ZodMiniType): FieldSchema =>
  z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.oneOf === undefined) return;
      jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
    },
  }) as FieldSchema;

export { z };

export const failure = (observation: string): ToolResult => ({ observation, detail: null, failed: true });

interface TextArgument {
  readonly parameters: Json;
  /** The text, or the failure as an observation that says what was expected. */
  read(args: Json): { readonly text: string } | { readonly failure: ToolResult };
}

const LONGEST = 1000;

export function textArgument(name: string, description: string): TextArgument {
  const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST), z.describe(description));
  const schema = z.strictObject({ [name]: text });
  return {
    parameters: z.toJSONSchema(schema, { io: 'input' }) as Json,
    read(args) {
      const result = schema.safeParse(args);
      if (result.success) return { text: result.data[name] ?? '' };
      const problem = result.error.issues[0]?.message ?? 'Invalid input';
      const observation = `The input of the tool must be a text of 1 to ${LONGEST} characters (${problem}).`;
      return { failure: { observation, detail: { problem }, failed: true } };
    },
  };
}
