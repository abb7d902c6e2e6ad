/** @file The splits that a RunSpec can name. A further one is a function in this folder, an entry of SPLIT in split-spec.ts and a line of SPLITS. */
import type { Dataset } from '../../core/dataset.ts';
import { canonicalJson } from '../../core/json.ts';
import {
  leaveLastOut,
  type Split,
  macRecSplit,
  p5Split,
  randomHoldout,
  coldStart,
  evolvingInterest,
} from './leave-last-out.ts';
import type { SplitOptions, SplitSpec } from './split-spec.ts';

const SPLITS: { readonly [Name in SplitSpec['name']]: (dataset: Dataset, options: SplitOptions<Name>) => Split } = {
  'leave-last-out': leaveLastOut,
  macrec: macRecSplit,
  'random-holdout': randomHoldout,
  p5: p5Split,
  'cold-start': coldStart,
  'evolving-interest': evolvingInterest,
};

/** The last split of each dataset. Every trace that is made again asks for its split, which took most of its time. */
const lastSplits = new WeakMap<Dataset, { readonly key: string; readonly split: Split }>();

export function splitDataset(dataset: Dataset, spec: SplitSpec): Split {
  const key = canonicalJson(spec);
  const last = lastSplits.get(dataset);
  if (last?.key === key) return last.split;
  const split = (SPLITS[spec.name] as (dataset: Dataset, options: SplitSpec['options']) => Split)(
    dataset,
    spec.options,
  );
  lastSplits.set(dataset, { key, split });
  return split;
}
