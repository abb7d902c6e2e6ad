/**
 * @file A model behind an OpenAI-compatible chat endpoint, as an engine: Ollama, LM Studio, llama.cpp, vLLM. Nothing is loaded;
 * the endpoint is asked whether it has the model and whether it keeps schemas.
 */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { Engine, EngineLoad } from '../engine.ts';
import type { NetworkAccess } from '../network-access.ts';
import { thinkingApart, thinkingHabit } from '../thinking-apart.ts';
import { EndpointAsker, keepsForm, patiently, type Asked } from './ask-endpoint.ts';
import { connectionTo, readEndpointOptions, type EndpointConnection } from './endpoint-options.ts';
import { asGone, endpointModel } from './endpoint-model.ts';
import { listModels, type ListedModel } from './request.ts';
import { probeScores } from './score-replies.ts';
import { withoutThinking } from '../../core/reply/thinking.ts';
import { now } from '../../core/clock.ts';
import type { EndpointQuestion, EndpointTrial } from '../service/model-worker-service.ts';

interface SchemaProbe {
  readonly outcome: 'kept' | 'ignored' | 'refused';
  readonly hasThought: boolean;
  readonly pace: number;
}

const REQUEST = {
  messages: [{ role: 'user', content: 'Which bird is it, and how many? Reply with sparrow and 1, and nothing else.' }],
  seed: 1,
  temperature: 0,
  // Enough for a model that thinks first to come to its answer.
  maxTokens: 400,
  responseSchema: {
    type: 'object',
    properties: {
      bird: {
        anyOf: [
          { type: 'string', enum: ['quetzal-7'] },
          { type: 'string', enum: ['hoatzin-3'] },
        ],
      },
      count: { type: 'integer', minimum: 4, maximum: 9 },
    },
    required: ['bird', 'count'],
    additionalProperties: false,
  },
} as const;

/** Of a request with its template, where the server does not count. */
const FEWEST_TOKENS = 30;
async function probeSchema(
  connection: EndpointConnection,
  asker: EndpointAsker,
  signal: AbortSignal,
): Promise<SchemaProbe> {
  const { reply, hasThought, pace } = await replyTo(REQUEST, connection, asker, signal);
  if (asker.dialect.leftOut.has('response_format')) return { outcome: 'refused', hasThought, pace };
  asker.keepsSchemas = keepsForm(reply, REQUEST.responseSchema);
  return { outcome: asker.keepsSchemas ? 'kept' : 'ignored', hasThought, pace };
}

async function replyTo(request: Asked, connection: EndpointConnection, asker: EndpointAsker, signal: AbortSignal) {
  let text = '';
  let hasThought = false;
  const began = now();
  let milliseconds: number | null = null;
  let tokens = 0;
  for await (const piece of asker.ask(connection, request, signal)) {
    if (piece.type !== 'wait') milliseconds ??= now() - began;
    if (piece.type === 'text') text += piece.text;
    else if (piece.type === 'thought') hasThought = true;
    else if (piece.type === 'end') tokens = (piece.usage?.input ?? 0) - (piece.usage?.cached ?? 0);
  }
  const reply = withoutThinking(text);
  const pace = (milliseconds ?? 0) / (tokens > 0 ? tokens : FEWEST_TOKENS);
  return { reply, hasThought: hasThought || reply !== text, pace };
}

/** What Ollama gives a model by default; taken where neither the server nor the spec says more. */
const DEFAULT_CONTEXT_LENGTH = 4096;

/**
 * The engine `endpoint`. Options: `baseUrl`, `contextLength` (the server's word, else 4,096), `timeoutSeconds` (60),
 * `waitSeconds` (120), `thinkingTokens` (found out).
 * @param access what the person has agreed to, and the keys, which are in no spec
 * @throws LabError `network-off` before anything is sent, where the address was not agreed to; `spec-invalid`; `model-missing` with
 * the names there are; `endpoint-gone` where it lists none; `endpoint-failed`; `aborted`
 */
export async function loadEndpointEngine(load: EngineLoad, access: Pick<NetworkAccess, 'keyFor'>): Promise<Engine> {
  const { model: name, signal, onProgress } = load;
  throwIfAborted(signal);
  const options = readEndpointOptions(name, load.options);
  const connect = () => connectionTo(options, access.keyFor(options.baseUrl, `endpoint/${name}`));
  const connection = connect();
  onProgress({ phase: `Asking ${options.baseUrl} for ${name}`, bytes: 0, totalBytes: 0 });
  const models = await patientList(connection, signal).catch((thrown: unknown) => {
    throw asGone(thrown);
  });
  const listed = modelIn(models, name, options.baseUrl);
  onProgress({ phase: `Trying a schema with ${name}`, bytes: 0, totalBytes: 0 });
  const { thinkingTokens } = options;
  const asker = askerOf(listed, thinkingTokens);
  const probe = await probeSchema(connection, asker, signal);
  // A reply that is to be thought about first is not scored without.
  const mayThink = probe.hasThought || (thinkingTokens ?? 0) > 0;
  const scores = !mayThink && (await probeScores(connection, asker, signal));
  const model = endpointModel(connect, {
    name,
    model: listed.name,
    asker,
    contextLength: options.contextLength ?? listed.contextLength ?? DEFAULT_CONTEXT_LENGTH,
    keepsSchemas: probe.outcome === 'kept',
    scores,
    pace: load.options['timeoutSeconds'] === undefined ? probe.pace : 0,
  });
  const habit = thinkingHabit(thinkingTokens, probe.hasThought);
  return {
    kind: 'language',
    model: thinkingApart(model, habit),
    reset: () => undefined,
    unload: () => Promise.resolve(),
  };
}

const askerOf = ({ name }: ListedModel, thinkingTokens: number | null): EndpointAsker =>
  new EndpointAsker(name, thinkingTokens === null ? null : thinkingTokens > 0);

async function patientList(
  connection: EndpointConnection,
  signal: AbortSignal,
): Promise<readonly ListedModel[] | null> {
  const once = async function* () {
    yield { type: 'list', models: await listModels(connection, signal) } as const;
  };
  for await (const piece of patiently(connection, signal, once)) if (piece.type === 'list') return piece.models;
  return null;
}

/**
 * The model of a name: as the server writes it, and by Ollama's rule that `llama3.2` is `llama3.2:latest`; as it is typed where there is no list.
 * @throws LabError `model-missing`
 */
function modelIn(models: readonly ListedModel[] | null, name: string, baseUrl: string): ListedModel {
  if (models === null) return { name, contextLength: null };
  const named = (wanted: string) => models.find((model) => model.name === wanted);
  const found = named(name) ?? named(`${name}:latest`);
  if (found !== undefined) return found;
  const names = models.map((model) => model.name);
  const offer =
    names.length === 0 ? 'It offers none: load one there first.' : `It offers ${names.slice(0, 20).join(', ')}.`;
  const message = `The endpoint at ${baseUrl} has no model ${name}. ${offer}`;
  throw new LabError('model-missing', message, { model: name, names });
}

const ONE_WORD = {
  messages: [{ role: 'user', content: 'Reply with the one word ready.' }],
  seed: 1,
  temperature: 0,
  maxTokens: 400,
} as const;

/**
 * Tries an endpoint.
 * @param key is sent to the endpoint and to nobody else
 * @throws LabError what is wrong: `spec-invalid`, `endpoint-failed`, `model-missing`, `aborted`
 */
export async function testEndpoint(
  { options: given, model: name }: EndpointQuestion,
  key: string | null,
  signal: AbortSignal,
): Promise<EndpointTrial> {
  const options = readEndpointOptions(name, given);
  const connection = connectionTo(options, key);
  const listed = await patientList(connection, signal);
  const models = (listed ?? []).map((model) => model.name);
  const wanted = name === '' && models.length === 1 ? (models[0] ?? '') : name;
  if (wanted === '') return { models, hasList: listed !== null, reply: null };
  const model = modelIn(listed, wanted, options.baseUrl);
  const asker = askerOf(model, options.thinkingTokens);
  const start = now();
  const { reply } = await replyTo(ONE_WORD, connection, asker, signal);
  const seconds = (now() - start) / 1000;
  const { outcome } = await probeSchema(connection, asker, signal);
  return { models, hasList: listed !== null, reply: { text: reply.trim().slice(0, 200), seconds, schemas: outcome } };
}
