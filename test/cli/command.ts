/** @file The terminal for tests: as `npm run build` makes it, for those that start real processes, and specs that are typed after `run`. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseCommand, type Command } from '../../src/cli/command.ts';

/** Commands are given in the project's own folder. */
export const ROOT = resolve(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'bin/espalier.js');
if (!existsSync(BUILT)) throw new Error('There is no build to test: npm run build');

/** What Node is given before the arguments of a command: the built program, which starts three times as fast as its source. */
export const COMMAND: readonly string[] = [BUILT];

/** The path of a new file with a spec in it. */
export function specFile(spec: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'espalier-spec-')), 'spec.json');
  writeFileSync(path, JSON.stringify(spec));
  return path;
}

/** What `run SPEC.json` is read as. @throws LabError what is wrong with the spec or an option */
export const runOf = <Kind extends Command['type']>(
  spec: { readonly kind: Kind } & Readonly<Record<string, unknown>>,
  ...args: readonly string[]
): Extract<Command, { readonly type: Kind }> =>
  parseCommand(['run', specFile(spec), ...args]) as Extract<Command, { readonly type: Kind }>;

/** How a command ended. */
export interface Ended {
  readonly code: number;
  /** The last line of `stdout`, where that is JSON; else empty. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command as somebody types it, in a process of its own. */
export function lab(...args: readonly string[]): Promise<Ended> {
  return new Promise((done) => {
    execFile(process.execPath, [...COMMAND, ...args], { cwd: ROOT, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), json: lastLine(stdout), stdout, stderr }),
    );
  });
}

function lastLine(text: string): Ended['json'] {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  return line.startsWith('{') && line.endsWith('}') ? (JSON.parse(line) as Ended['json']) : {};
}
