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
  'the default spec': { options: {}, digest: 'fee88ef9e36d1efec36f27a696777653b58c0ae23295b6f20a5c5290ae303eea' },
  'breadth first, twelve people': {
    options: {
      recommender: recommender('tree-of-thoughts-bfs'),
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: '92d971507f3726a3207efa28396dd87ec34b5c2a760023e163d3bce768afd23a',
  },
  'depth first, a ranking': {
    options: {
      recommender: recommender('tree-of-thoughts-dfs'),
      tasks: { name: 'direct-recommendation', options: { count: 2 } },
      metrics: ['HR@10'],
    },
    digest: '7668f0c6a044190e84c26d7beec3f7c338e951904e85060d2c8c4564442ed7a2',
  },
  'a planner that a person wrote, twelve people': {
    options: {
      recommender: {
        name: 'recmind',
        options: { ...recommender('custom').options, program: { title: 'Written', source: WRITTEN } },
      },
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: 'ca03832480fa56a6720ea603a275d33736aa952594f9eec64c1885d806f316ba',
  },
  'agents, twelve people': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst-reflector' } },
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: '2c7b934bd0430d7f65f9d5c2782e65db5fc369766160d37e23cf2c948cadfbda',
  },
  'agents, a sequence': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst' } },
      tasks: { name: 'sequential-recommendation', options: { count: 2, candidates: 8, history: 10 } },
      metrics: ['HR@1'],
    },
    digest: 'e18c910187f734ce023b74e55aa77c620c9e87eda4135e314197ba5caa355c29',
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
