/** @file InteRecAgent, or a baseline in its place, as a spec has it. */
import type { LanguageModel } from '../../core/language-model.ts';
import type { Recommender } from '../../core/recommender.ts';
import type { Split } from '../../data/split/splits.ts';
import { taskSource } from '../../data/split/task-source.ts';
import { likedItems } from '../../data/split/tasks.ts';
import { inteRec } from '../../recommenders/interec/simulated-person.ts';
import { demonstrationsOf } from '../chat/made-demonstrations.ts';
import { openRankedCatalogue } from '../chat/open-catalogue.ts';
import type { InteRecSpec } from './interec-spec.ts';
import type { ToolSources } from './registry.ts';
import type { RunHost } from './run-host.ts';

/** @throws LabError `aborted`, `task-impossible`, and what opening its embedding throws */
export async function createInteRec(
  options: InteRecSpec,
  host: Pick<RunHost, 'dataset' | 'signal'> & {
    readonly seed: number;
    readonly split: Split;
    readonly model: LanguageModel;
  },
  { database, retrieval }: Pick<ToolSources, 'database' | 'retrieval'>,
): Promise<Recommender> {
  const { speaker, ranker, likeness, embedding, demonstrations, ...conversation } = options;
  const { dataset, seed, split, model, signal } = host;
  const sources = { dataset, database, retrieval: await retrieval(embedding), heldOut: split.heldOut, likeness };
  const catalogue = await openRankedCatalogue(sources, ranker, seed, signal);
  const people = taskSource(dataset, split);
  return inteRec({
    speaker,
    catalogue,
    itemNoun: dataset.manifest.itemNoun,
    conversation: { ...conversation, demonstrations: demonstrationsOf(demonstrations, model, catalogue) },
    liked: (user) => likedItems(people, user),
  });
}
