/** @file Conditions with an operator and a value, as models write them: `{"attribute": "year", "operator": ">", "value": 1999}`. */
import { isJsonList, isJsonObject, jsonList, type Json, ownValue } from '../../core/json.ts';

/** Members of a condition by operator. */
const BOUNDS: Readonly<Record<string, string>> = { '>': 'after', '>=': 'from', '<': 'before', '<=': 'to' };
const LISTS: Readonly<Record<string, string>> = {
  '=': 'is',
  '==': 'is',
  is: 'is',
  equals: 'is',
  eq: 'is',
  in: 'is',
  contains: 'is',
  includes: 'is',
  '!=': 'not',
  not: 'not',
  'is not': 'not',
  'not in': 'not',
  'not equals': 'not',
};

/** One condition; as it is where its operator is none of these. */
function withMember(written: Json): Json {
  if (!isJsonObject(written)) return written;
  const { operator, op, value = null, ...rest } = written;
  const named = operator ?? op;
  const key = typeof named === 'string' ? named.trim().toLowerCase().replaceAll('_', ' ') : '';
  if (Object.keys(rest).join() !== 'attribute') return written;
  const bound = ownValue(BOUNDS, key);
  if (bound !== undefined) return typeof value === 'number' ? { ...rest, [bound]: value } : written;
  const list = ownValue(LISTS, key);
  const [from, to, ...more] = jsonList(value);
  if (key === 'between' && typeof from === 'number' && typeof to === 'number' && more.length === 0)
    return { ...rest, from, to };
  return list === undefined || value === null ? written : { ...rest, [list]: Array.isArray(value) ? value : [value] };
}

/** An input of a tool with its conditions in the form of the lab; as it is where none has an operator. */
export function withoutOperators(input: Json): Json {
  if (!isJsonObject(input) || !isJsonList(input['conditions'])) return input;
  return { ...input, conditions: input['conditions'].map(withMember) };
}
