/** @file What two runs of one spec have in common: their events without the times. */
import { asJson, type Json } from '../core/json.ts';
import type { TraceEvent } from '../core/trace.ts';

/** The event without `time`, its members in their order. */
export const withoutTime = ({ time: _, ...event }: TraceEvent): Json => asJson(event);
