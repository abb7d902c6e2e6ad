/** @file The open datasets that few-shot examples may come from besides the run's own. */
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json.ts';
import { sliceDataset } from '../../data/split/slice.ts';
import type { SuberFiles } from '../../environments/rater-test/suber-test.ts';
import type { DatasetSpec } from './run-spec.ts';

/** Datasets by what a spec says of them. */
export interface ExampleDatasets {
  /** SUBER's own test of raters, where somebody gave a copy of its repository. */
  readonly suber?: SuberFiles;
  /** The dataset, sliced as the spec says. @throws LabError `task-impossible` where it is not open, or has no such slice */
  find(source: DatasetSpec): Dataset;
}

export type ExampleFingerprints = { readonly [source: string]: string };

/** What a source is called among fingerprints. */
export const sourceKey = ({ name, options }: DatasetSpec): string => canonicalJson([name, options.slice ?? {}]);

/** @param open whole datasets, each of another name */
export function exampleDatasets(open: readonly Dataset[]): ExampleDatasets {
  const found = new Map<string, Dataset>();
  return {
    find(source) {
      const key = sourceKey(source);
      const known = found.get(key);
      if (known !== undefined) return known;
      const whole = open.find(({ manifest }) => manifest.name === source.name);
      if (whole === undefined) {
        const problem = `tasks.options.examplesFrom: the dataset ${source.name} is not open here`;
        const advice = 'import it in the Library, or give its file with --examples in the terminal';
        throw new LabError('task-impossible', `${problem}; ${advice}.`, { name: source.name });
      }
      const dataset = sliceDataset(whole, source.options.slice ?? {});
      found.set(key, dataset);
      return dataset;
    },
  };
}

export const NO_EXAMPLE_DATASETS: ExampleDatasets = exampleDatasets([]);
