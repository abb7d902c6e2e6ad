/** @file How replies are read, and how many were read in each way. */

/** How a reply can have been read, best first. */
export const REPLY_STATUSES = ['constrained', 'validated', 'mended', 'repaired', 'failed'] as const;
/** How a reply was read. */
export type ReplyStatus = (typeof REPLY_STATUSES)[number];

/** How many replies were read in each way. */
export type ReplyCounts = { readonly [Status in ReplyStatus]: number };

/** The counts as files have them: without `mended` where it is 0. */
export type WrittenReplyCounts = Omit<ReplyCounts, 'mended'> & { readonly mended?: number };
