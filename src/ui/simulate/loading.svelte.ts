/** @file What is loaded, or asked for, before something slow begins: a language model, and the ratings that its surrogate is fitted on. */
import type { LoadProgress } from '../../client/lab.ts';

/** The last that was told; null where nothing is under way. */
export class Loading {
  progress = $state.raw<LoadProgress | null>(null);

  readonly show = (progress: LoadProgress): void => {
    this.progress = progress;
  };

  end(): void {
    this.progress = null;
  }
}
