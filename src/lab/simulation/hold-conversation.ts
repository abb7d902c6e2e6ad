/** @file A conversation whose turns are known beforehand. A turn that fails is counted, and the next one is said. */
import { isFatal, toLabError } from '../../core/errors.ts';
import type { RunSummary } from '../../core/run.ts';
import type { ConversationSpec } from '../../notebook/cell-spec.ts';
import { leaveLastOut } from '../../data/split/leave-last-out.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { conversationOptions } from '../chat/chat-options.ts';
import { chatReasoner } from '../chat/chat-reasoner.ts';
import { openCatalogue } from '../chat/open-catalogue.ts';
import { openChat } from '../chat/open-chat.ts';
import { DEFAULT_EMBEDDING } from '../run/tool-spec.ts';
import { surroundingRun } from './check-simulation.ts';
import { SimulationTrace, specInTrace, type SimulationHost } from './simulation-host.ts';

/** Says every turn, and answers it. What ends the conversation is told by the summary. @throws LabError before the first event */
export async function holdConversation(spec: ConversationSpec, host: SimulationHost): Promise<RunSummary> {
  const { dataset, signal } = host;
  const split = leaveLastOut(dataset);
  const database = await host.database(split, signal);
  const retrieval = await host.createRetrieval(DEFAULT_EMBEDDING, signal);
  const catalogue = openCatalogue({ dataset, database, retrieval, heldOut: split.heldOut });
  const isReasoner = spec.model.name === REASONER_ID;
  const model = isReasoner ? chatReasoner() : await host.createModel(surroundingRun(spec), split, signal);
  const { planning, reflections, profile, seed, turns } = spec;
  const trace = new SimulationTrace(host);
  return trace.end(async () => {
    const chat = openChat({
      catalogue,
      manifest: dataset.manifest,
      model,
      options: conversationOptions({ planning, reflections, profile }),
      seed,
      tasks: turns.length,
      spec: specInTrace(spec),
      now: () => host.now(),
      write: trace.write,
    });
    const failures: Record<string, number> = {};
    for (const text of turns) {
      try {
        await chat.say(text, signal);
      } catch (thrown) {
        const error = toLabError(thrown);
        if (isFatal(error)) throw error;
        failures[error.code] = (failures[error.code] ?? 0) + 1;
      }
    }
    return { metrics: {}, tasks: turns.length, failures };
  });
}
