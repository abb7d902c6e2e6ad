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
  'aa80f46855f310f061eace24211fca3e2847fd7c0232bae2b550c05cbe2f6fbd',
  'f6260ef74f947596345a268a5048828747bf77d4bc90ddda91eb81aad2875e47',
  '2b346959ed7309ba7ed7d2428f23200a9e0a96f9c17e870aa089d1a700e3659c',
  '58f3387c7c01e0a15bb68ce8a1821ca6f1557dc8e34f91886f3c2a0dd484440f',
  '25fedf9a0b29f12828f823b255a1a70c5ebdc73d6e724869eaefb17e8334708c',
  '31227039fcb4c2f39436a0855b8b41503789111592b58b86742658d97232c41b',
];
