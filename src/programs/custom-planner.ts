/** @file A planner that a person wrote, as a planner like any other: its program asks, the context answers. */
import { LabError } from '../core/errors.ts';
import { CUSTOM_PLANNER } from '../core/planner-program.ts';
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { ProgramAnswer, ProgramCall } from './calls.ts';
import type { ProgramRunner } from './program-runner.ts';
import type { ProgramTask } from './sandbox.ts';

/** @param runner null where a host has none */
export function customPlanner(program: ProgramTask, runner: ProgramRunner | null): Planner {
  return {
    name: CUSTOM_PLANNER,
    async plan(context, { random, signal }) {
      if (runner === null) throw new LabError('program-failed', 'Programs of planners cannot be run here.');
      const states = new Map<string, State>();
      const kept = await runner.run(program, {
        answer: (call) => answer(call, context, states),
        seed: random.integer(2 ** 32),
        signal,
      });
      return kept.map((id) => found(states, id));
    },
  };
}

const found = (states: ReadonlyMap<string, State>, id: string): State => {
  const state = states.get(id);
  if (state === undefined)
    throw new LabError('program-failed', `The planner’s program names a state ${id} that there is not.`);
  return state;
};

async function answer(call: ProgramCall, context: PlanningContext, states: Map<string, State>): Promise<ProgramAnswer> {
  const of = (id: string): State => found(states, id);
  const given = call.states.map(of);
  switch (call.type) {
    case 'sample': {
      const { parent, alternative } = call;
      const state = await context.sample(given, parent === null ? null : of(parent), { alternative });
      states.set(state.id, state);
      return { state };
    }
    case 'vote':
      return { chosen: (await context.vote(given, call.candidates.map(of))).id };
    case 'evaluate':
      return { value: await context.evaluate(given, of(call.state)) };
    case 'inspire':
      return { value: await context.inspire(given) };
  }
}
