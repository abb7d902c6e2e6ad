/** @file Links that open on the Agents page: a notebook of its run, in the fragment of the address. Nothing in them runs by being opened. */
import type { RunSpec } from '../../../core/run.ts';
import { decodeNotebook } from '../../../notebook/decode.ts';
import { readLink } from '../../../notebook/link.ts';
import { isAgentsLink } from '../../places.ts';

/** What a link has set up; null where it is no such link. @throws LabError `file-damaged`, `file-too-large` and the like */
export function readAgentsLink(hash: string): RunSpec | null {
  if (!isAgentsLink(hash)) return null;
  const link = readLink(hash);
  const cells = link.type === 'payload' ? decodeNotebook(link.payload).cells : [];
  const run = cells.find((cell) => cell.type === 'run' && cell.spec.recommender.name === 'macrec');
  return run?.type === 'run' ? run.spec : null;
}
