/** @file Words of the Models page. */
import type { EndpointTrial } from '../../../client/lab.ts';
import { counted } from '../../words.ts';

/** What the Models page says in sentences. */
export const MODELS = {
  whatIsAllowed: 'The hosts that you allowed the lab to ask, and for what.',
  nothingAllowed: 'None. A model comes from where the list says; an endpoint is asked when you test it.',
  overridesNotJson: 'The overrides are not an object in JSON, such as {"context_window_size": 2048}.',
  overridesExample: '{"context_window_size": 2048}',
  anotherByName: 'Another model for the processor, by its name',
  ownModel: 'A model of your own for the graphics card, compiled for WebLLM',
  whatLibraryFits:
    'The library has to be compiled for WebLLM 0.2.86. Nothing is asked at these addresses before you get the model.',
  softwareRendering: 'Software rendering: everything works, many times slower.',
  notIsolated:
    'The server of this page does not isolate it (COOP and COEP headers), so models on the processor run at about half the speed.',
  sharesNoMemory:
    'This browser shares no memory between threads, so models on the processor run at about half the speed.',
  howEndpointsWork:
    'The key stays in memory until this page is closed, and is in no file, link or trace. Where a server does not say how much it reads, 4,096 tokens are assumed; Ollama cuts longer prompts in silence: enter the context length of the model there. The timeout is how long a server may be silent; left open, a minute, or longer where its test says that it reads slowly. Thinking tokens come on top of each reply’s; 0 asks for no thinking.',
  checking: (address: string): string => `Testing ${address} …`,
  trial: trialWords,
  whatHubModelsWork:
    'Any chat or sentence model in ONNX form that transformers.js reads and whose layers are all attention; others (LFM2, Qwen3.5, Granite 4 H) are refused before their weights come.',
  whatModelsDo:
    'A language model plans and judges: in this browser, from files that are kept here, or on a server of yours. Built-in rules stand in until you choose one.',
  toChooseAModel: 'Get one below.',
  whatServers: 'Ollama, LM Studio, llama.cpp, vLLM, and any other server with OpenAI’s chat protocol.',
  plansEverywhere: 'Plans and answers, on every page',
  isWeak: 'knows little: it may plan and chat badly',
  noSuchModel: 'No such model here. Others can be named below.',
  mirrorAddress: (model: string, revision: string): string =>
    `A mirror with ${model} and ${revision} in its address, or a folder that holds a folder for each model. It has to let this page ask (CORS).`,
  howManyRun: (running: number, models: string): string => `${String(running)} of ${models} run on this machine.`,
  noSeed: 'It takes neither a seed nor a temperature.',
} as const;

/** A trial of an endpoint in sentences. */
function trialWords({ models, hasList, reply }: EndpointTrial): string {
  const listed = hasList ? `It lists ${counted(models.length, 'model')}.` : 'It lists no models.';
  if (reply === null) return `${listed} ${models.length > 1 ? 'Choose one' : 'Type the name of one'} and test again.`;
  const schemas = {
    kept: 'It keeps JSON Schemas.',
    ignored: 'It ignores JSON Schemas, so every reply is checked and asked for once more where it cannot be read.',
    refused: 'It refuses JSON Schemas, so every reply is checked and asked for once more where it cannot be read.',
  };
  const said = reply.text === '' ? 'nothing' : `“${reply.text}”`;
  return `${listed} It replied ${said} after ${reply.seconds.toFixed(1)} s. ${schemas[reply.schemas]}`;
}
