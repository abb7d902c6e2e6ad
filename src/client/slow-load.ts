/** @file Why a model takes long to load. */
import type { LoadProgress } from '../rpc/remote-model.ts';

type Tell = (progress: LoadProgress) => void;

/** Milliseconds after which a load says why it takes so long. */
const LONG = 60_000;

/** Tells why, also where the worker is too busy to tell. */
export function sayingWhy(onProgress: Tell): { readonly tell: Tell; readonly end: () => void } {
  let last: LoadProgress | null = null;
  let isLong = false;
  const again = (): void => {
    if (last !== null) onProgress(isLong ? { ...last, phase: `${last.phase} ${whyLong(last)}` } : last);
  };
  const timer = setTimeout(() => {
    isLong = true;
    again();
  }, LONG);
  const tell = (progress: LoadProgress): void => {
    last = progress;
    again();
  };
  return { tell, end: () => clearTimeout(timer) };
}

function whyLong({ phase, bytes, totalBytes }: LoadProgress): string {
  if (phase.startsWith('Fetching')) return '(the network is slow for files of this size)';
  if (phase.startsWith('Loading') && bytes === totalBytes && bytes > 0) return '(read; the runtime prepares it)';
  return phase.startsWith('Loading') ? '(reading files of this size)' : '(this machine computes slowly)';
}
