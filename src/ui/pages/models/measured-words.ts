/** @file What was measured of a model, in words. */
import type { Benchmark } from '../../../client/library-client.ts';
import { duration } from '../../words.ts';

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const speed = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** `Reads 118 and writes 21 tokens/s, loads in 4.1 s (wasm, 2 threads; median of 5 runs, 22 Nov 2026).` */
export function measuredInWords(benchmark: Benchmark): string {
  const { prefillTokensPerSecond, decodeTokensPerSecond, textsPerSecond, threads, runs } = benchmark;
  const parts = [
    prefillTokensPerSecond === null ? '' : `reads ${speed(prefillTokensPerSecond)} tokens/s`,
    decodeTokensPerSecond === null ? '' : `writes ${speed(decodeTokensPerSecond)} tokens/s`,
    textsPerSecond === null ? '' : `embeds ${speed(textsPerSecond)} short texts/s`,
    `loads in ${duration(benchmark.loadMilliseconds)}`,
  ].filter((part) => part !== '');
  const device =
    benchmark.device === 'wasm' ? `wasm, ${threads} ${threads === 1 ? 'thread' : 'threads'}` : benchmark.device;
  const how = [device ?? '', `median of ${runs} runs`, date.format(benchmark.measuredAt)].filter((part) => part !== '');
  const words = parts.join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${how.join('; ')}).`;
}
