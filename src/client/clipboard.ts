/** @file The clipboard, which not every browser and not every page may write to. */
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
