/** @file Kept runs as a list shows them: a question, and under it those that were asked it one after another. */
import type { SavedRun } from '../../../client/lab.ts';

/** Runs of one question, each of another recommender, in the order in which they ran; with each its forks and theirs. */
export type RunGroup = readonly (readonly SavedRun[])[];

/** Whether a run was asked what those of a group were, and its recommender not yet. */
function belongs(run: SavedRun, group: RunGroup): boolean {
  const [[other] = []] = group;
  return (
    run.parts !== undefined &&
    run.parts.question === other?.parts?.question &&
    group.every(([one]) => one?.parts?.recommender !== run.parts?.recommender)
  );
}

const AGENTS = 'MACRec';

/** Kept runs of agents, or of everybody else. */
export const runsBy = (saved: readonly SavedRun[], who: 'agents' | 'planners'): readonly SavedRun[] =>
  saved.filter(({ title }) => title.startsWith(AGENTS) === (who === 'agents'));

/** The latest question's runs, with their forks; none where nothing is kept. */
export const latestRuns = (saved: readonly SavedRun[]): readonly SavedRun[] => groupsOf(saved)[0]?.flat() ?? [];

/**
 * Runs in groups: those of one question that follow one another, until a recommender is asked again. Forks stand under
 * the run that they branch off from, where it is kept.
 * @param saved latest first
 * @returns latest first
 */
export function groupsOf(saved: readonly SavedRun[]): readonly RunGroup[] {
  const ids = new Set(saved.map(({ id }) => id));
  const withForks = (run: SavedRun): readonly SavedRun[] => [
    run,
    ...saved.filter(({ fork }) => fork?.run === run.id).flatMap(withForks),
  ];
  const groups: SavedRun[][][] = [];
  for (const run of saved) {
    if (run.fork !== undefined && ids.has(run.fork.run)) continue;
    const latest = groups.at(-1);
    if (latest !== undefined && run.fork === undefined && belongs(run, latest)) latest.unshift([...withForks(run)]);
    else groups.push([[...withForks(run)]]);
  }
  return groups;
}
