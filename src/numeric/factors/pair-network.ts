/**
 * @file A multilayer perceptron on a person's and an item's vector (He et al. 2017, Neural Collaborative Filtering, section
 * 3.3): r̂_ui = W₂ ReLU(W₁ [p_u; q_i] + b₁) + b₂.
 */
import type { Random } from '../../core/random.ts';
import type { Arithmetic, Values } from './arithmetic.ts';
import { Linear } from './layers.ts';
import { normalValues } from '../normal-draw.ts';
import { type Parameter, parameterOf } from './parameter.ts';

export interface PairNetworkShape {
  readonly users: number;
  readonly items: number;
  /** The length of p_u and of q_i. */
  readonly d: number;
  readonly hidden: number;
}

export function pairNetworkParameters({ users, items, d, hidden }: PairNetworkShape): number {
  return (users + items) * d + 2 * d * hidden + 2 * hidden + 1;
}

/** The network; what the backward pass needs is kept in what the forward pass returns. */
export class PairNetwork {
  readonly parameters: readonly Parameter[];
  private readonly shape: PairNetworkShape;
  private readonly arithmetic: Arithmetic;
  private readonly p: Parameter;
  private readonly q: Parameter;
  private readonly first: Linear;
  private readonly second: Linear;

  constructor(shape: PairNetworkShape, random: Random, arithmetic: Arithmetic) {
    const { users, items, d, hidden } = shape;
    this.shape = shape;
    this.arithmetic = arithmetic;
    this.p = parameterOf(normalValues(users * d, 0.1, random.fork('users')), arithmetic);
    this.q = parameterOf(normalValues(items * d, 0.1, random.fork('items')), arithmetic);
    this.first = new Linear(2 * d, hidden, random.fork('first'), arithmetic);
    this.second = new Linear(hidden, 1, random.fork('second'), arithmetic);
    const layers = [this.first, this.second].flatMap(({ weight, bias }) => [weight, bias]);
    this.parameters = [this.p, this.q, ...layers];
  }

  /** r̂ of each pair, with the layers before it. */
  forward(user: Int32Array, item: Int32Array): { readonly x: Values; readonly hidden: Values; readonly y: Values } {
    const { shape, arithmetic, p, q } = this;
    const { d } = shape;
    const rows = user.length;
    const x = arithmetic.scratch(rows * 2 * d);
    for (let row = 0; row < rows; row += 1) {
      const at = row * 2 * d;
      for (let k = 0; k < d; k += 1) {
        x[at + k] = p.value[user[row]! * d + k]!;
        x[at + d + k] = q.value[item[row]! * d + k]!;
      }
    }
    const hidden = arithmetic.scratch(rows * shape.hidden);
    this.first.forward(rows, x, hidden);
    for (let at = 0; at < hidden.length; at += 1) hidden[at] = Math.max(0, hidden[at]!);
    const y = arithmetic.scratch(rows);
    this.second.forward(rows, hidden, y);
    return { x, hidden, y };
  }

  /**
   * Adds to the gradients of all parameters.
   * @param dy the loss by each r̂
   * @param λ λ / 2 times |p_u|², |q_i|², |W₁|² and |W₂|² are part of each pair's loss
   */
  backward(
    user: Int32Array,
    item: Int32Array,
    { x, hidden }: { readonly x: Values; readonly hidden: Values },
    dy: Values,
    λ: number,
  ): void {
    const { shape, arithmetic, p, q } = this;
    const { d } = shape;
    const rows = user.length;
    const dHidden = arithmetic.scratch(hidden.length);
    this.second.backward(rows, hidden, dy, dHidden);
    for (let at = 0; at < hidden.length; at += 1) if (hidden[at] === 0) dHidden[at] = 0;
    const dx = arithmetic.scratch(x.length);
    this.first.backward(rows, x, dHidden, dx);
    for (let row = 0; row < rows; row += 1) {
      const at = row * 2 * d;
      for (let k = 0; k < d; k += 1) {
        p.gradient[user[row]! * d + k]! += dx[at + k]! + λ * x[at + k]!;
        q.gradient[item[row]! * d + k]! += dx[at + d + k]! + λ * x[at + d + k]!;
      }
    }
    for (const { value, gradient } of [this.first.weight, this.second.weight]) {
      for (let k = 0; k < value.length; k += 1) gradient[k]! += rows * λ * value[k]!;
    }
  }
}
