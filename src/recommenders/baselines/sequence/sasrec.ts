/**
 * @file SASRec (Kang and McAuley 2018, Self-Attentive Sequential Recommendation): trained to tell the next item from one that
 * the person has not had, by binary cross-entropy (section III-F) and Adam.
 */
import type { Random } from '../../../core/random.ts';
import { shuffled } from '../../../core/random.ts';
import { count, defineBaseline, real, Pace } from '../baseline.ts';
import { Dropout } from '../../../numeric/factors/layers.ts';
import { kernelArithmetic, dot, logisticLoss, sigmoid } from '../../../numeric/factors/arithmetic.ts';
import { Adam, trainedNumbers } from '../../../numeric/factors/parameter.ts';
import { NegativeSampler } from '../ranking/bpr.ts';
import { rankingScorer } from '../scoring.ts';
import type { TrainingMatrix } from '../training-matrix.ts';
import { SasrecNetwork, sasrecParameters, type TokenBatch } from './sasrec-network.ts';

/** Part of a person's history: the entries `from` to `to` − 1 of the matrix by person are targets, each after the one before. */
interface Window {
  readonly user: number;
  readonly from: number;
  readonly to: number;
}

/** Every target once, cut into windows of at most `longest` at a random phase for each person. */
function drawWindows({ byUser: { start }, users }: TrainingMatrix, longest: number, random: Random): Window[] {
  const windows: Window[] = [];
  for (let user = 0; user < users.length; user += 1) {
    let from = start[user]! + 1;
    const end = start[user + 1]!;
    let to = Math.min(end, from + 1 + random.integer(longest));
    while (from < end) {
      windows.push({ user, from, to });
      from = to;
      to = Math.min(end, from + longest);
    }
  }
  return shuffled(windows, random);
}

/** A batch and what is to be told apart at each token. */
export interface SasrecBatch extends TokenBatch {
  readonly next: Int32Array;
  readonly negative: Int32Array;
}

function batchOf({ byUser: { column } }: TrainingMatrix, windows: readonly Window[], negatives: NegativeSampler) {
  const start = [0];
  for (const { from, to } of windows) start.push(start.at(-1)! + to - from);
  const tokens = start.at(-1)!;
  const batch = { start, item: new Int32Array(tokens), next: new Int32Array(tokens), negative: new Int32Array(tokens) };
  windows.forEach(({ user, from, to }, index) => {
    batch.item.set(column.subarray(from - 1, to - 1), start[index]);
    batch.next.set(column.subarray(from, to), start[index]);
    for (let token = start[index]!; token < start[index + 1]!; token += 1) batch.negative[token] = negatives.draw(user);
  });
  return batch;
}

/** Adds to the gradients of the mean over the tokens of −ln σ(r_next) − ln(1 − σ(r_negative)). @returns that mean */
export function sasrecGradients(network: SasrecNetwork, batch: SasrecBatch, dropout: Dropout | null): number {
  const tokens = batch.item.length;
  const F = network.forward(batch, dropout);
  const d = F.length / tokens;
  const dF = F.slice().fill(0);
  const { value: M, gradient: dM } = network.items;
  let loss = 0;
  const against = (token: number, item: number, label: 0 | 1): void => {
    const [f, m] = [token * d, item * d];
    const r = dot(F, f, M, m, d);
    loss += logisticLoss(label === 1 ? r : -r);
    const g = (sigmoid(r) - label) / tokens;
    for (let k = 0; k < d; k += 1) {
      dF[f + k]! += g * M[m + k]!;
      dM[m + k]! += g * F[f + k]!;
    }
  };
  for (let token = 0; token < tokens; token += 1) {
    against(token, batch.next[token]!, 1);
    against(token, batch.negative[token]!, 0);
  }
  network.backward(batch, dF);
  return loss / tokens;
}

const WINDOWS = 16;

export const sasrec = defineBaseline({
  name: 'sasrec',
  title: 'SASRec',
  kind: 'sequence',
  reference: 'Kang and McAuley 2018, Self-Attentive Sequential Recommendation',
  hyperparameters: {
    dimensions: count('d, the length of an item’s vector', 32, 2, 256),
    longest: count('n, how many of the latest items are read', 50, 2, 500),
    blocks: count('b, self-attention blocks', 1, 1, 8),
    dropout: real('the probability that a number is dropped in training', 0.2, 0, 0.9),
    learningRate: real('α of Adam', 0.002, 0.000001, 1),
    epochs: count('how often each interaction is a target', 20, 1, 1000),
  },
  async fit(train, { dimensions: d, longest, blocks, dropout: p, learningRate: α, epochs }, context) {
    const { random } = context;
    const shape = { items: train.items.length, d, longest, blocks, sequences: WINDOWS };
    const staged = 3 * longest * Math.max(longest, WINDOWS * d);
    const arithmetic = kernelArithmetic(trainedNumbers(sasrecParameters(shape)), staged);
    const network = new SasrecNetwork(shape, random.fork('network'), arithmetic);
    const adam = new Adam(network.parameters, { α, β1: 0.9, β2: 0.98 }, arithmetic);
    const dropout = new Dropout(p, random.fork('dropout'));
    const negatives = new NegativeSampler(train, random.fork('negatives'));
    const pace = new Pace(context, epochs * train.byUser.column.length);
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      const windows = drawWindows(train, longest, random.fork(`epoch ${epoch}`));
      for (let from = 0; from < windows.length; from += WINDOWS) {
        sasrecGradients(network, batchOf(train, windows.slice(from, from + WINDOWS), negatives), dropout);
        adam.step();
        if (pace.step()) await pace.giveWay();
      }
    }
    return rankingScorer(train, (_user, history) => {
      if (history.length === 0) return null;
      const item = history.slice(-longest);
      const F = network.forward({ item, start: [0, item.length] }, null);
      const last = (item.length - 1) * d;
      return (one) => dot(F, last, network.items.value, one * d, d);
    });
  },
});
