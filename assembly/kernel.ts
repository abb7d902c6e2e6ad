/** @file The kernel: all its loops, compiled by `node --import tsx assembly/build.ts` into src/numeric/kernel-bytes.ts. */
export * from './actor';
export * from './fit';
export * from './network';
