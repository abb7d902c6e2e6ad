/** @file The runs that a cell stands for. */
import type { Cell, CellSpec, DatasetCell, RunningCell, SimulationSpec, SqlCell } from './notebook.ts';
import { programIn } from '../core/planner-program.ts';
import { methodKind } from '../core/recommender.ts';
import type { ComponentSpec, RunSpec } from '../core/run.ts';
import { trainingCells } from '../core/simulation.ts';

export interface CellRun {
  readonly label: string;
  readonly spec: CellSpec;
}

export const isRunning = (cell: Cell): cell is RunningCell =>
  cell.type === 'run' || cell.type === 'comparison' || cell.type === 'evaluation' || cell.type === 'simulation';

export const hasOutput = (cell: Cell): cell is RunningCell | DatasetCell | SqlCell =>
  isRunning(cell) || cell.type === 'dataset' || cell.type === 'sql';

export function countRuns(cell: RunningCell): number {
  if (cell.type === 'run') return 1;
  if (cell.type === 'comparison') return cell.planners.length;
  if (cell.type === 'simulation') {
    const { spec } = cell;
    return spec.kind === 'training' ? spec.policies.length * spec.seeds.length : 1;
  }
  const { recommenders, models, shots, seeds } = cell;
  const baselines = recommenders.filter(({ name }) => methodKind(name) === 'baseline').length;
  return (baselines + (recommenders.length - baselines) * models.length * shots.length) * seeds.length;
}

const withPlanner = (spec: RunSpec, planner: string): RunSpec => ({
  ...spec,
  recommender: { ...spec.recommender, options: { ...spec.recommender.options, planner } },
});

const withShots = (spec: RunSpec, shots: number): RunSpec => ({
  ...spec,
  tasks: { ...spec.tasks, options: { ...spec.tasks.options, shots } },
});

/** The planner (of a program its title), or the system of agents, else the name. */
export function methodOf({ name, options }: ComponentSpec): string {
  const { planner, system } = options;
  const program = programIn(options);
  if (program !== null) return program.title;
  if (typeof planner === 'string') return planner;
  return typeof system === 'string' ? `${name}, ${system}` : name;
}

export const policyTitle = ({ name, options }: ComponentSpec): string =>
  [name, ...Object.entries(options).map(([option, value]) => `${option} ${JSON.stringify(value)}`)].join(', ');

function simulationsOf(spec: SimulationSpec): readonly CellRun[] {
  if (spec.kind === 'conversation') return [{ label: 'conversation', spec }];
  return trainingCells(spec).map(({ policy, seed }) => {
    const own = spec.policies[policy]!;
    const label = spec.seeds.length === 1 ? policyTitle(own) : `${policyTitle(own)}, seed ${seed}`;
    return { label, spec: { ...spec, policies: [own], seeds: [seed] } };
  });
}

/** The runs of a cell, in order: recommenders outermost, then models, shots and seeds. */
export function runsOf(cell: RunningCell): readonly CellRun[] {
  if (cell.type === 'simulation') return simulationsOf(cell.spec);
  const { spec } = cell;
  if (cell.type === 'run') return [{ label: methodOf(spec.recommender), spec }];
  if (cell.type === 'comparison') {
    return cell.planners.map((planner) => {
      const own = withPlanner(spec, planner);
      return { label: methodOf(own.recommender), spec: own };
    });
  }
  const { recommenders, models, shots, seeds } = cell;
  return recommenders.flatMap((recommender) => {
    if (methodKind(recommender.name) === 'baseline') {
      return seeds.map((seed) => ({
        label: `${recommender.name}, seed ${seed}`,
        spec: { ...spec, recommender, seed },
      }));
    }
    return models.flatMap((model) =>
      shots.flatMap((shot) =>
        seeds.map((seed) => ({
          label: `${methodOf(recommender)}, ${model.name}, ${shot} shots, seed ${seed}`,
          spec: withShots({ ...spec, recommender, model, seed }, shot),
        })),
      ),
    );
  });
}
