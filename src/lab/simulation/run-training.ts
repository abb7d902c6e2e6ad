/** @file A training of a notebook's cell, as the Simulate page trains, on the items of the cell's dataset. */
import type { Dataset } from '../../core/dataset.ts';
import { LabError, toLabError } from '../../core/errors.ts';
import type { RunSummary } from '../../core/run.ts';
import type { CellTrainingSpec } from '../../notebook/cell-spec.ts';
import { foldRun } from '../../notebook/fold-run.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { openTrainingGround, type GroundHost } from '../training/open-ground.ts';
import { traceCell, type CheckpointPlace } from '../training/train-cell.ts';
import { STEPS_PER_ROUND } from '../training/train-policy.ts';
import type { TrainingGround } from '../training/training-ground.ts';
import { onSimulate, trainingOf } from './check-simulation.ts';
import { specInTrace, type SimulationHost } from './simulation-host.ts';

/** The points of a curve, fewer where a round would be shorter than `SHORTEST_ROUND` steps. */
const POINTS = 20;
const SHORTEST_ROUND = 128;

/**
 * Trains the spec's policy under its seed and lets the rules judge it. What ends it is told by the summary.
 * @param spec names one policy and one seed
 * @throws LabError before the first event
 */
export async function runTraining(spec: CellTrainingSpec, host: SimulationHost): Promise<RunSummary> {
  const { dataset, signal } = host;
  const { environment, learnsFrom, policies, seeds, steps } = trainingOf(spec, dataset);
  const [policy, seed] = [policies[0]!, seeds[0]!];
  const ground = await openTrainingGround(environment, learnsFrom === 'surrogate', groundHost(dataset), signal);
  const fold = foldRun(spec, { label: '', trace: '' });
  const write = (event: TraceEvent): void => {
    fold.add(event);
    host.write(event);
  };
  const span = createTrace(write, () => host.now());
  const stepsPerRound = Math.min(STEPS_PER_ROUND, Math.max(SHORTEST_ROUND, Math.ceil(steps / POINTS)));
  try {
    await traceCell(
      ground,
      { policy, seed, steps, stepsPerRound },
      { place: nowhere, judgePlanner: () => Promise.reject(onSimulate('planners')), signal },
      { span, isBegun: false, spec: specInTrace(spec), named: namesIn(ground, dataset) },
    );
  } catch (thrown) {
    // The page resumes a stopped training, so its trace stays open; a cell starts over, so its trace ends.
    const outcome = toLabError(thrown).code === 'aborted' ? 'aborted' : 'failed';
    if (fold.end() === null) span.emit({ type: 'run-end', outcome, summary: null });
  }
  const output = fold.end();
  if (output === null) throw new LabError('internal', 'The training has not come to its end.');
  return output.summary;
}

/** A cell is trained in one go. */
const nowhere: CheckpointPlace = { read: () => Promise.resolve(null), write: () => Promise.resolve() };

const namesIn = ({ catalogue: { people, items } }: TrainingGround, { manifest }: Dataset) => ({
  dataset: manifest,
  people: people.map(({ name }) => name),
  items: items.map(({ title }) => title),
});

/** The cell's dataset alone, with rules that rate: `checkSimulation` has refused the rest. */
const groundHost = (dataset: Dataset): GroundHost => ({
  loadDataset: (name) =>
    name === dataset.manifest.name
      ? Promise.resolve(dataset)
      : Promise.reject(
          new LabError('name-unknown', `environment.peopleOf: a cell has people of its own dataset, not of ${name}.`),
        ),
  openModelRater: () => Promise.reject(onSimulate('language models that rate')),
  openEmbedding: () => Promise.reject(onSimulate('embeddings')),
  keptSurrogate: (_, fit) => fit(),
});
