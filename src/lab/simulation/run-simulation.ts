/** @file A simulation: a spec goes in, events come out, as with runs of tasks. */
import type { RunSummary } from '../../core/run.ts';
import type { SimulationSpec, ConversationSpec, CellTrainingSpec } from '../../notebook/notebook.ts';
import { isPlanner, type TrainingSpec } from '../../core/simulation.ts';
import { itemKind } from '../../environments/catalogue.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run/run-spec.ts';
import { parseTrainingSpec } from '../training/simulation-spec.ts';
import { isFatal, toLabError, LabError } from '../../core/errors.ts';
import { leaveLastOut } from '../../data/split/splits.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { conversationOptions, openCatalogue, chatReasoner } from '../chat/open-catalogue.ts';
import { openChat } from '../chat/open-chat.ts';
import { DEFAULT_EMBEDDING } from '../run/tool-spec.ts';
import type { Dataset } from '../../core/dataset.ts';
import { foldRun } from '../../notebook/fold-run.ts';
import type { TraceEvent, Span } from '../../core/trace.ts';
import { createTrace } from '../../trace/create-trace.ts';
import { FILMS, openTrainingGround, type GroundHost } from '../training/open-ground.ts';
import { traceCell, type CheckpointPlace } from '../training/train-cell.ts';
import { STEPS_PER_ROUND } from '../training/train-policy.ts';
import type { TrainingGround } from '../training/training-ground.ts';
import { costsWith, NO_COSTS } from '../../core/costs.ts';
import { asJson, canonicalJson, type Json } from '../../core/json.ts';
import { createDigest } from '../../trace/digest.ts';
import type { Session } from '../run/session.ts';

export interface SimulationHost extends Pick<Session, 'dataset' | 'database' | 'createModel' | 'createRetrieval'> {
  now(): number;
  write(event: TraceEvent): void;
  readonly signal: AbortSignal;
}

/** A run on the same part of the same dataset, by the same model: what opens them for a run opens them for a simulation. */
export function surroundingRun(spec: SimulationSpec): CompleteRunSpec {
  const model = spec.kind === 'conversation' ? { model: spec.model } : {};
  return parseRunSpec({ dataset: spec.dataset, tasks: { name: 'rating-prediction' }, ...model });
}

/** The refusal of what trains on the Simulate page alone, since a cell has its dataset and no model. */
const onSimulate = (what: string, field = ''): LabError =>
  new LabError(
    'spec-invalid',
    `${field === '' ? '' : `${field}: `}a cell has no ${what}; train with them on Simulate.`,
    {
      ...(field !== '' && { field }),
    },
  );

/** The training of a cell. @param dataset null if not open, then films @throws LabError `spec-invalid`, `name-unknown` */
function trainingOf(spec: CellTrainingSpec, dataset: Dataset | null): TrainingSpec {
  const { environment, policies, learnsFrom, steps, seeds } = spec;
  const name = dataset?.manifest.name ?? spec.dataset.name;
  const of = name === FILMS ? 'films' : { dataset: name };
  const scale = dataset !== null && itemKind(dataset) === 'book' ? '1-5' : '1-10';
  return parseTrainingSpec({
    environment: { ...environment, of, prompt: { scale } },
    policies,
    learnsFrom,
    steps,
    seeds,
  });
}

export function checkSimulation(spec: SimulationSpec): void {
  surroundingRun(spec);
  if (spec.kind !== 'training') return;
  const { policies, environment } = trainingOf(spec, null);
  const planner = policies.findIndex(({ name }) => isPlanner(name));
  if (planner >= 0) throw onSimulate('planners', `policies.${String(planner)}.name`);
  if (environment.rater.name !== RULES_ID) throw onSimulate('language models that rate', 'environment.rater.name');
  if (environment.retrieval.name === 'embedding') throw onSimulate('embeddings', 'environment.retrieval.name');
}

/** A spec as the trace holds it: members in one order, however they were written, so that equal specs give equal digests. */
const specInTrace = (spec: SimulationSpec): Json => JSON.parse(canonicalJson(asJson(spec))) as Json;

const POINTS = 20;

const SHORTEST_ROUND = 128;

/** Trains the spec's one policy under its one seed; the rules judge it. @throws LabError before the first event alone */
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

/** Says every turn, and answers it. What ends the conversation is told by the summary. @throws LabError before the first event */
async function holdConversation(spec: ConversationSpec, host: SimulationHost): Promise<RunSummary> {
  const { dataset, signal } = host;
  const split = leaveLastOut(dataset);
  const database = await host.database(split, signal);
  const retrieval = await host.createRetrieval(DEFAULT_EMBEDDING, signal);
  const catalogue = openCatalogue({ dataset, database, retrieval, heldOut: split.heldOut });
  const isReasoner = spec.model.name === REASONER_ID;
  const model = isReasoner ? chatReasoner() : await host.createModel(surroundingRun(spec), split, signal);
  const { planning, reflections, profile, seed, turns } = spec;
  const digest = createDigest();
  let costs = NO_COSTS;
  let written = { events: 0, nodes: 0, time: 0 };
  const write = (event: TraceEvent): void => {
    const isTop = event.type === 'node-start' && !event.node.includes('.');
    written = { events: written.events + 1, nodes: written.nodes + (isTop ? 1 : 0), time: event.time };
    costs = costsWith(costs, event);
    digest.add(event);
    host.write(event);
  };
  const root = (): Span => createTrace(write, () => host.now(), written);
  let end: Pick<RunSummary, 'metrics' | 'tasks' | 'failures'> = { metrics: {}, tasks: 0, failures: {} };
  let outcome: RunSummary['outcome'] = 'done';
  try {
    const chat = openChat({
      catalogue,
      manifest: dataset.manifest,
      model,
      options: conversationOptions({ planning, reflections, profile }),
      seed,
      tasks: turns.length,
      spec: specInTrace(spec),
      now: () => host.now(),
      write,
    });
    const failures: Record<string, number> = {};
    for (const text of turns) {
      try {
        await chat.say(text, signal);
      } catch (thrown) {
        const error = toLabError(thrown);
        if (isFatal(error)) throw error;
        failures[error.code] = (failures[error.code] ?? 0) + 1;
      }
    }
    end = { metrics: {}, tasks: turns.length, failures };
    const failed = Object.values(failures).reduce((sum, one) => sum + one, 0);
    if (failed > 0 && failed === turns.length) outcome = 'failed';
  } catch (thrown) {
    const error = toLabError(thrown);
    outcome = error.code === 'aborted' ? 'aborted' : 'failed';
    if (outcome === 'failed') root().emit({ type: 'error', error: error.toData() });
  }
  const { modelCalls, toolCalls, tokens, replies } = costs;
  const summary = { outcome, ...end, modelCalls, toolCalls, tokens, replies, digest: digest.hex() };
  root().emit({ type: 'run-end', outcome, summary });
  return summary;
}

/** Runs a simulation; an abort or a failure leaves a readable trace. @throws LabError before the first event alone */
export async function runSimulation(spec: SimulationSpec, host: SimulationHost): Promise<RunSummary> {
  checkSimulation(spec);
  return spec.kind === 'conversation' ? holdConversation(spec, host) : runTraining(spec, host);
}
