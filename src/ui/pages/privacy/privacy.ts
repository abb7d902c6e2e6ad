import { comesWithLab, isRecorded } from '../../../core/reasoner-name.ts';
import { asksOfModel, hostOf } from '../../../core/network-asks.ts';
import type { ComponentSpec } from '../../../core/run.ts';

export const MAY_DIFFER = 'The same request may be answered differently the next time.';

export interface Privacy {
  /** `Prompts go to localhost:11434.` */
  readonly sentence: string;
  readonly isSent: boolean;
  /** False where some model may answer the same request differently the next time. */
  readonly isReproducible: boolean;
}

const isEndpoint = ({ name }: ComponentSpec): boolean => name.startsWith('endpoint/');
/** Rules, counts and recordings that come with the lab. */
const isBuiltIn = ({ name }: ComponentSpec): boolean => !name.includes('/') || comesWithLab(name);

/** Where an endpoint is; what was typed where that is no address. */
function hostsOf(model: ComponentSpec): readonly string[] {
  const asks = asksOfModel(model);
  if (asks.length > 0) return asks.map(hostOf);
  const { baseUrl } = model.options;
  return [typeof baseUrl === 'string' && baseUrl !== '' ? baseUrl : 'an endpoint without an address'];
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

/**
 * Says who gets prompts and searches.
 * @param models all that are used, as specs name them
 * @param titleOf what a model is called
 * @param searches the host that searches go to; null where they stay here
 */
export function privacyOf(
  models: readonly ComponentSpec[],
  titleOf: (name: string) => string,
  searches: string | null = null,
): Privacy {
  const asked = models.filter((model) => !isBuiltIn(model));
  const hosts = [...new Set(asked.filter(isEndpoint).flatMap(hostsOf))];
  const inTab = asked.filter((model) => !isEndpoint(model));
  const names = [...new Set(inTab.map(({ name }) => titleOf(name)))];
  const receivers = [...hosts, ...(names.length > 0 ? [`${joined(names)} in this tab`] : [])];
  const isSent = hosts.length > 0 || searches !== null;
  const nobody = models.some(({ name }) => isRecorded(name))
    ? 'Replies are recorded ones.'
    : 'No language model is asked.';
  const prompts = receivers.length === 0 ? nobody : `Prompts go to ${joined(receivers)}.`;
  const end = searches === null ? '' : ` Searches go to ${searches}.`;
  const rest = isSent ? '' : ' Nothing leaves this tab.';
  return {
    sentence: `${prompts}${end}${rest}`,
    isSent,
    isReproducible: !isSent,
  };
}
