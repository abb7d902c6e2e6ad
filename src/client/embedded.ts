/**
 * @file Whether the page stands in somebody else's page. What a header forbids (`frame-ancestors`) no page can forbid by itself, and a
 * host without headers cannot send it before the service worker does: so a frame shows, and does nothing else. Every part of the page
 * that could do something consults this one fact.
 */
import { framedName } from '../core/platform/site-scope.ts';
import { LabError } from '../core/errors.ts';

const REFUSED = 'This browser does not let the page write to the clipboard. Select the text and copy it by hand.';

/** Copies the text. @throws LabError `device-missing` where the browser has no clipboard for the page, or refuses it */
export async function copyToClipboard(text: string): Promise<void> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard === undefined) throw new LabError('device-missing', REFUSED);
  try {
    await clipboard.writeText(text);
  } catch (cause) {
    throw new LabError('device-missing', REFUSED, null, { cause });
  }
}

function isFramedByOthers(): boolean {
  try {
    return window.top !== window.self && window.top?.location.origin !== location.origin;
  } catch {
    return true;
  }
}

/**
 * True where `?embed` asks for one picture or notebook without the places, and in every frame of another origin; also where there is no page at
 * all, as in a terminal that reads the page's folds.
 */
export const embedded: boolean =
  !('location' in globalThis) || new URLSearchParams(location.search).has('embed') || isFramedByOthers();

/** In a frame, lets every worker know that it is in one, wherever it is started. To be called before the first. */
export function tellWorkers(): void {
  if (!embedded) return;
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, { ...options, name: framedName(options?.name ?? '') });
    }
  };
}

/** The same content in the lab, outside of the frame. @param address of the frame's page */
export function labAddress(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('embed');
  return url.href;
}
