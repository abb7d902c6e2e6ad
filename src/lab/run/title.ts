/**
 * @file What a list calls a run.
 */
import type { Dataset } from '../../core/dataset.ts';
import { CUSTOM_PLANNER } from '../../core/planner-program.ts';
import { isRequestType } from '../../core/task.ts';
import { PLANNERS } from '../../planners/registry.ts';
import { baselineOf, isBaseline } from './baseline-spec.ts';
import type { CompleteRunSpec } from './run-spec.ts';
import type { SavedRun } from '../service.ts';

function recommenderTitle(recommender: CompleteRunSpec['recommender']): string {
  if (isBaseline(recommender)) return baselineOf(recommender).title;
  if (recommender.name === 'macrec') return `MACRec (${recommender.options.system})`;
  const { planner: name, program } = recommender.options;
  if (name === CUSTOM_PLANNER && program !== undefined) return program.title;
  return PLANNERS.find((entry) => entry.name === name)?.title ?? name;
}

/**
 * `Self-Inspiring · rating prediction · Ada King · Film club · seed 7`, and its two parts; names and numbers where the
 * dataset is another one than is open.
 */
export function titleOf(
  { recommender, tasks, seed, dataset }: CompleteRunSpec,
  open: Pick<Dataset, 'manifest' | 'users'> | null,
): Required<Pick<SavedRun, 'title' | 'parts'>> {
  const { users, count } = tasks.options;
  const known = open?.manifest.name === dataset.name ? open : null;
  const where = [known?.manifest.title ?? dataset.name, `seed ${String(seed)}`];
  const parted = (...what: readonly string[]): ReturnType<typeof titleOf> => {
    const parts = { recommender: recommenderTitle(recommender), question: [...what, ...where].join(' · ') };
    return { title: `${parts.recommender} · ${parts.question}`, parts };
  };
  if (isRequestType(tasks.name))
    return parted(tasks.name === 'conversation' ? 'conversation' : `${tasks.options.agent ?? ''} alone`);
  const [only] = users ?? [];
  const who =
    users?.length === 1
      ? (known?.users.find(({ id }) => id === only)?.name ?? dataset.options.person?.name ?? `person ${String(only)}`)
      : `${String(users?.length ?? count ?? 'all')} people`;
  return parted(tasks.name.replace('-', ' '), who);
}
