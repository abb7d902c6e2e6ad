/**
 * @file The network of SASRec (Kang and McAuley 2018, section III), forwards and backwards: Ê = √d M_s + P; in each block
 * x ← x + Dropout(SA(LayerNorm(x))), x ← x + Dropout(FFN(LayerNorm(x))); a last LayerNorm; then r_i,t = F_t M_iᵀ with the same M.
 */
import type { Random } from '../../../core/random.ts';
import { type Dropout, CausalAttention, LayerNorm, Linear } from '../../../numeric/factors/layers.ts';
import { normalValues } from '../../../numeric/normal-draw.ts';
import type { Arithmetic, Values } from '../../../numeric/factors/arithmetic.ts';
import { type Parameter, parameterOf } from '../../../numeric/factors/parameter.ts';

export interface SasrecShape {
  readonly items: number;
  /** d. */
  readonly d: number;
  /** n, the most tokens of a sequence. */
  readonly longest: number;
  /** b. */
  readonly blocks: number;
  /** The most sequences of a batch. */
  readonly sequences: number;
}

/** Sequences one after the other, without padding. */
export interface TokenBatch {
  readonly item: Int32Array;
  /** The first token of each sequence and, last, the number of tokens. */
  readonly start: readonly number[];
}

/** How many numbers the network is trained in. */
export function sasrecParameters({ items, d, longest, blocks }: SasrecShape): number {
  const ofBlock = 5 * (d * d + d) + 4 * d;
  return (items + longest) * d + blocks * ofBlock + 2 * d;
}

interface Block {
  readonly norm1: LayerNorm;
  readonly q: Linear;
  readonly k: Linear;
  readonly v: Linear;
  readonly attention: CausalAttention;
  readonly norm2: LayerNorm;
  readonly w1: Linear;
  readonly w2: Linear;
  /** Activations of the last forward pass, by name. */
  readonly kept: Readonly<Record<'n1' | 'q' | 'k' | 'v' | 'n2' | 'hidden' | 'mask1' | 'mask2' | 'mask3', Values>>;
}

/** The network; its activations are kept from a forward pass to the backward pass after it. */
export class SasrecNetwork {
  /** M. */
  readonly items: Parameter;
  readonly parameters: readonly Parameter[];
  private readonly positions: Parameter;
  private readonly shape: SasrecShape;
  private readonly blocks: readonly Block[];
  private readonly last: LayerNorm;
  private readonly arithmetic: Arithmetic;
  private readonly mask: Values;

  constructor(shape: SasrecShape, random: Random, arithmetic: Arithmetic) {
    const { items, d, longest, blocks, sequences } = shape;
    const rows = sequences * longest;
    this.shape = shape;
    this.arithmetic = arithmetic;
    this.items = parameterOf(normalValues(items * d, 1 / d, random.fork('items')), arithmetic);
    this.positions = parameterOf(normalValues(longest * d, 1 / Math.sqrt(d), random.fork('positions')), arithmetic);
    this.blocks = Array.from({ length: blocks }, (_, index) =>
      newBlock(shape, random.fork(`block ${index}`), arithmetic),
    );
    this.last = new LayerNorm(d, rows, arithmetic);
    this.mask = arithmetic.scratch(rows * d);
    const layers = this.blocks.flatMap((block) => [
      ...[block.norm1, block.norm2].flatMap(({ γ, β }) => [γ, β]),
      ...[block.q, block.k, block.v, block.w1, block.w2].flatMap(({ weight, bias }) => [weight, bias]),
    ]);
    this.parameters = [this.items, this.positions, ...layers, this.last.γ, this.last.β];
  }

  /** F, a row for each token. Without dropout the same batch gives the same rows. */
  forward({ item, start }: TokenBatch, dropout: Dropout | null): Values {
    const { d } = this.shape;
    const rows = item.length;
    let x = this.embed({ item, start });
    applyMask(dropout, this.mask, x);
    for (const block of this.blocks) x = forwardBlock(block, start, x, rows * d, this.arithmetic, dropout);
    const y = this.arithmetic.scratch(rows * d);
    this.last.forward(rows, x, y);
    return y;
  }

  /** Adds to the gradients of all parameters, given the loss by F; what the loss says of M directly is the caller's. */
  backward({ item, start }: TokenBatch, dy: Values): void {
    const { d } = this.shape;
    let dx = this.arithmetic.scratch(item.length * d);
    this.last.backward(item.length, dy, dx);
    for (const block of this.blocks.toReversed()) dx = backwardBlock(block, start, dx, this.arithmetic);
    multiply(dx, this.mask);
    this.eachToken({ item, start }, (token, one, position) => {
      for (let k = 0; k < d; k += 1) {
        const g = dx[token * d + k]!;
        this.items.gradient[one * d + k]! += Math.sqrt(d) * g;
        this.positions.gradient[position * d + k]! += g;
      }
    });
  }

  private embed(batch: TokenBatch): Values {
    const { d } = this.shape;
    const x = this.arithmetic.scratch(batch.item.length * d);
    this.eachToken(batch, (token, one, position) => {
      for (let k = 0; k < d; k += 1) {
        x[token * d + k] = Math.sqrt(d) * this.items.value[one * d + k]! + this.positions.value[position * d + k]!;
      }
    });
    return x;
  }

  /** Positions count back from the end, as with the paper's padding on the left. */
  private eachToken({ item, start }: TokenBatch, visit: (token: number, item: number, position: number) => void): void {
    for (let sequence = 0; sequence + 1 < start.length; sequence += 1) {
      const end = start[sequence + 1]!;
      for (let token = start[sequence]!; token < end; token += 1) {
        visit(token, item[token]!, this.shape.longest - end + token);
      }
    }
  }
}

function newBlock({ d, longest, sequences }: SasrecShape, random: Random, arithmetic: Arithmetic): Block {
  const rows = sequences * longest;
  const linear = (name: string) => new Linear(d, d, random.fork(name), arithmetic);
  const room = () => arithmetic.scratch(rows * d);
  return {
    norm1: new LayerNorm(d, rows, arithmetic),
    q: linear('q'),
    k: linear('k'),
    v: linear('v'),
    attention: new CausalAttention(d, longest, sequences, arithmetic),
    norm2: new LayerNorm(d, rows, arithmetic),
    w1: linear('w1'),
    w2: linear('w2'),
    kept: {
      n1: room(),
      q: room(),
      k: room(),
      v: room(),
      n2: room(),
      hidden: room(),
      mask1: room(),
      mask2: room(),
      mask3: room(),
    },
  };
}

function multiply(x: Values, mask: Values): void {
  for (let at = 0; at < x.length; at += 1) x[at]! *= mask[at]!;
}

function applyMask(dropout: Dropout | null, mask: Values, x: Values): void {
  if (dropout === null) {
    mask.fill(1, 0, x.length);
    return;
  }
  dropout.draw(mask, x.length);
  multiply(x, mask);
}

function add(x: Values, y: Values): void {
  for (let at = 0; at < x.length; at += 1) x[at]! += y[at]!;
}

function forwardBlock(
  block: Block,
  start: readonly number[],
  x: Values,
  length: number,
  { scratch }: Arithmetic,
  dropout: Dropout | null,
): Values {
  const { kept } = block;
  const rows = start.at(-1)!;
  block.norm1.forward(rows, x, kept.n1);
  block.q.forward(rows, kept.n1, kept.q);
  block.k.forward(rows, kept.n1, kept.k);
  block.v.forward(rows, kept.n1, kept.v);
  const attended = scratch(length);
  block.attention.forward(start, kept.q, kept.k, kept.v, attended);
  applyMask(dropout, kept.mask1, attended);
  add(attended, x);
  block.norm2.forward(rows, attended, kept.n2);
  block.w1.forward(rows, kept.n2, kept.hidden);
  const hidden = kept.hidden.subarray(0, length);
  for (let at = 0; at < length; at += 1) hidden[at] = Math.max(0, hidden[at]!);
  applyMask(dropout, kept.mask2, hidden);
  const y = scratch(length);
  block.w2.forward(rows, hidden, y);
  applyMask(dropout, kept.mask3, y);
  add(y, attended);
  return y;
}

/** The gradient by the block's input, given the one by its output. */
function backwardBlock(block: Block, start: readonly number[], dy: Values, { scratch }: Arithmetic): Values {
  const { kept } = block;
  const rows = start.at(-1)!;
  const length = dy.length;
  const df = dy.slice();
  multiply(df, kept.mask3);
  const dHidden = scratch(length);
  block.w2.backward(rows, kept.hidden, df, dHidden);
  // A hidden number that ReLU or dropout put to 0 passes nothing on.
  for (let at = 0; at < length; at += 1) dHidden[at] = kept.hidden[at]! > 0 ? dHidden[at]! * kept.mask2[at]! : 0;
  const dn2 = scratch(length);
  block.w1.backward(rows, kept.n2, dHidden, dn2);
  block.norm2.backward(rows, dn2, dy);
  const da = dy.slice();
  multiply(da, kept.mask1);
  const [dq, dk, dv, dn1] = [scratch(length), scratch(length), scratch(length), scratch(length)];
  block.attention.backward(start, kept, da, { dq, dk, dv });
  block.q.backward(rows, kept.n1, dq, dn1);
  block.k.backward(rows, kept.n1, dk, dn1);
  block.v.backward(rows, kept.n1, dv, dn1);
  block.norm1.backward(rows, dn1, dy);
  return dy;
}
