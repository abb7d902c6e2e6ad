/**
 * @file What WebLLM asks of every graphics card, whatever the model (`detectGPUDevice` of its runtime). It asks for the
 * larger of two sizes where the card has it and for the smaller one otherwise, never for anything in between.
 */
import type { Card } from './adapter.ts';

/** The least that the runtime starts with. */
const LEAST: Readonly<Record<string, number>> = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 32768,
  maxStorageBuffersPerShaderStage: 10,
};
const LARGE_BINDING = 2 ** 30;

/** Which limit of the card is below what the runtime needs, as a sentence; null where none is. */
export function shortOfLimits({ limits }: Card): string | null {
  const short = Object.entries(LEAST).find(([name, least]) => (limits[name] ?? 0) < least);
  if (short === undefined) return null;
  const [name, least] = short;
  return `WebLLM needs ${name} of at least ${least}, and this graphics card reports ${limits[name] ?? 0}.`;
}

/** How much memory a shader can see at once, in bytes. */
export function grantedBinding({ limits }: Card): number {
  const own = limits['maxStorageBufferBindingSize'] ?? 0;
  return own >= LARGE_BINDING ? LARGE_BINDING : Math.min(own, LEAST['maxStorageBufferBindingSize'] ?? own);
}
