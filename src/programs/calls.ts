/** @file A program's calls out of QuickJS: a stranger's JSON. States cross by id, so that it can put no word into a prompt. */
import { isJsonList, jsonMembers, type Json, type JsonObject } from '../core/json.ts';
import type { State } from '../core/planner.ts';

export type ProgramCall =
  | {
      readonly type: 'sample';
      readonly states: readonly string[];
      readonly parent: string | null;
      readonly alternative: boolean;
    }
  | { readonly type: 'vote'; readonly states: readonly string[]; readonly candidates: readonly string[] }
  | { readonly type: 'evaluate'; readonly states: readonly string[]; readonly state: string }
  | { readonly type: 'inspire'; readonly states: readonly string[] };

export type ProgramAnswer =
  { readonly state: State } | { readonly chosen: string } | { readonly value: 'keep' | 'prune' | boolean };

export type Told =
  | { readonly type: 'call'; readonly call: ProgramCall }
  | { readonly type: 'end'; readonly states: readonly string[] }
  | { readonly type: 'thrown'; readonly report: string };

/** Most calls of one program on one task: Tree-of-Thoughts with the largest T and k makes as many. */
export const MOST_CALLS = 2000;

class Wrong extends Error {}

function idsOf(call: string, value: Json | undefined, known: ReadonlyMap<string, State>): readonly string[] {
  if (!isJsonList(value)) throw new Wrong(`${call}: expected a list of states`);
  for (const [at, id] of value.entries()) {
    const state = stateOf(call, id, known);
    if (state.isEnd)
      throw new Wrong(
        `${call}: entry ${String(at + 1)} of the list is “End of Planning”: test s.isEnd before you keep s`,
      );
    if (value.indexOf(id) < at) throw new Wrong(`${call}: entry ${String(at + 1)} of the list is in it twice`);
  }
  return value as readonly string[];
}

function stateOf(call: string, id: Json | undefined, known: ReadonlyMap<string, State>): State {
  const state = typeof id === 'string' ? known.get(id) : undefined;
  if (state === undefined) throw new Wrong(`${call}: expected a state that sample gave`);
  return state;
}

function callOf(members: JsonObject, known: ReadonlyMap<string, State>): ProgramCall {
  const { type } = members;
  if (type !== 'sample' && type !== 'vote' && type !== 'evaluate' && type !== 'inspire')
    throw new Wrong('expected a call of the context');
  const states = idsOf(type, members['states'], known);
  switch (type) {
    case 'sample': {
      const parent = members['parent'] === null ? null : stateOf(type, members['parent'], known);
      if (parent?.isEnd) throw new Wrong('sample: nothing grows from “End of Planning”');
      return { type, states, parent: parent?.id ?? null, alternative: members['alternative'] === true };
    }
    case 'vote': {
      const candidates = idsOf(type, members['candidates'], known);
      if (candidates.length === 0) throw new Wrong('vote: there are no candidates to vote on');
      return { type, states, candidates };
    }
    case 'evaluate': {
      const state = stateOf(type, members['state'], known);
      if (state.isEnd) throw new Wrong('evaluate: “End of Planning” is nothing to keep; test s.isEnd first');
      return { type, states, state: state.id };
    }
    case 'inspire':
      return { type, states };
  }
}

/** @param known by id, the states that were sampled so far */
export function readTold(json: string, known: ReadonlyMap<string, State>): Told | { readonly problem: string } {
  try {
    const members = jsonMembers(JSON.parse(json) as Json);
    if (members['type'] === 'thrown' && typeof members['report'] === 'string')
      return { type: 'thrown', report: members['report'] };
    if (members['type'] === 'end') return { type: 'end', states: idsOf('plan', members['states'], known) };
    return { type: 'call', call: callOf(members, known) };
  } catch (thrown) {
    return { problem: thrown instanceof Wrong ? thrown.message : 'expected JSON' };
  }
}
