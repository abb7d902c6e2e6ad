/** @file Beam search over states (Xie et al. 2023, section 3; LLM Reasoners, Hao et al. 2024). */
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { PlannerEntry, PlannerOptions } from './planner-entry.ts';

interface Path {
  readonly S: readonly State[];
  /** Of its last state, 0 to 1. */
  readonly V: number;
  readonly isEnd: boolean;
}

export function beamSearch({ steps: T, branching: k }: Pick<PlannerOptions, 'steps' | 'branching'>): Planner {
  return {
    name: 'beam-search',
    async plan(context: PlanningContext) {
      let beam: readonly Path[] = [{ S: [], V: 0, isEnd: false }];
      for (let t = 0; t < T && beam.some(({ isEnd }) => !isEnd); t += 1) {
        const paths: Path[] = [];
        for (const path of beam) {
          const next = path.isEnd ? [path] : await continuations(path, k, context);
          for (const one of next) paths.push(one);
        }
        beam = paths.toSorted((one, other) => other.V - one.V).slice(0, k);
      }
      return beam[0]?.S ?? [];
    },
  };
}

/** s^i_{t+1} ~ p(· | x, S) for i in [k]; the path itself where a candidate ends planning. */
async function continuations({ S, V }: Path, k: number, context: PlanningContext): Promise<Path[]> {
  const paths: Path[] = [];
  for (let i = 0; i < k; i += 1) {
    const s = await context.sample(S, S.at(-1) ?? null);
    if (!s.isEnd) paths.push({ S: [...S, s], V: await context.value(S, s), isEnd: false });
    else if (!paths.some(({ isEnd }) => isEnd)) paths.push({ S, V, isEnd: true });
  }
  return paths;
}

export const beamSearchEntry: PlannerEntry = {
  name: 'beam-search',
  title: 'Beam search',
  description: 'Continues several paths at once, values each, and goes on with the best of them.',
  keeps: 'follows several paths side by side and reads the one of highest value',
  reference: 'Xie et al. 2023, section 3; LLM Reasoners (Hao et al. 2024)',
  drops: true,
  usesSteps: true,
  usesBranching: true,
  options: [],
  create: beamSearch,
};
