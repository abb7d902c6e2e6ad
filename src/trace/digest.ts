/** @file The fingerprint of a trace: equal runs have equal digests, on every machine. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { TraceEvent } from '../core/trace.ts';
import { asJson, type Json } from '../core/json.ts';

const BATCH_CHARACTERS = 65_536;
const ENCODER = new TextEncoder();

export interface TraceDigest {
  add(event: TraceEvent): void;
  hex(): string;
}

/** The SHA-256 of events as JSON Lines without their times, and without `run-end`, which holds it. */
export function createDigest(): TraceDigest {
  const hash = sha256.create();
  let pending = '';
  // Hashing many short texts costs more than hashing one long one.
  const flush = (): void => {
    hash.update(ENCODER.encode(pending));
    pending = '';
  };
  return {
    add(event) {
      if (event.type === 'run-end') return;
      pending += `${JSON.stringify(withoutTime(event))}\n`;
      if (pending.length >= BATCH_CHARACTERS) flush();
    },
    hex() {
      flush();
      return bytesToHex(hash.digest());
    },
  };
}

export function digestOf(events: readonly TraceEvent[]): string {
  const digest = createDigest();
  for (const event of events) digest.add(event);
  return digest.hex();
}

export const withoutTime = ({ time: _, ...event }: TraceEvent): Json => asJson(event);
