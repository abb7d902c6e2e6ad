/** @file How replies are read, and how many were read in each way. */

/** How a reply can have been read, best first. */
export const REPLY_STATUSES = ['constrained', 'validated', 'mended', 'repaired', 'failed'] as const;
/** How a reply was read. */
export type ReplyStatus = (typeof REPLY_STATUSES)[number];

/** How many replies were read in each way. */
export type ReplyCounts = { readonly [Status in ReplyStatus]: number };

/** As they are written: the mended are left out if there are none. */
export type WrittenReplyCounts = Omit<ReplyCounts, 'mended'> & { readonly mended?: number };
