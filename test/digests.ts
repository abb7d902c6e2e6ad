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
  'the default spec': { options: {}, digest: '213184ab141b9f1cfe52878a74d645cced1de6eb2ccc1b24bf91f64b6cebf22a' },
  'breadth first, twelve people': {
    options: {
      recommender: recommender('tree-of-thoughts-bfs'),
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: 'fd8a2a89f64709f1eb86c0890b5c14e411bdacb9319e750debece69eb8bd9a2a',
  },
  'depth first, a ranking': {
    options: {
      recommender: recommender('tree-of-thoughts-dfs'),
      tasks: { name: 'direct-recommendation', options: { count: 2 } },
      metrics: ['HR@10'],
    },
    digest: 'af98e4e9990c5b14ba88dbbd8e3eec1cc40ae468723375f3edd51783c8bb7148',
  },
  'a planner that a person wrote, twelve people': {
    options: {
      recommender: {
        name: 'recmind',
        options: { ...recommender('custom').options, program: { title: 'Written', source: WRITTEN } },
      },
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: '2789241612f643be313d64d824462abc6d8240dac0a1154dd648d19d2c1f4f03',
  },
  'agents, twelve people': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst-reflector' } },
      tasks: { name: 'rating-prediction', options: { count: 12 } },
    },
    digest: '92f6f81be91fa72e2fe5d6e2c4af1dfbdc9568bb746057848bfbb561d63fe67a',
  },
  'agents, a sequence': {
    options: {
      recommender: { name: 'macrec', options: { system: 'analyst' } },
      tasks: { name: 'sequential-recommendation', options: { count: 2, candidates: 8, history: 10 } },
      metrics: ['HR@1'],
    },
    digest: '3e64b3552f572100b864793accc1321f2c47adaa596bea57506c3266914489b7',
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
