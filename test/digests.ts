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

/** It draws random numbers, which have to be the same everywhere too. */
const WRITTEN = `async function plan(context, { T }) {
  const S = [];
  while (S.length < T) {
    const parent = Math.random() < 0.5 ? null : S.at(-1) ?? null;
    const s = await context.sample(S, parent, { alternative: Math.random() < 0.5 });
    if (s.isEnd) break;
    S.push(s);
  }
  return S.length > 2 ? [await context.vote([], S)] : S;
}`;

/** By what is run. */
export const DIGESTS: Readonly<Record<string, ExpectedDigest>> = {
  'the default spec': { options: {}, digest: 'd55454591ba8a18dd25d98847c5ccd08ca29f9a4d7d37bcc00070ab6c240d7a9' },
  'breadth first, twelve people': {
    options: {
      recommender: recommender('tree-of-thoughts-bfs'),
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: '6b70d4e682478b9cfa7273fd98847a8c346d6b343b282fb825b68283f7372a18',
  },
  'depth first, a ranking': {
    options: {
      recommender: recommender('tree-of-thoughts-dfs'),
      tasks: { name: 'direct-recommendation', options: { count: 2 } },
      metrics: ['HR@10'],
    },
    digest: '1a74f3b997f55cb7e6d21431f5160af2852438e837173caf2f3293cfb139d23a',
  },
  'a planner that a person wrote, twelve people': {
    options: {
      recommender: {
        name: 'recmind',
        options: { ...recommender('custom').options, program: { title: 'Written', source: WRITTEN } },
      },
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: '7c1f5ddb74b9152912d2276b327330c1fa0f9343a7f95fbc7a8bd3c8d431caf6',
  },
  'agents, twelve people': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst-reflector' } },
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: 'd659b23b537efd61d8f6dbb09a5b6aaac10a8c0a089f31bacd3e8889bbc2ffdf',
  },
  'agents, a sequence': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst' } },
      tasks: { name: 'sequential-recommendation', options: { count: 2, candidates: 8, history: 10 } },
      metrics: ['HR@1'],
    },
    digest: '0762364849cea8a62c8b85f46b86f2d4795104825200be6ea7187e90374de49a',
  },
};

/** The digests of the short trainings of test/policies/short-training.ts, in their order. */
export const TRAINING_DIGESTS: readonly string[] = [
  '3edeea5bbe1b4c4033312a805c0c8349baa697c823c13bcb36c71c891dbc9c08',
  '9eb487a650e521e8fb9a6b251d5897c34953a277fe3d4941de1528530b13d6e0',
  '7f0777aeaef2ac2ead5b8b7e602e2eb2e196ce98490f04a7b8e946b04a390468',
  '9f007889dbec705fce9f3be36e72453c8592af9602d868edb04d6ec0ebfbf7db',
  '424d9cc7d5b9db26cfcc111a23076b836b93b6b376cbca45ab2bc4dbcebe2476',
  '721cee83a6617ace56a6f7cc1184428c6a68100835d57bb4e732b7134f1a29b4',
];
