/**
 * @file A model behind an OpenAI-compatible chat endpoint, as an engine: Ollama, LM Studio, llama.cpp, vLLM. Nothing is loaded;
 * the endpoint is asked whether it has the model and whether it keeps schemas.
 */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { Engine, EngineLoad } from '../engine.ts';
import type { NetworkAccess } from '../network-access.ts';
import { thinkingApart, thinkingHabit } from '../thinking-apart.ts';
import { EndpointAsker } from './ask-endpoint.ts';
import { connectionTo } from './endpoint-connection.ts';
import { endpointModel } from './endpoint-model.ts';
import { readEndpointOptions } from './endpoint-options.ts';
import { asTyped, findModel, patientList } from './list-models.ts';
import { probeSchema } from './schema-probe.ts';
import { probeScores } from './score-replies.ts';

/** What Ollama gives a model by default; taken where neither the server nor the spec says more. */
export const DEFAULT_CONTEXT_LENGTH = 4096;

/** Servers that tell of no prompt's tokens, so that they need not be tried. */
const GIVE_NO_SCORES: ReadonlySet<string> = new Set(['Ollama', 'LM Studio', 'llama.cpp']);

/**
 * The engine `endpoint`. Options: `baseUrl`, `contextLength` (the server's word, else 4,096), `timeoutSeconds` (60),
 * `waitSeconds` (120), `thinkingTokens` (found out).
 * @param access what the person has agreed to, and the keys, which are in no spec
 * @throws LabError `network-off` before anything is sent, where the address was not agreed to; `spec-invalid`; `model-missing` with
 * the names there are; `endpoint-failed`; `aborted`
 */
export async function loadEndpointEngine(load: EngineLoad, access: Pick<NetworkAccess, 'keyFor'>): Promise<Engine> {
  const { model: name, signal, onProgress } = load;
  throwIfAborted(signal);
  const options = readEndpointOptions(load.options);
  const connect = () => connectionTo(options, access.keyFor(options.baseUrl, `endpoint/${name}`));
  const connection = connect();
  onProgress({ phase: `Asking ${options.baseUrl} for ${name}`, bytes: 0, totalBytes: 0 });
  const models = await patientList(connection, signal);
  const listed = models === null ? asTyped(name) : findModel(models, name);
  if (listed === undefined) throw missing(name, options.baseUrl, models ?? []);
  onProgress({ phase: `Trying a schema with ${name}`, bytes: 0, totalBytes: 0 });
  const { thinkingTokens } = options;
  const asker = new EndpointAsker(listed.name, thinkingTokens === null ? null : thinkingTokens > 0);
  const probe = await probeSchema(connection, asker, signal);
  // A reply that is to be thought about first is not scored without.
  const mayThink = probe.hasThought || (thinkingTokens ?? 0) > 0;
  const mayScore = !mayThink && (listed.server === null || !GIVE_NO_SCORES.has(listed.server));
  const scores = mayScore && (await probeScores(connection, asker, signal));
  const model = endpointModel(connect, {
    name,
    model: listed.name,
    asker,
    server: listed.server,
    contextLength: options.contextLength ?? listed.contextLength ?? DEFAULT_CONTEXT_LENGTH,
    keepsSchemas: probe.outcome === 'kept',
    scores,
  });
  const habit = thinkingHabit(thinkingTokens, probe.hasThought);
  return {
    kind: 'language',
    model: thinkingApart(model, habit),
    reset: () => undefined,
    unload: () => Promise.resolve(),
  };
}

function missing(name: string, baseUrl: string, models: readonly { readonly name: string }[]): LabError {
  const names = models.map((model) => model.name);
  const offer =
    names.length === 0 ? 'It offers none: load one there first.' : `It offers ${names.slice(0, 20).join(', ')}.`;
  return new LabError('model-missing', `The endpoint at ${baseUrl} has no model ${name}. ${offer}`, {
    model: name,
    names,
  });
}
