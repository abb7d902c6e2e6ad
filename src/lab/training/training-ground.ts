/** @file Where policies learn, from a surrogate or the teacher, and are judged, always by the teacher. */
import type { Environment } from '../../core/environment.ts';
import { createRandom } from '../../core/random.ts';
import type { Rater, RaterScale, RatedItem } from '../../core/rater.ts';
import { type Catalogue, itemFeatures } from '../../environments/catalogue.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { fitSurrogate, type Surrogate } from '../../environments/raters/surrogate/surrogate-rater.ts';
import { createRetrieval, type Retrieval } from '../../environments/retrieval.ts';
import { createSuberEnvironment, TOLD, type SuberOptions } from '../../environments/suber-environment.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import { WORDS_ID } from '../../models/built-in-embeddings.ts';
import { embedAll, openEmbedding, type EmbeddingHost } from '../run/create-retrieval.ts';

/** What compares overviews by default: the lab's word vectors. SUBER's code has those of a T5. */
export const OVERVIEW_EMBEDDING: ComponentSpec = { name: WORDS_ID, options: {} };

export const overviewOf = ({ title, overview }: RatedItem): string => (overview === '' ? title : overview);

/** The retrieval of a spec. @throws LabError what the embedding throws that it compares by, `aborted` */
export async function openRetrieval(
  { name, embedding = OVERVIEW_EMBEDDING }: Pick<EnvironmentSpec['retrieval'], 'name' | 'embedding'>,
  items: readonly RatedItem[],
  host: EmbeddingHost,
  signal: AbortSignal,
): Promise<Retrieval> {
  if (name !== 'embedding') return createRetrieval(name, items);
  const texts = items.map(overviewOf);
  const model = await openEmbedding(embedding, texts, host, signal);
  const all = await embedAll(model, texts, {}, signal);
  const vectors = texts.map((_, row) => all.subarray(row * model.dimensions, (row + 1) * model.dimensions));
  return createRetrieval(name, items, vectors);
}

export interface TrainingGround {
  readonly catalogue: Catalogue;
  readonly scale: RaterScale;
  readonly surrogate: Surrogate | null;
  readonly features: readonly Float32Array[];
  readonly teacher: Rater;
  /** Which past ratings the teacher is told, and at most how many. */
  readonly retrieval: Retrieval;
  readonly told: number;
  create(rater: Rater): Environment;
  /** A fresh environment to learn in. @param signal ends what the rater is asked there */
  createTraining(signal?: AbortSignal): Environment;
  /** A fresh environment whose ratings are the teacher's and whose episodes end neither by chance nor by a time limit. */
  createEvaluation(signal?: AbortSignal, rater?: Rater): Environment;
  /** The expected rating without history, which the oracle knows: of a model its surrogate's, or NaN. */
  readonly expected: (user: number, item: number) => number;
}

export type GroundChanges = Partial<
  Pick<
    SuberOptions,
    'scale' | 'retrieval' | 'told' | 'perturbation' | 'shaping' | 'drift' | 'endProbability' | 'timeLimit'
  >
> & {
  readonly surrogate?: Surrogate;
};

/** Judged episodes end neither by chance nor by a time limit. @throws LabError `aborted`, or what the teacher throws */
export async function createTrainingGround(
  catalogue: Catalogue,
  teacher: Rater,
  { seed, usesSurrogate }: { readonly seed: number; readonly usesSurrogate: boolean },
  signal: AbortSignal,
  { surrogate: known, timeLimit: limit, ...changes }: GroundChanges = {},
): Promise<TrainingGround> {
  const scale = changes.scale ?? (catalogue.kind === 'film' ? { min: 1, max: 10 } : { min: 1, max: 5 });
  const { retrieval = createRetrieval('feature', catalogue.items), told = TOLD } = changes;
  const random = createRandom(`ground ${seed}`);
  const surrogate = usesSurrogate
    ? (known ?? (await fitSurrogate(teacher, catalogue, scale, { random: random.fork('surrogate'), signal })))
    : null;
  // A language model would take hours for everything: then its surrogate is all that is known.
  const table = teacher.id === RULES_ID ? await expectedTable(catalogue, teacher, scale, signal) : null;
  const create = (rater: Rater, changed: Partial<SuberOptions>): Environment =>
    createSuberEnvironment({
      catalogue,
      rater,
      scale,
      ...changes,
      retrieval,
      told,
      ...changed,
    });
  const limited = limit === undefined ? {} : { timeLimit: limit };
  return {
    catalogue,
    scale,
    surrogate,
    features: itemFeatures(catalogue.items),
    teacher,
    retrieval,
    told,
    create: (rater) => create(rater, limited),
    createTraining: (stop) =>
      // A surrogate looks at no history, so none is looked up for it.
      surrogate === null
        ? create(teacher, { ...limited, ...stoppedBy(stop) })
        : create(surrogate.rater, {
            ...limited,
            retrieval: createRetrieval('none', catalogue.items),
            ...stoppedBy(stop),
          }),
    createEvaluation: (stop, rater = teacher) => create(rater, { endProbability: 0, ...stoppedBy(stop) }),
    expected: (user, item) => table?.[user]?.[item] ?? surrogate?.expected(user, item) ?? NaN,
  };
}

const stoppedBy = (signal: AbortSignal | undefined): Pick<SuberOptions, 'signal'> =>
  signal === undefined ? {} : { signal };

/** What a rater expects of every item for every person, without any history: a row a person; NaN where it cannot say. */
export async function expectedTable(
  catalogue: Catalogue,
  teacher: Rater,
  scale: RaterScale,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const random = createRandom('expected ratings');
  const table: Float32Array[] = [];
  for (const person of catalogue.people) {
    const row = new Float32Array(catalogue.items.length);
    for (const [at, item] of catalogue.items.entries()) {
      const reply = await teacher.rate({ person, item, history: [], timesBefore: 0, scale }, { random, signal });
      row[at] = reply.rating === null ? NaN : reply.expected;
    }
    table.push(row);
  }
  return table;
}
