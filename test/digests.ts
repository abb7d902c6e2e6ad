/**
 * @file Digests of a few runs on the packaged dataset. Node and Chromium are both held to them, so that a run is the same
 * on every machine; a change here says that every run that anybody shared has changed.
 */
import type { RunSpec } from '../src/core/run.ts';

/** What differs from the lab's default spec, and the digest of the events. */
export interface ExpectedDigest {
  readonly options: Partial<RunSpec>;
  readonly digest: string;
}

const recommender = (planner: string): RunSpec['recommender'] => ({
  name: 'recmind',
  options: { planner, steps: 4, branching: 2, answerFrom: 'both' },
});

/** By what is run. */
export const DIGESTS: Readonly<Record<string, ExpectedDigest>> = {
  'the default spec': { options: {}, digest: 'a0ce67dd79088cf2b296f64bec79d1a13754dd2c8d9e5a029c8b80cc87b72fcf' },
  'breadth first, twelve people': {
    options: {
      recommender: recommender('tree-of-thoughts-bfs'),
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: 'cf366b40d290376544f286aa80d514e1381f0ac97989763bb969d951911ff0ba',
  },
  'depth first, a ranking': {
    options: {
      recommender: recommender('tree-of-thoughts-dfs'),
      tasks: { name: 'direct-recommendation', options: { count: 2 } },
      metrics: ['HR@10'],
    },
    digest: 'a262606c4b091816b9aaf6c60968347849e104e92baee29b80f4ddd8c255f9d5',
  },
  'agents, twelve people': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst-reflector' } },
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: '45ebb648f5d7d1038330cb0f3182a59c0d47a7700a38f71cbac9d6d35f183d0f',
  },
  'agents, a sequence': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst' } },
      tasks: { name: 'sequential-recommendation', options: { count: 2, candidates: 8, history: 10 } },
      metrics: ['HR@1'],
    },
    digest: 'd60364fad01b98fdbb85063130b318ae27d297300ed649613ec9da68aea2db41',
  },
};

/** The digests of the short trainings of test/policies/short-training.ts, in their order. */
export const TRAINING_DIGESTS: readonly string[] = [
  'f9e42ae25a6f23be1f9ed53f2c3c30c4a92cfe6d331464e377231d42b63b7c49',
  'af270ebfce655a9181770a0a975fae7e2aa87c38050d4862940943c5f100eab3',
  '77644526a298a852dc20d3852cd1df16b0251d819ce1476987ca30e38d5ebe67',
  'a73b518cdf74cae73a2a07a0cabe0d733ded67137c613ac1cf792fee3f3414ff',
  'd34188943c25e61a3dc428ac4f78c0eeebfcb7a4c93648845259e985e2be3551',
  '01114d081cdc98025b0cbee5222a3b5a69a1ce4660d8a872c80d65b6e70681bf',
];
