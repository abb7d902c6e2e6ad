/** @file Simulated people over rounds of sessions (Agent4Rec: Zhang et al. 2024; KuaiSim: Zhao et al. 2023). See docs/sessions.md. */
import { type EnvironmentSpec, DEFAULT_ENVIRONMENT } from './simulation.ts';

/** Items on a page, as in Agent4Rec. */
export const PAGE_SIZE = 4;

export interface SessionsSpec {
  /** Who the people are and what there is; they rate by rules. Its noise, shaping, drift and ends of episodes are not used. */
  readonly environment: EnvironmentSpec;
  readonly recommender: string;
  readonly rounds: number;
  readonly pages: number;
  /** The mean number of pages without any pleasure that people have patience for: 0 and more. */
  readonly patience: number;
  readonly seed: number;
}

export const DEFAULT_SESSIONS: SessionsSpec = {
  environment: { ...DEFAULT_ENVIRONMENT, people: 50, items: 300 },
  recommender: 'ease',
  rounds: 5,
  pages: 5,
  patience: 2,
  seed: 1,
};

export interface ShownItem {
  readonly item: number;
  readonly title: string;
  readonly genres: readonly string[];
  readonly rating: number | null;
  readonly reason: string;
}

export type PageView = {
  readonly page: number;
  readonly shown: readonly ShownItem[];
  /** What is left, in pages without pleasure; the person leaves at 0. */
  readonly patience: number;
  /** Always null: people who are rules answer every page. */
  readonly problem: null;
};

/** `tired` by patience used up. */
export type LeavingReason = 'tired' | 'last-page' | 'nothing-left';

export type SessionEnd = {
  readonly leaving: LeavingReason;
  /** The mean over pages of the best rating, as a share of the scale; 0 for a page without a choice. Null where there was no page. */
  readonly satisfaction: number | null;
  /** The probability that the person comes in the next round. */
  readonly comesBack: number;
};
