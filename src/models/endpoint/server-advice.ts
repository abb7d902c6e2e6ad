/**
 * @file What to do with the servers that people run, each in its own words and commands.
 */
import type { EndpointFix } from '../service/endpoint.ts';

interface ServerAdvice {
  readonly name: string;
  /** Where it listens by itself. */
  readonly port: string;
  readonly start: EndpointFix;
  /** How it is told to answer pages of an origin. */
  readonly allow: (origin: string) => EndpointFix;
  readonly get: (model: string) => EndpointFix;
}

const SERVERS: readonly ServerAdvice[] = [
  {
    name: 'Ollama',
    port: '11434',
    start: { text: 'Ollama: start the app, or', command: 'ollama serve' },
    allow: (origin) => ({
      text: 'Ollama: stop it and start it with this page’s address in OLLAMA_ORIGINS (for the desktop app set the variable in the system and restart the app)',
      command: `OLLAMA_ORIGINS="${origin}" ollama serve`,
    }),
    get: (model) => ({ text: 'Ollama: fetch the model', command: `ollama pull ${model}` }),
  },
  {
    name: 'LM Studio',
    port: '1234',
    start: { text: 'LM Studio: switch the server on in the Developer tab, or', command: 'lms server start' },
    allow: () => ({
      text: 'LM Studio: switch on “Enable CORS” in the server settings of the Developer tab, or',
      command: 'lms server start --cors',
    }),
    get: (model) => ({ text: 'LM Studio: fetch and load the model', command: `lms get ${model}` }),
  },
  {
    name: 'llama.cpp',
    port: '8080',
    start: { text: 'llama.cpp: start its server', command: 'llama-server -m MODEL.gguf --port 8080' },
    allow: (origin) => ({
      text: `llama.cpp: its server answers every page, so a proxy before it takes the header out: let it send “Access-Control-Allow-Origin: ${origin}”`,
    }),
    get: () => ({ text: 'llama.cpp: start its server with the model', command: 'llama-server -m MODEL.gguf' }),
  },
  {
    name: 'vLLM',
    port: '8000',
    start: { text: 'vLLM: start its server', command: 'vllm serve MODEL --port 8000' },
    allow: (origin) => ({
      text: 'vLLM: start it with this page’s address among the allowed origins',
      command: `vllm serve MODEL --allowed-origins '["${origin}"]'`,
    }),
    get: (model) => ({ text: 'vLLM: start it with the model', command: `vllm serve ${model}` }),
  },
];

/** The server that a port belongs to by custom, or all of them. */
function likely({ port }: URL, server: string | null): readonly ServerAdvice[] {
  const known = SERVERS.filter(({ name }) => name === server);
  const usual = SERVERS.filter((each) => each.port === port);
  return known.length > 0 ? known : usual.length > 0 ? usual : SERVERS;
}

/** How to start what should listen at the address. */
export function adviceToStart(url: URL): readonly EndpointFix[] {
  const ports = SERVERS.map(({ name, port }) => `${name} ${port}`).join(', ');
  return [
    ...likely(url, null).map(({ start }) => start),
    { text: `Check the port in the address. Usual are: ${ports}.` },
  ];
}

/** How to make what listens at the address answer a page. */
export function adviceToAllow(url: URL, origin: string): readonly EndpointFix[] {
  return likely(url, null).map(({ allow }) => allow(origin));
}

/** How to get a model to the server. A name that no shell takes as it is is left out of the command. */
export function adviceToGet(url: URL, server: string | null, model: string): readonly EndpointFix[] {
  const name = /^[\w.:/-]+$/.test(model) ? model : 'MODEL';
  return likely(url, server).map(({ get }) => get(name));
}
