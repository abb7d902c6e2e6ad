/**
 * @file zod as the lab uses it: no code made at run time, which the page's security policy refuses, and messages in English.
 */
import type { SchemaOf } from '../core/reply/fit.ts';
import type { Json } from '../core/json.ts';
import { en } from 'zod/v4/locales';
import * as z from 'zod/mini';

z.config({ ...en(), jitless: true });

/** The JSON Schema of a reply. */
export const replySchema = <Value>(shape: z.ZodMiniType<Value>): SchemaOf<Value> =>
  z.toJSONSchema(shape) as SchemaOf<Value>;

/** The JSON Schema of what is read, for models and for `fitted`. */
export const inputSchema = (shape: z.ZodMiniType): Json => z.toJSONSchema(shape, { io: 'input' }) as Json;

export { z };
