/** @file The kind `training`: policies learn from simulated people, each cell from its checkpoint on, and are judged. */
import { now } from '../../core/clock.ts';
import { asJson, isJsonObject } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import {
  cellPart,
  trainingCells,
  type JudgedPolicy,
  type PlannerName,
  type TrainingCell,
} from '../../core/simulation.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { unlessBegun } from '../../trace/trace-file.ts';
import type { Kind, Work } from '../kind.ts';
import type { GroundShelf } from './ground-shelf.ts';
import type { TrainingAsked } from './service.ts';
import { parseTrainingSpec, trainingExperiment } from './simulation-spec.ts';
import { traceCell } from './train-cell.ts';

export const checkpointOf = (cell: TrainingCell): string => `${cellPart(cell)}.checkpoint`;

const hasEnded = (events: readonly TraceEvent[]): boolean => events.at(-1)?.type === 'run-end';

export function trainingKind(grounds: GroundShelf): Kind<TrainingAsked, void> {
  const groundOf = ({ environment, learnsFrom }: TrainingAsked, work: Work) =>
    grounds.ground(environment, learnsFrom === 'surrogate', work);
  const train = async (spec: TrainingAsked, cell: TrainingCell, work: Work): Promise<void> => {
    const { lab, signal, id, keep } = work;
    const kept = await lab.experiments();
    const policy = spec.policies[cell.policy];
    if (id === null || policy === undefined) return;
    if (hasEnded((await kept.read(id, cellPart(cell)).catch(unlessBegun)).events)) return;
    const ground = await groundOf(spec, work);
    const judgePlanner = async (name: PlannerName): Promise<JudgedPolicy> => {
      // Planners bring all of the agents with them.
      const planners = await import('./planners/create-planner-policy.ts');
      const open = (asked: ComponentSpec, stop: AbortSignal) => lab.models.open(asked, stop);
      const { people, scores, costs } = await planners.judgePlanner(name, ground, await lab.engine(), {
        ...{ ...cell, signal, ...lab.threads },
        ...(spec.planner !== undefined && { model: { spec: spec.planner, open } }),
      });
      return { people, scores, costs };
    };
    await keep(async (write, before) => {
      const span = createTrace(write, now, {
        events: before.length,
        nodes: before.filter(({ type }) => type === 'node-start').length,
        time: before.at(-1)?.time ?? 0,
      });
      const { cells: _, ...asked } = spec;
      const trace = { span, isBegun: before.length > 0, spec: asJson(asked) };
      const place = kept.file(id, checkpointOf(cell));
      await traceCell(ground, { policy, seed: cell.seed, steps: spec.steps }, { place, judgePlanner, signal }, trace);
    }, cellPart(cell));
  };
  return {
    parse(input) {
      const { cells, ...spec } = (isJsonObject(input) ? input : {}) as unknown as TrainingAsked;
      return { ...parseTrainingSpec(spec), ...(cells && { cells }) };
    },
    needs: ({ environment, planner }) => grounds.needs(environment, planner),
    async run(spec, work) {
      const { id, begin, lab } = work;
      const { cells = trainingCells(spec), ...asked } = spec;
      await begin(trainingExperiment(id ?? '', asked));
      // A language model's surrogate is made once, and not by every worker.
      if (grounds.needs(spec.environment).length > 0) await groundOf(spec, work);
      for (const cell of cells) await train(spec, cell, work);
      const kept = await lab.experiments();
      const all = trainingCells(spec).map(async (cell) => kept.read(id ?? '', cellPart(cell)).catch(unlessBegun));
      if ((await Promise.all(all)).every(({ events }) => hasEnded(events)))
        await kept.change(id ?? '', { outcome: 'done' });
    },
  };
}
