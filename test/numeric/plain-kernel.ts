/** @file The loops of policies in plain TypeScript, which those in WebAssembly are compared with. */
import { exp, log } from '../../src/core/numbers/elementary-functions.ts';
import type { PolicyKernel } from '../../src/numeric/networks/simd-kernel.ts';

const WIDTH = 32;

const PLAIN_ACTOR_KERNEL = {
  logits(count, vectors, biases, persons, out) {
    const items = biases.length;
    for (let sample = 0; sample < count; sample += 1) {
      for (let item = 0; item < items; item += 1) {
        let sum = biases[item]!;
        for (let at = 0; at < WIDTH; at += 1) sum += vectors[item * WIDTH + at]! * persons[sample * WIDTH + at]!;
        out[sample * items + item] = sum;
      }
    }
  },
  softmax(logits) {
    let most = -Infinity;
    for (let at = 0; at < logits.length; at += 1) if (logits[at]! > most) most = logits[at]!;
    let sum = 0;
    for (let at = 0; at < logits.length; at += 1) {
      const weight = exp(logits[at]! - most);
      logits[at] = weight;
      sum += weight;
    }
    for (let at = 0; at < logits.length; at += 1) logits[at] = logits[at]! / sum;
    return most + log(sum);
  },
  scaled(factor, from, to) {
    for (let at = 0; at < from.length; at += 1) to[at] = factor * from[at]!;
  },
  addEntropySlopes(weight, chances, logits, slopes) {
    let mean = 0;
    for (let at = 0; at < chances.length; at += 1) mean += chances[at]! * logits[at]!;
    for (let at = 0; at < chances.length; at += 1)
      slopes[at] = slopes[at]! + weight * chances[at]! * (logits[at]! - mean);
  },
  byPerson(count, slopes, vectors, out) {
    const items = vectors.length / WIDTH;
    for (let sample = 0; sample < count; sample += 1) {
      const row = out.subarray(sample * WIDTH, (sample + 1) * WIDTH).fill(0);
      for (let item = 0; item < items; item += 1) {
        const slope = slopes[sample * items + item]!;
        const start = item * WIDTH;
        for (let at = 0; at < WIDTH; at += 1) row[at] = row[at]! + slope * vectors[start + at]!;
      }
    }
  },
  gram(count, items, slopes, out) {
    for (let s = 0; s < count; s += 1) {
      for (let t = 0; t <= s; t += 1) {
        let sum = 0;
        for (let item = 0; item < items; item += 1) sum += slopes[s * items + item]! * slopes[t * items + item]!;
        out[s * count + t] = sum;
        out[t * count + s] = sum;
      }
    }
  },
  addGradients(count, slopes, persons, vectors, biases) {
    const items = biases.length;
    for (let item = 0; item < items; item += 1) {
      for (let sample = 0; sample < count; sample += 1) {
        const slope = slopes[sample * items + item]!;
        biases[item] = biases[item]! + slope;
        for (let at = 0; at < WIDTH; at += 1)
          vectors[item * WIDTH + at] = vectors[item * WIDTH + at]! + slope * persons[sample * WIDTH + at]!;
      }
    }
  },
  rmsprop: (...parts) => plainRmsprop(...parts),
} satisfies Partial<PolicyKernel>;

const plainRmsprop: PolicyKernel['rmsprop'] = (
  count,
  slopes,
  persons,
  vectors,
  vectorSquares,
  biases,
  biasSquares,
  { rate, decay, epsilon, scale },
) => {
  const items = biases.length;
  const slope = new Float64Array(WIDTH);
  for (let item = 0; item < items; item += 1) {
    slope.fill(0);
    let bias = 0;
    for (let sample = 0; sample < count; sample += 1) {
      const one = scale * slopes[sample * items + item]!;
      bias += one;
      for (let at = 0; at < WIDTH; at += 1) slope[at] = slope[at]! + one * persons[sample * WIDTH + at]!;
    }
    for (let at = 0; at < WIDTH; at += 1) {
      const place = item * WIDTH + at;
      const square = decay * vectorSquares[place]! + (1 - decay) * slope[at]! * slope[at]!;
      vectorSquares[place] = square;
      vectors[place] = vectors[place]! - (rate * slope[at]!) / (Math.sqrt(square) + epsilon);
    }
    const square = decay * biasSquares[item]! + (1 - decay) * bias * bias;
    biasSquares[item] = square;
    biases[item] = biases[item]! - (rate * bias) / (Math.sqrt(square) + epsilon);
  }
};

const PLAIN_NETWORK_KERNEL = {
  addRows(count, { places, values }, matrix, out) {
    for (let k = 0; k < count; k += 1) addRow(matrix, places[k]! * out.length, values[k]!, out);
  },
  addOuter(count, { places, values }, matrix, delta) {
    for (let k = 0; k < count; k += 1) {
      const start = places[k]! * delta.length;
      for (let at = 0; at < delta.length; at += 1) matrix[start + at] = matrix[start + at]! + values[k]! * delta[at]!;
    }
  },
  rowProducts(count, { places }, matrix, delta, out) {
    for (let k = 0; k < count; k += 1) {
      const start = places[k]! * delta.length;
      let sum = 0;
      for (let at = 0; at < delta.length; at += 1) sum += matrix[start + at]! * delta[at]!;
      out[k] = sum;
    }
  },
  addScaled(factor, from, to) {
    for (let at = 0; at < to.length; at += 1) to[at] = to[at]! + factor * from[at]!;
  },
  dot(x, y) {
    let sum = 0;
    for (let at = 0; at < x.length; at += 1) sum += x[at]! * y[at]!;
    return sum;
  },
  positives(x, { places, values }) {
    let count = 0;
    for (let at = 0; at < x.length; at += 1) {
      if (!(x[at]! > 0)) continue;
      places[count] = at;
      values[count] = x[at]!;
      count += 1;
    }
    return count;
  },
  rectify(x) {
    for (let at = 0; at < x.length; at += 1) x[at] = Math.max(x[at]!, 0);
  },
  adam(parameters, gradient, first, second, { scale, size, correction, epsilon }) {
    for (let at = 0; at < parameters.length; at += 1) {
      const slope = scale * gradient[at]!;
      const m = 0.9 * first[at]! + 0.1 * slope;
      const v = 0.999 * second[at]! + 0.001 * slope * slope;
      first[at] = m;
      second[at] = v;
      gradient[at] = 0;
      parameters[at] = parameters[at]! - (size * m) / (Math.sqrt(v) * correction + epsilon);
    }
  },
  rmspropFlat(parameters, gradient, squares, { rate, decay, epsilon, scale }) {
    for (let at = 0; at < parameters.length; at += 1) {
      const slope = scale * gradient[at]!;
      const square = decay * squares[at]! + (1 - decay) * slope * slope;
      squares[at] = square;
      gradient[at] = 0;
      parameters[at] = parameters[at]! - (rate * slope) / (Math.sqrt(square) + epsilon);
    }
  },
} satisfies Partial<PolicyKernel>;

function addRow(matrix: Float32Array, start: number, value: number, out: Float32Array): void {
  for (let at = 0; at < out.length; at += 1) out[at] = out[at]! + value * matrix[start + at]!;
}

export function plainKernel(): PolicyKernel {
  return {
    allocate: (length) => new Float32Array(length),
    allocatePlaces: (length) => new Int32Array(length),
    ...PLAIN_ACTOR_KERNEL,
    ...PLAIN_NETWORK_KERNEL,
  };
}
