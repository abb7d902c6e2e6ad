/**
 * @file zod as the lab uses it: no code made at run time, which the page's security policy refuses, and messages in English.
 */
import type { SchemaOf } from '../core/reply/fit.ts';
import type { Json } from '../core/json.ts';
import { en } from 'zod/v4/locales';
import * as z from 'zod/mini';
import type { ToolResult } from '../core/recommender.ts';

z.config({ ...en(), jitless: true });

export const replySchema = <Value>(shape: z.ZodMiniType<Value>): SchemaOf<Value> =>
  z.toJSONSchema(shape) as SchemaOf<Value>;

export const inputSchema = (shape: z.ZodMiniType): Json => z.toJSONSchema(shape, { io: 'input' }) as Json;

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
