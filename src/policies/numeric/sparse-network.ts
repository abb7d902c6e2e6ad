/**
 * @file A small network whose input is a dense part and a sparse one: [dense | sparse] → hidden → … → outputs, ReLU between. The
 * sparse part is given by places and values, so that its cost does not grow with the catalogue. All weights and biases are one array.
 */
import type { Random } from '../../core/random.ts';

/** An input. */
export interface SparseInput {
  readonly dense: Float32Array;
  readonly places: readonly number[];
  /** One a place. */
  readonly values: readonly number[];
}

/** Where a layer's numbers lie: weights as inputs × outputs, then one bias an output. */
interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: number;
  readonly biases: number;
}

/** The numbers of a network and how they are laid out. */
export class SparseNetwork {
  readonly parameters: Float32Array;
  readonly dense: number;
  readonly sparse: number;
  readonly layers: readonly Layer[];

  /** Weights and biases uniform in ±1/√inputs, as PyTorch's linear layers begin. */
  constructor(dense: number, sparse: number, widths: readonly number[], random: Random) {
    this.dense = dense;
    this.sparse = sparse;
    const layers: Layer[] = [];
    let inputs = dense + sparse;
    let at = 0;
    for (const outputs of widths) {
      layers.push({ inputs, outputs, weights: at, biases: at + inputs * outputs });
      at += (inputs + 1) * outputs;
      inputs = outputs;
    }
    this.layers = layers;
    this.parameters = new Float32Array(at);
    for (const layer of layers) {
      const bound = 1 / Math.sqrt(layer.inputs);
      const end = layer.biases + layer.outputs;
      for (let place = layer.weights; place < end; place += 1)
        this.parameters[place] = bound * (2 * random.uniform() - 1);
    }
  }

  /** The values of each layer after ReLU, the last one without. */
  forward({ dense, places, values }: SparseInput): Float32Array[] {
    const { parameters } = this;
    const activations: Float32Array[] = [];
    this.layers.forEach(({ outputs, weights, biases }, depth) => {
      const out = parameters.slice(biases, biases + outputs);
      const before = depth === 0 ? dense : activations[depth - 1]!;
      for (let row = 0; row < before.length; row += 1)
        addScaled(parameters, weights + row * outputs, before[row]!, out);
      if (depth === 0)
        for (let at = 0; at < places.length; at += 1)
          addScaled(parameters, weights + (this.dense + places[at]!) * outputs, values[at]!, out);
      if (depth < this.layers.length - 1)
        for (let unit = 0; unit < outputs; unit += 1) if (out[unit]! < 0) out[unit] = 0;
      activations.push(out);
    });
    return activations;
  }

  /**
   * Adds the gradient of ⟨outputs, slope⟩ to `gradient`.
   * @returns the gradient by the dense input
   */
  backward(
    input: SparseInput,
    activations: readonly Float32Array[],
    slope: Float32Array,
    gradient: Float32Array,
  ): Float32Array {
    let delta = slope;
    for (let depth = this.layers.length - 1; depth >= 0; depth -= 1) {
      const { outputs, weights, biases } = this.layers[depth]!;
      for (let unit = 0; unit < outputs; unit += 1) gradient[biases + unit] = gradient[biases + unit]! + delta[unit]!;
      if (depth === 0) {
        input.places.forEach((place, at) =>
          this.addRow(gradient, weights, outputs, this.dense + place, delta, input.values[at]!),
        );
        const byInput = new Float32Array(this.dense);
        for (let row = 0; row < this.dense; row += 1) {
          this.addRow(gradient, weights, outputs, row, delta, input.dense[row]!);
          byInput[row] = this.dot(weights + row * outputs, delta);
        }
        return byInput;
      }
      const before = activations[depth - 1]!;
      const next = new Float32Array(before.length);
      for (let row = 0; row < before.length; row += 1) {
        if (before[row]! <= 0) continue;
        this.addRow(gradient, weights, outputs, row, delta, before[row]!);
        next[row] = this.dot(weights + row * outputs, delta);
      }
      delta = next;
    }
    return delta;
  }

  /**
   * The derivative of the outputs along a direction of the parameters, and of the dense input where one is given.
   * @param direction laid out as the parameters
   */
  along(
    input: SparseInput,
    activations: readonly Float32Array[],
    direction: Float32Array,
    dense: Float32Array | null,
  ): Float32Array {
    const { parameters } = this;
    let moved = dense ?? new Float32Array(this.dense);
    this.layers.forEach(({ outputs, weights, biases }, depth) => {
      const out = direction.slice(biases, biases + outputs);
      const before = depth === 0 ? input.dense : activations[depth - 1]!;
      for (let row = 0; row < before.length; row += 1) {
        // What ReLU cut off does not move what follows.
        if (depth > 0 && before[row]! <= 0) continue;
        addScaled(direction, weights + row * outputs, before[row]!, out);
        addScaled(parameters, weights + row * outputs, moved[row]!, out);
      }
      if (depth === 0)
        for (let at = 0; at < input.places.length; at += 1)
          addScaled(direction, weights + (this.dense + input.places[at]!) * outputs, input.values[at]!, out);
      if (depth < this.layers.length - 1)
        for (let unit = 0; unit < outputs; unit += 1) if (activations[depth]![unit]! <= 0) out[unit] = 0;
      moved = out;
    });
    return moved;
  }

  private addRow(
    gradient: Float32Array,
    weights: number,
    outputs: number,
    row: number,
    delta: Float32Array,
    value: number,
  ): void {
    if (value === 0) return;
    const start = weights + row * outputs;
    for (let unit = 0; unit < outputs; unit += 1)
      gradient[start + unit] = gradient[start + unit]! + value * delta[unit]!;
  }

  private dot(start: number, delta: Float32Array): number {
    let sum = 0;
    for (let unit = 0; unit < delta.length; unit += 1) sum += this.parameters[start + unit]! * delta[unit]!;
    return sum;
  }
}

/** to += value · the numbers of `from` that begin at `start`. */
function addScaled(from: Float32Array, start: number, value: number, to: Float32Array): void {
  if (value === 0) return;
  for (let unit = 0; unit < to.length; unit += 1) to[unit] = to[unit]! + value * from[start + unit]!;
}
