/** @file How many threads models get in WebAssembly: said once, so that what is shown is what runs. */

/** More gain nothing for models of the size that WebAssembly can run. */
const MOST_THREADS = 4;

/** 1 or more. @param isIsolated whether memory can be shared: a page needs cross-origin isolation for it */
export function wasmThreads(cores: number, isIsolated: boolean): number {
  // WebKit may be isolated and share no memory all the same.
  return isIsolated && typeof SharedArrayBuffer !== 'undefined' ? Math.min(MOST_THREADS, cores) : 1;
}
