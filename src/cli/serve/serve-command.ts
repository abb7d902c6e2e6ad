/** @file `espalier serve`: the page, served to this machine until it is stopped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LabError } from '../../core/errors.ts';
import { SITE_FOLDER } from '../package-files.ts';
import { usage } from '../usage.ts';
import { serveSite } from './serve-site.ts';

/** What is served, and where. */
export interface ServeCommand {
  readonly type: 'serve';
  /** 0 for any that is free; null for 4173, or the next one that is free. */
  readonly port: number | null;
  /** A folder of models; null for none. */
  readonly models: string | null;
}

const PORT = 4173;

/** What `serve` was typed with. @throws LabError `spec-invalid` */
export function serveArguments(
  { port, models }: { readonly port?: string; readonly models?: string },
  operands: readonly string[],
): ServeCommand {
  if (operands.length > 0) throw usage(`serve takes no "${operands.join(' ')}".`);
  if (port !== undefined && !/^\d{1,5}$/.test(port))
    throw usage(`--port must be a whole number from 0, not "${port}".`);
  return {
    type: 'serve',
    port: port === undefined ? null : Number(port),
    models: models ?? process.env['ESPALIER_MODELS'] ?? null,
  };
}

/**
 * Serves the built site until an interrupt.
 * @param onListening receives its address
 * @throws LabError `file-member-missing` where it was not built, `spec-invalid` where the port is taken
 */
export async function serveCommand({ port, models }: ServeCommand, onListening: (url: string) => void): Promise<void> {
  if (!existsSync(join(SITE_FOLDER, 'index.html')))
    throw new LabError('file-member-missing', `There is no built site in ${SITE_FOLDER}; build it with npm run build.`);
  const stopped = new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
  const served = await serveSite(SITE_FOLDER, { port: port ?? PORT, isFixed: port !== null, models });
  onListening(served.url);
  await stopped;
  await served.close();
}
