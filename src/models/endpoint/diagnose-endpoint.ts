/**
 * @file The connection check: asks an endpoint one thing after the other, and says of the first that fails why and what to do.
 */
import { now } from '../../core/clock.ts';
import { throwIfAborted, toLabError } from '../../core/errors.ts';
import type {
  EndpointCheck,
  EndpointDiagnosis,
  EndpointFinding,
  EndpointFix,
  EndpointQuestion,
  EndpointStep,
} from '../service/endpoint.ts';
import { readKey } from '../network-access.ts';
import { EndpointAsker } from './ask-endpoint.ts';
import { connectionTo, type EndpointConnection } from './endpoint-connection.ts';
import { endpointProblem, quoted, type EndpointProblem } from './endpoint-error.ts';
import { readEndpointOptions } from './endpoint-options.ts';
import { findModel, listModels, type ListedModel } from './list-models.ts';
import { probeSchema } from './schema-probe.ts';
import { adviceToGet } from './server-advice.ts';
import { explainUnreachable } from './unreachable.ts';

// A reply that has begun comes on within seconds; only its beginning may wait for a model to be loaded.
const SILENCE_IN_REPLY = 15_000;
const CHECKS: readonly EndpointCheck[] = ['connection', 'models', 'model', 'streaming', 'schema'];
const FINDINGS: Readonly<Record<Exclude<EndpointProblem, 'unreachable'>, EndpointFinding>> = {
  silent: 'silent',
  redirected: 'redirected',
  'not-compatible': 'not-compatible',
  'key-refused': 'key-refused',
  'model-absent': 'model-absent',
  refused: 'server-error',
  'server-error': 'server-error',
  'broken-off': 'reply-broken-off',
  hung: 'reply-hung',
};

/** What the checks have in common. */
interface Examination {
  readonly connection: EndpointConnection;
  readonly signal: AbortSignal;
  readonly add: (step: EndpointStep) => void;
}

/**
 * Examines an endpoint, with two short replies at most. Being asked is the person's leave to send them.
 * @param onStep is told of each step as it is done
 * @throws LabError `spec-invalid` for options that are none, `aborted`; whatever else goes wrong is a finding
 */
export async function diagnoseEndpoint(
  { options, model }: EndpointQuestion,
  key: string | null,
  signal: AbortSignal,
  onStep: (step: EndpointStep) => void = () => undefined,
): Promise<EndpointDiagnosis> {
  const complete = connectionTo(readEndpointOptions(options), readKey(key));
  // Whoever checks wants to know that the server is busy, and not to wait for it.
  const connection = { ...complete, silence: Math.min(complete.silence, SILENCE_IN_REPLY), longestWait: 0 };
  const steps: EndpointStep[] = [];
  const add = (step: EndpointStep): void => {
    steps.push(step);
    onStep(step);
  };
  const examination = { connection, signal, add };
  const models = await checkList(examination);
  const listed = models === null ? null : checkModel(examination, models, model);
  const asker = listed === null ? null : new EndpointAsker(listed.name);
  const speed = asker === null ? null : await checkStreaming(examination, asker);
  if (asker !== null && speed !== null) await checkSchema(examination, asker);
  for (const check of CHECKS.slice(steps.length)) {
    add({ check, status: 'skipped', finding: 'not-reached', message: 'Not tried yet.', fixes: [] });
  }
  return {
    steps,
    works: steps.every(({ status }) => status === 'passed' || status === 'warned'),
    models: (models ?? []).map(({ name }) => name),
    server: models?.[0]?.server ?? null,
    speed,
  };
}

const passed = (check: EndpointCheck, message: string): EndpointStep => ({
  check,
  status: 'passed',
  finding: 'passed',
  message,
  fixes: [],
});

async function checkList({ connection, signal, add }: Examination): Promise<readonly ListedModel[] | null> {
  const { baseUrl } = connection;
  try {
    const models = await listModels(connection, signal);
    add(passed('connection', `A server answers at ${new URL(baseUrl).host}.`));
    add(passed('models', `It is an OpenAI-compatible endpoint and offers ${models.length} models.`));
    return models;
  } catch (thrown) {
    const problem = endpointProblem(thrown);
    const isReached = problem !== 'unreachable' && problem !== 'silent';
    if (isReached) add(passed('connection', `A server answers at ${new URL(baseUrl).host}.`));
    add(await failed(isReached ? 'models' : 'connection', thrown, connection, signal));
    return null;
  }
}

function checkModel(
  { connection, add }: Examination,
  models: readonly ListedModel[],
  name: string,
): ListedModel | null {
  const listed = findModel(models, name);
  if (listed !== undefined) {
    add(passed('model', `It has ${listed.name}.`));
    return listed;
  }
  const names = models
    .map((model) => model.name)
    .slice(0, 20)
    .join(', ');
  const fixes = [
    ...(names === '' ? [] : [{ text: `Choose one of those that are there: ${names}.` }]),
    ...adviceToGet(new URL(connection.baseUrl), models[0]?.server ?? null, name === '' ? 'MODEL' : name),
  ];
  const message = name === '' ? 'No model was chosen.' : `It has no model ${name}.`;
  add({ check: 'model', status: 'failed', finding: 'model-absent', message, fixes });
  return null;
}

const COUNTING = {
  messages: [{ role: 'user', content: 'Count from 1 to 30 in digits, with spaces between them.' }],
  seed: 1,
  temperature: 0,
  maxTokens: 64,
} as const;

async function checkStreaming(
  { connection, signal, add }: Examination,
  asker: EndpointAsker,
): Promise<EndpointDiagnosis['speed']> {
  const start = now();
  const times: number[] = [];
  let counted: number | null = null;
  let isStreamed = true;
  try {
    for await (const piece of asker.ask(connection, COUNTING, signal)) {
      if (piece.type === 'end') {
        counted = piece.usage?.output ?? null;
        isStreamed = piece.streamed;
      } else if (piece.type !== 'wait') times.push(now());
    }
  } catch (thrown) {
    add(await failed('streaming', thrown, connection, signal));
    return null;
  }
  const speed = speedOf(start, times, counted, now());
  const rate = `${speed.tokensPerSecond.toFixed(1)} tokens per second${speed.estimated ? ', estimated from the pieces of the reply' : ''}`;
  if (isStreamed && times.length < 2) {
    add(passed('streaming', `The reply came in one piece, after ${speed.firstTokenSeconds.toFixed(2)} s.`));
  } else if (isStreamed) {
    add(
      passed(
        'streaming',
        `A reply came piece by piece: the first after ${speed.firstTokenSeconds.toFixed(2)} s, then ${rate}.`,
      ),
    );
  } else {
    const message = `The server sends a reply only when it is complete: ${rate}.`;
    const fixes = [
      { text: 'It works, but you will not see replies grow. A proxy before the server may hold them back.' },
    ];
    add({ check: 'streaming', status: 'warned', finding: 'not-streamed', message, fixes });
  }
  return speed;
}

/** Decoding alone where pieces came one by one; with the prompt where the reply came at once. */
function speedOf(start: number, times: readonly number[], counted: number | null, end: number) {
  const first = times[0] ?? end;
  const last = times.at(-1) ?? end;
  const tokens = counted ?? times.length;
  const [count, milliseconds] = last > first ? [tokens - 1, last - first] : [tokens, last - start];
  return {
    firstTokenSeconds: (first - start) / 1000,
    tokensPerSecond: (Math.max(0, count) * 1000) / Math.max(1, milliseconds),
    estimated: counted === null,
  };
}

const WITHOUT_SCHEMA: EndpointFix = {
  text: 'The lab works without: it checks every reply and asks once more. For constrained replies use a newer version of the server, or another model.',
};

async function checkSchema({ connection, signal, add }: Examination, asker: EndpointAsker): Promise<void> {
  try {
    const probe = await probeSchema(connection, asker, signal);
    if (probe.outcome === 'refused') {
      const message = `It refuses a JSON Schema. ${asker.schemaRefusal ?? ''}`.trim();
      add({ check: 'schema', status: 'warned', finding: 'schema-refused', message, fixes: [WITHOUT_SCHEMA] });
    } else if (probe.outcome === 'ignored') {
      const message = `It takes a JSON Schema and ignores it: the reply was ${quoted(probe.reply, connection)}.`;
      add({ check: 'schema', status: 'warned', finding: 'schema-ignored', message, fixes: [WITHOUT_SCHEMA] });
    } else {
      add(passed('schema', 'It keeps a JSON Schema, so replies are constrained.'));
    }
  } catch (thrown) {
    add(await failed('schema', thrown, connection, signal));
  }
}

/** The step of a check that failed. An error that is no finding, such as an abort, is thrown on. */
async function failed(
  check: EndpointCheck,
  thrown: unknown,
  connection: EndpointConnection,
  signal: AbortSignal,
): Promise<EndpointStep> {
  const problem = endpointProblem(thrown);
  if (problem === null) throw thrown;
  if (problem === 'unreachable') {
    const why = await explainUnreachable(`${connection.baseUrl}/models`, thrown, signal);
    return { check, status: 'failed', ...why };
  }
  const fixes = problem === 'not-compatible' ? await rightPath(connection, signal) : [];
  return { check, status: 'failed', finding: FINDINGS[problem], message: toLabError(thrown).message, fixes };
}

/** The path at which there is an endpoint, if there is one at a usual place. */
async function rightPath(connection: EndpointConnection, signal: AbortSignal): Promise<readonly EndpointFix[]> {
  const { baseUrl } = connection;
  const places = new Set([`${baseUrl}/v1`, `${new URL(baseUrl).origin}/v1`, `${new URL(baseUrl).origin}/api/v1`]);
  places.delete(baseUrl);
  for (const place of places) {
    const found = await listModels({ ...connection, baseUrl: place }, signal).catch(() => null);
    throwIfAborted(signal);
    if (found !== null) return [{ text: 'There is an endpoint at another path. Enter this address', command: place }];
  }
  return [{ text: 'Enter the address up to and with the version, such as http://localhost:11434/v1.' }];
}
