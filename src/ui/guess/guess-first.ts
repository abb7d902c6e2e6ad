/** @file Whether the Plan page asks for a guess before it shows answers. */
import { RememberedSwitch } from '../picture/legend/remembered-switch.svelte.ts';

/** On until somebody does not want to be asked. */
export const guessFirst = new RememberedSwitch('guess-first', true);
