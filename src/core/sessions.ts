/**
 * @file Simulated people that live: they come, look at pages, choose, rate, tire, leave, and come back or not, while recommenders are fitted
 * anew each round on what was rated (Agent4Rec: Zhang et al. 2024; depth and return as in KuaiSim: Zhao et al. 2023). docs/sessions.md tells how.
 */
import type { EnvironmentSpec } from './simulation.ts';
import { DEFAULT_ENVIRONMENT } from './simulation.ts';

/** Items on a page, as in Agent4Rec. */
export const PAGE_SIZE = 4;

/** Rounds of sessions with simulated people. */
export interface SessionsSpec {
  /** Who the people are, what there is, and who rates. Its noise, shaping, drift and ends of episodes are not used. */
  readonly environment: EnvironmentSpec;
  /** By their names; each has the same people, who begin anew. */
  readonly recommenders: readonly string[];
  /** In each, everybody may come once. */
  readonly rounds: number;
  /** Pages of a session at most. */
  readonly pages: number;
  /** The mean number of pages without any pleasure that people have patience for: 0 and more. */
  readonly patience: number;
  readonly seed: number;
}

/** Where nothing else is said. */
export const DEFAULT_SESSIONS: SessionsSpec = {
  environment: { ...DEFAULT_ENVIRONMENT, people: 50, items: 300 },
  recommenders: ['random', 'popularity', 'item-cosine', 'ease', 'biased-mf', 'oracle'],
  rounds: 5,
  pages: 5,
  patience: 2,
  seed: 1,
};

/** A recommender of sessions as it is offered. */
export interface SessionRecommenderDescription {
  readonly name: string;
  readonly title: string;
  /** `bound` knows what nobody can know, `bad` is bad on purpose. */
  readonly kind: 'fitted' | 'unfitted' | 'bound' | 'bad';
  /** Whether it needs what rules expect, which nobody knows of a language model. */
  readonly knowsRules: boolean;
}
