/** @file Where this browser keeps the page's settings. */
import { embedded } from '../../../client/embedded.ts';

/** The browser's settings; null in a frame, where nothing is read or written, and where the browser refuses to keep anything. */
export function ownStore(): Storage | null {
  try {
    return embedded ? null : ((globalThis as { readonly localStorage?: Storage }).localStorage ?? null);
  } catch {
    return null;
  }
}
