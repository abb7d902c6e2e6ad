/** @file A JSON Schema as the grammar library takes it without long computation. */
import type { Json } from '../../core/json.ts';

/**
 * Keywords that the grammar does not see. A bound on a string's length costs a second of compiling for every 40 characters;
 * the reply's tokens are bounded anyway, and the reply is validated against the whole schema afterwards. The others say
 * nothing about the text.
 */
const UNSEEN = new Set(['maxLength', '$schema', 'title', 'description', 'default', 'examples']);

/** The schema without the keywords that cost much or say nothing; names of properties are never taken for keywords. */
export function grammarSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(grammarSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (UNSEEN.has(keyword)) return [];
    if (keyword === 'const' || keyword === 'enum' || keyword === 'required') return [[keyword, value]];
    if (keyword === 'properties' || keyword === '$defs') return [[keyword, eachOf(value)]];
    return [[keyword, grammarSchema(value)]];
  });
  return Object.fromEntries(entries);
}

function eachOf(named: Json): Json {
  if (named === null || typeof named !== 'object' || Array.isArray(named)) return named;
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, grammarSchema(schema)]));
}
