/**
 * @file Calls of functions in OpenAI's form, which models write where other JSON was asked for:
 * `{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "rank", "arguments": "{…}"}}]}`.
 */
import { isJsonList, isJsonObject, type Json } from '../json.ts';
import { wholeJson } from './whole-json.ts';

/** The calls of a message, whatever stands beside them; null for what is no such message. */
export const callsOfMessage = (value: Json): readonly Json[] | null =>
  isJsonObject(value) && isJsonList(value['tool_calls']) ? value['tool_calls'] : null;

/**
 * What a call calls, its name and arguments, with what stands beside its function, such as a thought; null for what is no call. Arguments
 * that are a text are the object that is written in it, where it is one.
 */
export function calledFunction(value: Json): Json | null {
  if (!isJsonObject(value)) return null;
  const { function: called = null, type: _type, id: _id, index: _index, ...beside } = value;
  if (!isJsonObject(called)) return null;
  const { arguments: given } = called;
  return { ...beside, ...called, ...(given !== undefined && { arguments: argumentsIn('arguments', given) }) };
}

/** What a call is given: the object that is written in a text of that name, where it is one; any other member as it is. */
export function argumentsIn(name: string, given: Json): Json {
  const written = typeof given === 'string' && GIVEN.has(name) ? wholeJson(given) : undefined;
  return written !== undefined && isJsonObject(written) ? written : given;
}

const GIVEN = new Set(['arguments', 'parameters', 'action_input', 'tool_input']);
