/** @file Runs a spec and writes its events. The page, the terminal and the tests are hosts of this function. */
import { costsWith, NO_COSTS, writtenReplies } from '../../core/costs.ts';
import { createTrace } from '../../trace/create-trace.ts';
import type { Dataset } from '../../core/dataset.ts';
import { isFatal, LabError, throwIfAborted, toLabError } from '../../core/errors.ts';
import { asJson, canonicalJson, type Json } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { asksOfSearches, requireAgreed } from '../../core/network-asks.ts';
import { createRandom, type Random } from '../../core/random.ts';
import type { Answer } from '../../core/recommender.ts';
import { isRequestType, type Truth } from '../../core/task.ts';
import type { ComponentSpec, RunSummary } from '../../core/run.ts';
import type { Span, TraceEvent } from '../../core/trace.ts';
import type { Split } from '../../data/split/splits.ts';
import { absentModel, limited } from '../../models/decorate.ts';
import type { SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';
import { askedBy, byTask, labelOf, textIn, type Answerer, type Asked } from './asked.ts';
import { isBaseline } from './baseline-spec.ts';
import { createDigest, digestOf, type TraceDigest } from '../../trace/digest.ts';
import { createBranch, type Branch, taskEvents } from './fork/branch.ts';
import { modelsWithReplies, type ModelsWithReplies } from './recording-file.ts';
import { NO_EXAMPLE_DATASETS } from './example-datasets.ts';
import { createMacRec, createRecMind, createSplit, metricsOf, type ToolSources } from './registry.ts';
import { createInteRec } from './create-interec.ts';
import { createRater } from './rater-spec.ts';
import type { RunHost } from './run-host.ts';
import { taskContext, type RunSurroundings } from './run-context.ts';
import type { CompleteRunSpec, RecMindSpec } from './run-spec.ts';
import { createScores, type Scores } from './scores.ts';

/** A failed task is counted; an abort, a limit or a host's fault ends the run. @throws LabError before the first event alone */
export async function run(spec: CompleteRunSpec, host: RunHost): Promise<RunSummary> {
  const asks = asksOfSearches(spec.recommender.options);
  if (host.requireAgreed) host.requireAgreed(asks);
  else requireAgreed(asks, () => false);
  checkPart(spec, host.dataset);
  const split = createSplit(spec, host.dataset);
  const isWanted = (id: string): boolean => (spec.fork?.task ?? id) === id && (host.isWanted?.(id) ?? true);
  const asked = askedBy(spec, split, host.dataset, host.examples).filter(({ id }) => isWanted(id));
  return new Run(spec, host, split, asked, await branchOf(spec, host)).run();
}

/** What a fork takes over from its parent; a run that was kept under the parent's name since is none. */
async function branchOf({ fork }: CompleteRunSpec, host: RunHost): Promise<Branch | null> {
  if (fork === undefined) return null;
  const events = (await host.parent?.(fork.run)) ?? [];
  return createBranch(fork, digestOf(events) === fork.digest ? taskEvents(events, fork.task) : null);
}

/** A run on another part of the dataset than its spec says could not be repeated. */
function checkPart(spec: CompleteRunSpec, { manifest, overlay }: Dataset): void {
  const { slice = {}, person = null } = spec.dataset.options;
  const opened = canonicalJson(manifest.slice ?? {});
  if (canonicalJson((overlay?.person ?? null) as Json) !== canonicalJson(person))
    throw new LabError(
      'spec-invalid',
      `dataset.options.person: ${manifest.name} is open with another person's ratings.`,
      {
        field: 'dataset.options.person',
      },
    );
  if (canonicalJson(slice) === opened) return;
  throw new LabError(
    'spec-invalid',
    `dataset.options.slice: ${manifest.name} is open with ${opened === '{}' ? 'no slice' : `the slice ${opened}`}.`,
    { field: 'dataset.options.slice' },
  );
}

function checkDecide({ decide }: RecMindSpec, { id, capabilities }: LanguageModel): void {
  if (decide !== 'score' || capabilities.score) return;
  throw new LabError(
    'spec-invalid',
    `recommender.options.decide: ${id} gives no log-probabilities, so nothing can be scored. Choose "generate" or another model.`,
    { field: 'recommender.options.decide' },
  );
}

class Run {
  private readonly spec: CompleteRunSpec;
  private readonly host: RunHost;
  private readonly split: Split;
  private readonly tasks: readonly Asked[];
  private readonly digest: TraceDigest | null;
  private readonly limit: ReturnType<typeof limited>;
  private readonly trace: Span;
  private readonly scores: Scores;
  private readonly branch: Branch | null;
  private readonly failures: Record<string, number> = {};
  private failed = 0;
  private costs = NO_COSTS;
  private reply: string | null = null;

  constructor(spec: CompleteRunSpec, host: RunHost, split: Split, tasks: readonly Asked[], branch: Branch | null) {
    this.branch = branch;
    this.spec = spec;
    this.host = host;
    this.split = split;
    this.tasks = tasks;
    this.digest = host.wantsDigest === false ? null : createDigest();
    this.limit = limited(spec.limits);
    this.trace = createTrace(
      (event) => this.write(event),
      () => host.now(),
    );
    const { recommender } = spec;
    const answerFrom = recommender.name === 'recmind' ? recommender.options.answerFrom : 'kept';
    this.scores = createScores(metricsOf(spec), answerFrom === 'both' ? ['kept', 'explored'] : [answerFrom]);
  }

  async run(): Promise<RunSummary> {
    const { spec, host, tasks, trace } = this;
    const { examplesFrom } = spec.tasks.options;
    const { examples = NO_EXAMPLE_DATASETS } = host;
    trace.emit({
      type: 'run-start',
      spec: asJson(spec),
      dataset: host.dataset.manifest,
      ...(examplesFrom && { examples: examples.find(examplesFrom).manifest }),
      model: isBaseline(spec.recommender) ? absentModel.id : spec.model.name,
      tasks: tasks.length,
    });
    const end = await this.runTasks();
    const outcome = end === null ? this.outcomeOfTasks() : end.code === 'aborted' ? 'aborted' : 'failed';
    const summary: RunSummary = {
      outcome,
      metrics: this.scores.summary(),
      tasks: tasks.length,
      failures: this.failures,
      modelCalls: this.limit.usage.modelCalls,
      toolCalls: this.costs.toolCalls,
      tokens: this.limit.usage.tokens,
      ...(isRequestType(spec.tasks.name) && { reply: this.reply }),
      ...(this.costs.timedOutStatements > 0 && { timedOutStatements: this.costs.timedOutStatements }),
      replies: writtenReplies(this.costs.replies),
      digest: this.digest?.hex() ?? '',
    };
    trace.emit({ type: 'run-end', outcome, summary });
    return summary;
  }

  private async runTasks(): Promise<LabError | null> {
    const { spec, host, limit, tasks } = this;
    const { signal } = host;
    try {
      throwIfAborted(signal);
      const { answer, model, critic, named, flush } = await this.prepare();
      const asked = { model, critic, named, limit: limit.middleware, usage: limit.usage };
      const { replies: replyLimits } = spec.limits;
      const surroundings: RunSurroundings = {
        ...asked,
        signal,
        ...(replyLimits && { replyLimits }),
        ...(this.branch && { branch: this.branch }),
      };
      const random = createRandom(spec.seed).fork('run');
      try {
        for (const labelled of tasks) {
          throwIfAborted(signal);
          const error = await this.runTask(labelled, answer, surroundings, random.fork(labelled.id));
          if (error !== null && isFatal(error)) return error;
        }
      } finally {
        await flush();
      }
      return null;
    } catch (thrown) {
      const error = toLabError(thrown);
      if (error.code !== 'aborted') this.trace.emit({ type: 'error', error: error.toData() });
      return error;
    }
  }

  private async prepare(): Promise<
    Pick<ModelsWithReplies, 'model' | 'critic' | 'named' | 'flush'> & { readonly answer: Answerer }
  > {
    const { spec, host, split } = this;
    const { signal, files, programs } = host;
    if (isBaseline(spec.recommender)) {
      const recommender = await host.createBaseline(spec.recommender, spec.seed, split, signal);
      return {
        answer: byTask(recommender),
        model: absentModel,
        critic: absentModel,
        named: new Map(),
        flush: async () => {},
      };
    }
    const replies = await modelsWithReplies(spec, files, host.dataset.items, (model) =>
      host.createModel({ ...spec, model }, split, signal),
    );
    if (spec.recommender.name === 'rater')
      return { ...replies, answer: byTask(createRater(spec.recommender.options, host.embeddings, signal)) };
    const found = await host.database(split, signal);
    const database = this.branch?.statements(found) ?? found;
    const retrieval = (embedding: ComponentSpec): Promise<SoftRetrieval> =>
      replies.retrieve(embedding, (asked) => host.createRetrieval(asked, signal));
    const sources: ToolSources = { database, retrieval, ...(programs && { programs }) };
    if (spec.recommender.name === 'macrec') {
      const agents = await createMacRec(spec.recommender.options, spec, sources);
      const answer: Answerer = (asked, context) =>
        asked.task === null ? agents.answer(asked.request, context) : agents.recommend(asked.task, context, asked.time);
      return { ...replies, answer };
    }
    if (spec.recommender.name === 'interec') {
      const surroundings = { ...host, seed: spec.seed, split, model: replies.model };
      return { ...replies, answer: byTask(await createInteRec(spec.recommender.options, surroundings, sources)) };
    }
    checkDecide(spec.recommender.options, replies.model);
    checkDecide(spec.recommender.options, replies.critic);
    return { ...replies, answer: byTask(await createRecMind(spec.recommender.options, sources)) };
  }

  private async runTask(
    asked: Asked,
    answer: Answerer,
    surroundings: RunSurroundings,
    random: Random,
  ): Promise<LabError | null> {
    const { id, task, truth } = asked;
    const detail = task === null ? { id, request: asked.request } : { id, task };
    const span = this.trace.child({ kind: 'task', label: labelOf(asked), detail });
    try {
      const answers = await answer(asked, taskContext(surroundings, random, span));
      if (truth === null) this.reply = textIn(answers);
      else this.measure(answers, truth, span);
      span.emit({ type: 'node-end', status: 'done', result: null });
      return null;
    } catch (thrown) {
      const error = toLabError(thrown);
      const isAborted = error.code === 'aborted';
      if (!isAborted) {
        span.emit({ type: 'error', error: error.toData() });
        this.failures[error.code] = (this.failures[error.code] ?? 0) + 1;
        this.failed += 1;
      }
      span.emit({ type: 'node-end', status: isAborted ? 'aborted' : 'failed', result: null });
      return error;
    }
  }

  private measure(answers: readonly Answer[], truth: Truth, span: Span): void {
    span.emit({ type: 'truth', truth });
    this.scores.measure(answers, truth, span);
  }

  private outcomeOfTasks(): 'done' | 'failed' {
    return this.failed === this.tasks.length ? 'failed' : 'done';
  }

  private write(event: TraceEvent): void {
    this.costs = costsWith(this.costs, event);
    this.digest?.add(event);
    this.host.write(event);
    this.branch?.check(event);
  }
}
