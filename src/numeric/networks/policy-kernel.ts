/** @file All loops that policies spend their time in, and the memory that they work on. */
import { PLAIN_ACTOR_KERNEL, type ActorKernel } from './actor-kernel.ts';
import { PLAIN_NETWORK_KERNEL, type NetworkKernel } from './network-kernel.ts';

/** The loops of the low-rank actor and of networks. They work on arrays that the kernel allocated, and on parts of them. */
export interface PolicyKernel extends ActorKernel, NetworkKernel {
  readonly id: 'plain' | 'simd';
  /** Zeros. @throws LabError `memory-exhausted` where it was made for fewer */
  allocate(length: number): Float32Array;
  /** Zeros. @throws LabError `memory-exhausted` where it was made for fewer */
  allocatePlaces(length: number): Int32Array;
}

/** The loops in plain TypeScript; what the WebAssembly is held to. */
export function plainKernel(): PolicyKernel {
  return {
    id: 'plain',
    allocate: (length) => new Float32Array(length),
    allocatePlaces: (length) => new Int32Array(length),
    ...PLAIN_ACTOR_KERNEL,
    ...PLAIN_NETWORK_KERNEL,
  };
}
