/** @file Schemas as engines take them: without keywords that cost much, that say nothing, or that nobody keeps. */
import { isJsonObject, type Json } from '../core/json.ts';

/** The schema without these keywords, at any depth; names of properties are never taken for keywords. */
export function withoutKeywords(schema: Json, keywords: ReadonlySet<string>): Json {
  if (Array.isArray(schema)) return schema.map((one: Json) => withoutKeywords(one, keywords));
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (keywords.has(keyword)) return [];
    if (keyword === 'const' || keyword === 'enum' || keyword === 'required') return [[keyword, value]];
    const isNamed = (keyword === 'properties' || keyword === '$defs') && isJsonObject(value);
    if (!isNamed) return [[keyword, withoutKeywords(value, keywords)]];
    const named = Object.entries(value).map(([name, own]) => [name, withoutKeywords(own, keywords)] as const);
    return [[keyword, Object.fromEntries(named)]];
  });
  return Object.fromEntries(entries);
}
