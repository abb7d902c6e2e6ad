/** @file What a policy recommends to one person before and after its training: a fold over the events of two episodes. */
import type { SimulationClient } from '../../../client/simulation-client.ts';
import { createTraceTree } from '../../../trace/trace-tree.ts';
import type { Session } from '../../session.svelte.ts';
import { episodeOf, type ShownEpisode } from './inspection.svelte.ts';
import type { Loading } from './loading.svelte.ts';
import type { Trainings } from './trainings.svelte.ts';

export class Lists {
  cell = $state(0);
  user = $state(0);
  episodes = $state.raw<readonly { readonly when: string; readonly episode: ShownEpisode }[]>([]);
  isBusy = $state(false);
  private readonly session: Session;
  private readonly client: SimulationClient;
  private readonly trainings: Trainings;
  private readonly loading: Loading;
  private controller = new AbortController();

  constructor(session: Session, client: SimulationClient, trainings: Trainings, loading: Loading) {
    this.session = session;
    this.client = client;
    this.trainings = trainings;
    this.loading = loading;
  }

  async show(): Promise<void> {
    const { id, spec, cells } = this.trainings;
    const cell = cells[this.cell]?.cell;
    if (this.isBusy || id === null || spec === null || cell === undefined) return;
    this.isBusy = true;
    this.episodes = [];
    this.controller = new AbortController();
    const tree = createTraceTree();
    await this.session.attempt('Recommending', () =>
      this.client.recommend(
        id,
        spec,
        { cell, user: this.user },
        {
          onEvents: (batch) => {
            for (const event of batch) tree.add(event);
            this.episodes = tree.tasks.flatMap((task) => {
              const episode = episodeOf(task);
              return episode === null ? [] : [{ when: task.label, episode }];
            });
          },
          onProgress: this.loading.show,
          signal: this.controller.signal,
        },
      ),
    );
    this.loading.end();
    this.isBusy = false;
  }

  stop(): void {
    this.controller.abort();
  }
}
