/** @file A schema of replies that knows what is read by it. */
import type { JsonObject } from '../json.ts';

declare const read: unique symbol;

/** A JSON Schema, and the type of what is read by it. */
export type SchemaOf<Value> = JsonObject & { readonly [read]?: Value };
