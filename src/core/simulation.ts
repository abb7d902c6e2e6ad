/** @file What a simulation is made of: people, items, raters and policies. docs/policies.md describes the shapes. */
import type { DatasetManifest } from './dataset.ts';
import type { FieldSchema } from './form-schema.ts';
import type { RatedItem, RatedPerson, RaterScale } from './rater.ts';
import type { ComponentSpec } from './run.ts';

export type PerturbationSpec =
  | { readonly type: 'none' }
  /** N(0, deviation²), rounded half to even. */
  | { readonly type: 'gaussian'; readonly deviation: number }
  /** One up or down, each with half of `probability`. */
  | { readonly type: 'greedy'; readonly probability: number };

export type ShapingSpec =
  | { readonly type: 'none' }
  /** r ← max(1, ⌊r q^(n/Δt)⌋), n the meetings with this one counted, Δt the person's steps since the last. */
  | { readonly type: 'decay'; readonly q: number }
  /** A repeat is worth r with probability q^(n/Δt), else 0. */
  | { readonly type: 'random-repeat'; readonly q: number }
  | { readonly type: 'end-at-repeat' };

export interface DriftSpec {
  /** 0 for tastes that stand still, 1 for tastes without any memory. */
  readonly rate: number;
  /** The standard deviation of an opinion, in points of the scale. */
  readonly deviation: number;
}

export interface RatingPromptSpec {
  /** `0-9`, `1-10`, `one-ten` or `1-5`. Raters that read no prompt keep its ratings. */
  readonly scale: string;
  readonly shots: 0 | 1 | 2 | 'published' | 'yes-no';
  /** `default`, `custom`, `published` (SUBER's), or the system prompt itself. */
  readonly system: string;
}

export type PeopleSource = 'synthetic' | { readonly dataset: string };

export interface EnvironmentSpec {
  readonly of: 'films' | 'books' | { readonly dataset: string };
  /** The people; where absent, a dataset's own with its items, and synthetic ones with those of the lab. */
  readonly peopleOf?: PeopleSource;
  readonly people: number;
  readonly items: number;
  readonly seed: number;
  readonly youngest: number;
  readonly rater: ComponentSpec;
  readonly prompt: RatingPromptSpec;
  readonly retrieval: {
    readonly name: 'none' | 'recency' | 'feature' | 'embedding';
    readonly count: number;
    /** Where the name is `embedding`; the word vectors that come with the lab where absent. */
    readonly embedding?: ComponentSpec;
  };
  readonly perturbation: PerturbationSpec;
  readonly shaping: ShapingSpec;
  readonly drift: DriftSpec | null;
  readonly endProbability: number;
  /** Steps after which an episode is cut off; absent where it is not. Policies are judged without it. */
  readonly timeLimit?: number;
  readonly surrogate: { readonly ratingsAPerson: number };
}

export function peopleSource({ of, peopleOf }: Pick<EnvironmentSpec, 'of' | 'peopleOf'>): PeopleSource {
  return peopleOf ?? (typeof of === 'string' ? 'synthetic' : of);
}

/** The lab's defaults; SUBER's own are `PUBLISHED_EPISODES`, on the ratings of a language model. */
export const DEFAULT_ENVIRONMENT: EnvironmentSpec = {
  of: 'films',
  people: 20,
  items: 100,
  seed: 1,
  youngest: 16,
  rater: { name: 'rules', options: {} },
  prompt: { scale: '1-10', shots: 2, system: 'custom' },
  retrieval: { name: 'feature', count: 3 },
  perturbation: { type: 'none' },
  shaping: { type: 'none' },
  drift: null,
  endProbability: 0.025,
  surrogate: { ratingsAPerson: 100 },
};

/** SUBER's environment (section 4.2), with decaying rewards as its public code has. Books are rated on 1–5. */
export const PUBLISHED_EPISODES = {
  youngest: 0,
  prompt: { scale: '0-9', shots: 'published', system: 'published' },
  retrieval: { name: 'embedding', count: 3 },
  perturbation: { type: 'none' },
  shaping: { type: 'decay', q: 0.1 },
  drift: null,
  endProbability: 0.025,
} as const satisfies Partial<EnvironmentSpec>;

export interface Taste {
  readonly liked: readonly string[];
  readonly disliked: readonly string[];
}

/** SUBER's people say `animated` where catalogues say `animation`. */
export function genreName(genre: string): string {
  const name = genre.toLowerCase();
  return name === 'animated' ? 'animation' : name;
}

export interface EnvironmentDescription {
  readonly kind: 'film' | 'book';
  readonly people: readonly RatedPerson[];
  readonly tastes: readonly Taste[];
  readonly items: readonly RatedItem[];
  readonly scale: RaterScale;
}

export interface PolicySpec {
  readonly name: string;
  readonly options: Readonly<Record<string, number>>;
}

export interface PolicyDescription {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly kind: 'policy' | 'bound' | 'planner';
  readonly options: Readonly<Record<string, FieldSchema>>;
}

export const PLANNER_POLICIES = {
  recmind: { title: 'RecMind', about: 'Self-Inspiring, asked for a ranking' },
  macrec: { title: 'MACRec', about: 'a manager and its agents, asked for a ranking' },
  interec: { title: 'InteRecAgent', about: 'told what the person liked, asked for ten' },
} as const;

export type PlannerName = keyof typeof PLANNER_POLICIES;

export const isPlanner = (name: string): name is PlannerName => Object.hasOwn(PLANNER_POLICIES, name);

export interface PlannerCosts {
  readonly modelCalls: number;
  readonly tokens: number;
  readonly toolCalls: number;
  readonly lists: number;
  /** Of these, those that could not be had; items were drawn at random in their place. */
  readonly failures: number;
}

export interface TrainingSpec {
  readonly environment: EnvironmentSpec;
  readonly learnsFrom: 'surrogate' | 'rater';
  readonly policies: readonly PolicySpec[];
  readonly seeds: readonly number[];
  readonly steps: number;
  readonly planner?: ComponentSpec;
}

export interface TrainingCell {
  readonly policy: number;
  readonly seed: number;
}

/** The cells of a training: every policy's first seed before any second one. */
export function trainingCells({ policies, seeds }: Pick<TrainingSpec, 'policies' | 'seeds'>): readonly TrainingCell[] {
  return seeds.flatMap((seed) => policies.map((_, policy) => ({ policy, seed })));
}

export const cellPart = ({ policy, seed }: TrainingCell): string => `${String(policy)}-${String(seed)}`;

export function policyLabel({ name, options }: PolicySpec): string {
  const set = Object.entries(options).map(([option, value]) => `${option} ${String(value)}`);
  return set.length === 0 ? name : `${name} (${set.join(', ')})`;
}

export type PolicyScores = {
  readonly averageReward: number;
  readonly map: number;
  readonly mrr: number;
  readonly personalization: number;
  readonly likedTop5: number;
  readonly dislikedTop5: number;
  readonly likedTop10: number;
  readonly dislikedTop10: number;
};

export interface PolicyCell {
  readonly policy: PolicySpec;
  readonly seed: number;
  readonly steps: number;
  /** The usual where absent. */
  readonly stepsPerRound?: number;
}

export interface EvaluatedPerson {
  readonly user: number;
  readonly items: readonly number[];
  readonly ratings: readonly number[];
}

export interface JudgedPolicy {
  readonly scores: PolicyScores;
  readonly people: readonly EvaluatedPerson[];
  readonly costs?: PlannerCosts;
  readonly expectedReward?: number;
}

export interface NamedGround {
  readonly dataset: DatasetManifest;
  readonly people: readonly string[];
  readonly items: readonly string[];
}

export interface GroundFacts {
  readonly name: 'simulated people';
  readonly people: number;
  readonly items: number;
  /** Of the surrogate that was learnt from; null where policies learn from the rater itself. */
  readonly surrogate: SurrogateQuality | null;
  readonly named?: NamedGround;
}

export interface SurrogateQuality {
  readonly teacher: string;
  readonly fitted: number;
  readonly heldOut: number;
  readonly failures: number;
  /** Root mean square error against the teacher's expected ratings, in points of the scale. */
  readonly rmse: number;
  /** The deviation of the teacher's expected ratings: the RMSE of the best constant. */
  readonly deviation: number;
  readonly rankCorrelation: number;
  /** The deviation of the teacher's ratings from its expected ones. */
  readonly noise: number;
}
