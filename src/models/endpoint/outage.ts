/**
 * @file Tells an endpoint that is gone from a reply that failed: the one says nothing about the prompt or the method, the other may.
 */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { EndpointConnection } from './endpoint-connection.ts';
import { listModels } from './list-models.ts';

/** Milliseconds of silence after which a server that is asked for its list counts as gone; listing takes it no model. */
const PATIENCE = 10_000;

/** No key, no money, too many requests, unavailable: such a server lists its models and has none of them answer. */
const TURNED_AWAY: ReadonlySet<unknown> = new Set([401, 402, 429, 503, 529]);

/**
 * The failure of a request for a reply, as `endpoint-gone` where the endpoint turns everybody away or does not even list its
 * models any more; any other as it is.
 * @throws LabError `aborted`
 */
export async function asOutage(thrown: unknown, connection: EndpointConnection, signal: AbortSignal): Promise<unknown> {
  if (!(thrown instanceof LabError) || thrown.code !== 'endpoint-failed') return thrown;
  if (!isTurnedAway(thrown) && (await answers(connection, signal))) return thrown;
  return new LabError('endpoint-gone', thrown.message, thrown.details, { cause: thrown });
}

const isTurnedAway = ({ details }: LabError): boolean =>
  details !== null && typeof details === 'object' && 'status' in details && TURNED_AWAY.has(details['status']);

async function answers(connection: EndpointConnection, signal: AbortSignal): Promise<boolean> {
  const firstSilence = Math.min(connection.firstSilence, PATIENCE);
  const list = listModels({ ...connection, firstSilence, silence: firstSilence }, signal);
  const isThere = await list.then(
    () => true,
    () => false,
  );
  throwIfAborted(signal);
  return isThere;
}
