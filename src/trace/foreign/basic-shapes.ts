/** @file The shapes that others are made of. */
import * as z from 'zod/mini';

// The page's security policy refuses code that is made at run time, and counts each attempt.
z.config({ jitless: true });

/** Any text. */
export const text = z.string();
/** Any number. */
export const number = z.number();
/** An item and what it is called. */
export const item = z.looseObject({ id: number, title: text });
