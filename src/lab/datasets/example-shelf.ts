/** @file The datasets that examples come from besides the open one: loaded when a spec first names them. */
import type { Dataset } from '../../core/dataset.ts';
import { exampleDatasets, NO_EXAMPLE_DATASETS, type ExampleDatasets } from '../run/example-datasets.ts';
import type { CompleteRunSpec, DatasetSpec } from '../run/run-spec.ts';

/** Such datasets, as far as they were opened. */
export class ExampleShelf implements ExampleDatasets {
  private readonly load: (name: string, signal: AbortSignal) => Promise<Dataset>;
  private readonly loaded = new Map<string, Dataset>();
  private all: ExampleDatasets = NO_EXAMPLE_DATASETS;

  /** @param load as `DatasetShelf` does */
  constructor(load: (name: string, signal: AbortSignal) => Promise<Dataset>) {
    this.load = load;
  }

  /** Loads those that are not here yet. @throws LabError `name-unknown`, `file-damaged`, `aborted` */
  async open(sources: readonly DatasetSpec[], signal = new AbortController().signal): Promise<ExampleDatasets> {
    for (const { name } of sources) {
      if (this.loaded.has(name)) continue;
      this.loaded.set(name, await this.load(name, signal));
      this.all = exampleDatasets([...this.loaded.values()]);
    }
    return this;
  }

  /** Loads what the examples of a spec come from. @throws LabError as `open` does */
  async openFor({ tasks }: CompleteRunSpec, signal?: AbortSignal): Promise<void> {
    const { examplesFrom } = tasks.options;
    if (examplesFrom !== undefined) await this.open([examplesFrom], signal);
  }

  find(source: DatasetSpec): Dataset {
    return this.all.find(source);
  }

  /** Forgets them: what is kept under their names may be another dataset by now. */
  close(): void {
    this.loaded.clear();
    this.all = NO_EXAMPLE_DATASETS;
  }
}
