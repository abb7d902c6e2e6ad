/**
 * @file The arguments of a tool: one text, described by a schema that models read and calls are checked against.
 */
import type { Json } from '../core/json.ts';
import type { ToolResult } from '../core/recommender.ts';
import { z } from './schema.ts';

/** The arguments of a tool that takes one text. */
export interface TextArgument {
  /** As JSON Schema. */
  readonly parameters: Json;
  /** The text, or the failure as an observation that says what was expected. */
  read(args: Json): { readonly text: string } | { readonly failure: ToolResult };
}

const LONGEST = 1000;

/** Arguments that are `{[name]: text}`. */
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
