/** @file A folder that is chosen in a page's field. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { Locator } from 'playwright';
import { engineOfTests } from '../browsers.ts';

/**
 * Chooses a folder, with all that lies in it. Firefox lets no driver choose one (BiDi's `input.setFiles` takes files alone), so there the
 * field is given the files as the browser would give them: each with its path from the folder on.
 */
export async function chooseFolder(field: Locator, folder: string): Promise<void> {
  if (engineOfTests() !== 'firefox') return field.setInputFiles(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => ({
      path: join(basename(folder), relative(folder, path)).replaceAll(sep, '/'),
      text: await readFile(path, 'utf8'),
    })),
  );
  await field.evaluate((input: HTMLInputElement, chosen) => {
    const transfer = new DataTransfer();
    for (const { path, text } of chosen) {
      const file = new File([text], path.split('/').at(-1) ?? '');
      Object.defineProperty(file, 'webkitRelativePath', { value: path });
      transfer.items.add(file);
    }
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, files);
}
