/** @file What of an endpoint is a number, as the form asks for it and as the list of kept ones tells it. */
import { count } from '../../words.ts';

/** A number that may be left to the lab or the server. */
interface EndpointNumber {
  /** As specs name it. */
  readonly option: 'contextLength' | 'timeoutSeconds' | 'waitSeconds' | 'thinkingTokens';
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** What holds where nothing is written. */
  readonly usual: string;
  readonly told: (value: number) => string;
}

/** In the order of the form. */
export const ENDPOINT_NUMBERS: readonly EndpointNumber[] = [
  {
    option: 'contextLength',
    label: 'Context length, in tokens',
    min: 256,
    max: 10_000_000,
    usual: 'as the server says',
    told: (tokens) => `${count(tokens)} tokens of context`,
  },
  {
    option: 'timeoutSeconds',
    label: 'Timeout, in seconds',
    min: 1,
    max: 3600,
    usual: '60',
    told: (seconds) => `${count(seconds)} s of silence at most`,
  },
  {
    option: 'waitSeconds',
    label: 'Waits for a busy server, in seconds',
    min: 0,
    max: 3600,
    usual: '120',
    told: (seconds) => (seconds === 0 ? 'waits for no busy server' : `waits ${count(seconds)} s for a busy server`),
  },
  {
    option: 'thinkingTokens',
    label: 'Thinking, in tokens',
    min: 0,
    max: 1_000_000,
    usual: 'found out',
    told: (tokens) => (tokens === 0 ? 'asked not to think' : `${count(tokens)} tokens to think with`),
  },
];
