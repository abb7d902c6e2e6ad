/**
 * @file What a list calls a run.
 */
import type { Dataset } from '../core/dataset.ts';
import { CUSTOM_PLANNER } from '../core/planner-program.ts';
import { isRequestType } from '../core/request.ts';
import { PLANNERS } from '../planners/registry.ts';
import { baselineOf, isBaseline } from '../runs/baseline-spec.ts';
import type { CompleteRunSpec } from '../runs/run-spec.ts';

function recommenderTitle(recommender: CompleteRunSpec['recommender']): string {
  if (isBaseline(recommender)) return baselineOf(recommender).title;
  if (recommender.name === 'macrec') return `MACRec (${recommender.options.system})`;
  const { planner: name, program } = recommender.options;
  if (name === CUSTOM_PLANNER && program !== undefined) return program.title;
  return PLANNERS.find((entry) => entry.name === name)?.title ?? name;
}

/** `Self-Inspiring · rating prediction · Ada King · Film club · seed 7`; names and numbers where the dataset is another one. */
export function titleOf(
  { recommender, tasks, seed, dataset }: CompleteRunSpec,
  open: Pick<Dataset, 'manifest' | 'users'> | null,
): string {
  const { users, count } = tasks.options;
  const known = open?.manifest.name === dataset.name ? open : null;
  const where = known?.manifest.title ?? dataset.name;
  if (isRequestType(tasks.name)) {
    const what = tasks.name === 'conversation' ? 'conversation' : `${tasks.options.agent ?? ''} alone`;
    return [recommenderTitle(recommender), what, where, `seed ${String(seed)}`].join(' · ');
  }
  const [only] = users ?? [];
  const who =
    users?.length === 1
      ? (known?.users.find(({ id }) => id === only)?.name ?? dataset.options.person?.name ?? `person ${String(only)}`)
      : `${String(users?.length ?? count ?? 'all')} people`;
  return [recommenderTitle(recommender), tasks.name.replace('-', ' '), who, where, `seed ${String(seed)}`].join(' · ');
}
