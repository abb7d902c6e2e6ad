/** @file Small things of the browser: the size of an element, scrolling, colours outside CSS, copying and saving. */
import { LabError } from '../core/errors.ts';

/**
 * An attachment that tells the size of its element, a frame later: what a size changes may change the size again, and within
 * one frame the browser gives up on that with an error.
 */
export function observeSize(tell: (width: number, height: number) => void): (element: Element) => () => void {
  return (element) => {
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => tell(element.clientWidth, element.clientHeight));
    });
    observer.observe(element);
    tell(element.clientWidth, element.clientHeight);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  };
}

/** Scrolls to the first shape of a group of an SVG: Firefox scrolls to no group, neither when asked to nor where one has the focus. */
export function bringIntoSight(group: Element | null | undefined, block: 'nearest' | 'center' = 'nearest'): void {
  const shape = group?.querySelector('rect, circle, text') ?? group;
  shape?.scrollIntoView({ block, inline: 'nearest' });
}

/**
 * The colour that a variable stands for in the theme of the moment.
 * @param variable `--leaf`
 */
export function colour(variable: string): string {
  // light-dark() is resolved only where a colour is used.
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Saves a file where the browser saves files. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after this call.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const LONGEST = 80;

/** `the-five-planners`, of a title: at most 80 characters. Empty where the title has none that a file's name takes. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, '');

/** Calls `action` once the returned function was not called for so many milliseconds. */
export function untilQuiet(action: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

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
