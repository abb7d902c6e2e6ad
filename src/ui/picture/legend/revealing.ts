/** @file Whether the page shows what a planner cannot know: slips and wrong verdicts. One switch for all pictures. */
import { RememberedSwitch } from './remembered-switch.svelte.ts';

/** On for those who look on from outside; off for those who want to see only what the planner sees. */
export const revealing = new RememberedSwitch('reveal-slips', true);
