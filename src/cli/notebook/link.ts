/** @file `lab link` and `lab open`. */
import { LabError, toLabError } from '../../core/errors.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { encodeNotebook, decodeNotebook } from '../../notebook/payload.ts';
import { linkTo, sizeOf, readLink } from '../../notebook/link.ts';
import { readFile } from 'node:fs/promises';
import { parseNotebook } from '../../notebook/validate.ts';
import { parseRunSpec } from '../../lab/run/run-spec.ts';
import { checkSimulation } from '../../lab/simulation/run-simulation.ts';

const CHECKED = { parseRun: parseRunSpec, checkSimulation };

/** The notebook of a file. @throws LabError naming the file, the place in it and what is wrong there */
export async function readNotebook(path: string): Promise<Notebook> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new LabError(
      'file-invalid',
      `${path} cannot be read; give the path of a notebook.`,
      { file: path },
      { cause },
    );
  }
  try {
    return parseNotebook(textOf(bytes), CHECKED);
  } catch (thrown) {
    const { code, message, details } = toLabError(thrown);
    throw new LabError(code, `${path}: ${message}`, details, { cause: thrown });
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new LabError('file-damaged', 'The notebook is not text in UTF-8; open it as it was saved.', null, { cause });
  }
}

/** The notebook of a link; nothing is run or fetched. @throws LabError saying what is wrong with the link */
export const openLink = (text: string): Notebook => decodeNotebook(readLink(text), CHECKED);

export interface PrintedLink {
  readonly link: string;
  readonly characters: number;
  readonly warning?: string;
}

/** The link of a notebook's file. @throws LabError what is wrong with the file or the address */
export async function linkFile(path: string, base: string): Promise<PrintedLink> {
  if (!URL.canParse(base)) {
    throw new LabError(
      'spec-invalid',
      `--base: "${base}" is no web address; give one such as https://example.org/lab/.`,
    );
  }
  const link = linkTo(base, encodeNotebook(await readNotebook(path)));
  const { warning } = sizeOf(link.length);
  return { link, characters: link.length, ...(warning !== '' && { warning }) };
}
