/** @file How a plan says that the person starts over: nothing that was said before counts from then on. */

/** What the reply of such a plan begins with. */
export const ALL_FORGOTTEN = 'All forgotten';

/** True for the reply of a plan that starts over. */
export const startsOver = (reply: string): boolean => reply.toLowerCase().startsWith(ALL_FORGOTTEN.toLowerCase());
