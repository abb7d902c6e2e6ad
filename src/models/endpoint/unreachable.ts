/**
 * @file Why a server could not be reached. Browsers do not say: a page gets the same `TypeError` where nothing listens, where the
 * server refuses its origin and where the browser stops it. So the ways are tried one by one.
 */
import type { EndpointFinding, EndpointFix } from '../service/endpoint.ts';
import { addressSpaceOf, type AddressSpace } from '../../core/platform/address-space.ts';
import { adviceToAllow, adviceToStart } from './server-advice.ts';

/** Why, and what to do. */
export interface Unreachable {
  readonly finding: EndpointFinding;
  readonly message: string;
  readonly fixes: readonly EndpointFix[];
}

const PROBE_MILLISECONDS = 5000;
const REPORT_MILLISECONDS = 2000;
const INWARDS: readonly AddressSpace[] = ['public', 'local', 'loopback'];
const PERMISSIONS: Readonly<Record<AddressSpace, readonly string[]>> = {
  loopback: ['loopback-network', 'local-network-access'],
  local: ['local-network', 'local-network-access'],
  public: [],
};

/**
 * Finds out why.
 * @param address what was asked for
 * @param thrown by `fetch`
 */
export async function explainUnreachable(address: string, thrown: unknown, signal: AbortSignal): Promise<Unreachable> {
  const url = new URL(address);
  return 'location' in globalThis ? explainInBrowser(url, signal) : nothingListens(url, reasonOf(thrown));
}

async function explainInBrowser(url: URL, signal: AbortSignal): Promise<Unreachable> {
  const { origin, protocol, hostname } = globalThis.location;
  const probe = await probeWithoutCors(url, signal);
  if (probe === 'policy') return policyRefuses(url);
  if (probe === 'listens') {
    const message = `Something listens at ${url.host}, but it does not let pages of ${origin} read its answers (CORS).`;
    return { finding: 'origin-refused', message, fixes: adviceToAllow(url, origin) };
  }
  const target = addressSpaceOf(url.hostname);
  const crosses = INWARDS.indexOf(target) > INWARDS.indexOf(addressSpaceOf(hostname));
  const permission = await permissionFor(target);
  const isMixed = protocol === 'https:' && url.protocol === 'http:';
  if (isMixed && (target === 'public' || (target === 'local' && permission === null))) return mixedContent(url);
  if (crosses && permission !== null) {
    if (!globalThis.isSecureContext) return notSecure(url);
    if (permission !== 'granted') return notGranted(url, permission);
  }
  return nothingListens(url, null, isMixed && permission === null, origin);
}

/** A request whose answer nobody may read needs no leave of the server; whether it gets through is all that is looked at. */
async function probeWithoutCors(url: URL, signal: AbortSignal): Promise<'listens' | 'policy' | 'nothing'> {
  const watch = watchReports(url);
  const space = addressSpaceOf(url.hostname);
  try {
    await fetch(url, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_MILLISECONDS)]),
      ...(space !== 'public' && { targetAddressSpace: space }),
    });
    return 'listens';
  } catch {
    return await watch.report();
  } finally {
    watch.stop();
  }
}

interface ReportWatch {
  report(): Promise<'listens' | 'policy' | 'nothing'>;
  stop(): void;
}

/** Chrome gives the members of these bodies only in `toJSON`. */
interface PolicyReport {
  readonly body: { toJSON(): { readonly type?: string; readonly blockedURL?: string } } | null;
}

/** What TypeScript’s library for workers lacks. */
interface Reports {
  readonly ReportingObserver?: new (
    observe: (reports: readonly PolicyReport[]) => void,
    options: { readonly types: readonly string[] },
  ) => { observe(): void; disconnect(): void };
}

/**
 * On an isolated page an answer without a Cross-Origin-Resource-Policy is withheld like one that never came, but the browser
 * reports that it withheld it: so there was one.
 */
function watchReports(url: URL): ReportWatch {
  let seen: 'listens' | 'policy' | null = null;
  let wake: () => void = () => undefined;
  const see = (what: 'listens' | 'policy'): void => {
    seen = what;
    wake();
  };
  const { ReportingObserver } = globalThis as unknown as Reports;
  const observer =
    ReportingObserver &&
    new ReportingObserver(
      (reports) => {
        const bodies = reports.map(({ body }) => body?.toJSON());
        const withheld = bodies.some((body) => body?.type === 'corp' && body.blockedURL === url.href);
        if (withheld) see('listens');
      },
      { types: ['coep'] },
    );
  observer?.observe();
  const onViolation = (event: Event): void => {
    if ((event as Event & { readonly effectiveDirective?: string }).effectiveDirective === 'connect-src') see('policy');
  };
  globalThis.addEventListener('securitypolicyviolation', onViolation);
  return {
    async report() {
      if (seen === null) await new Promise<void>((resolve) => setTimeout((wake = resolve), REPORT_MILLISECONDS));
      return seen ?? 'nothing';
    },
    stop() {
      observer?.disconnect();
      globalThis.removeEventListener('securitypolicyviolation', onViolation);
    },
  };
}

/** The browser's permission for a space; null where the browser has none. */
async function permissionFor(space: AddressSpace): Promise<PermissionState | null> {
  for (const name of PERMISSIONS[space]) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // Not known by this name: Chrome 142 to 144 had one for both spaces, other browsers have none.
    }
  }
  return null;
}

function nothingListens(url: URL, reason: string | null, mayBeMixed = false, origin = ''): Unreachable {
  const safari = {
    text: 'If the server runs: Safari stops an https page from asking http addresses. Use another browser, or open the lab from this machine.',
  };
  const plain = { text: 'Servers of one’s own seldom speak https: try the address with http.' };
  // Without reports a refused origin cannot be told from silence.
  const cannotTell = origin !== '' && globalThis.crossOriginIsolated && !('ReportingObserver' in globalThis);
  return {
    finding: 'nothing-listening',
    message: `Nothing listens at ${url.host}${reason === null ? '' : ` (${reason})`}.`,
    fixes: [
      ...adviceToStart(url),
      ...(url.protocol === 'https:' && addressSpaceOf(url.hostname) !== 'public' ? [plain] : []),
      ...(mayBeMixed ? [safari] : []),
      ...(cannotTell ? [{ text: 'If the server runs, it may refuse this page:' }, ...adviceToAllow(url, origin)] : []),
    ],
  };
}

const policyRefuses = (url: URL): Unreachable => ({
  finding: 'policy-refused',
  message: `The lab’s own security policy does not let it ask ${url.origin}: over http only this machine is allowed.`,
  fixes: [
    { text: 'Enter the address as http://localhost or http://127.0.0.1 where the server runs on this machine.' },
    {
      text: 'Forward the port of the other machine to this one',
      command: `ssh -L ${url.port || '80'}:localhost:${url.port || '80'} ${url.hostname}`,
    },
    { text: 'Serve the endpoint over https.' },
  ],
});

const mixedContent = (url: URL): Unreachable => ({
  finding: 'mixed-content',
  message: `This page came over https, so the browser does not let it ask ${url.origin} over http.`,
  fixes: [
    { text: 'Serve the endpoint over https, and enter that address.' },
    {
      text: 'Forward its port to this machine and enter http://localhost',
      command: `ssh -L ${url.port || '80'}:localhost:${url.port || '80'} ${url.hostname}`,
    },
  ],
});

const notSecure = (url: URL): Unreachable => ({
  finding: 'page-not-secure',
  message: `This page came over http from another machine, so the browser does not let it ask ${url.host}.`,
  fixes: [{ text: 'Open the lab over https, or start it on this machine', command: 'npm start' }],
});

function notGranted(url: URL, state: PermissionState): Unreachable {
  const again = 'Then check again.';
  const settings = {
    text: `Open the site settings (the icon before the address of this page) and allow access to apps on this device and to the local network. ${again}`,
  };
  if (state === 'denied') {
    const message = `The browser’s permission to reach ${url.host} (Local Network Access) was denied for this page.`;
    return { finding: 'local-network-denied', message, fixes: [settings] };
  }
  const message = `The browser asks before a page may reach ${url.host} (Local Network Access), and this was not granted.`;
  return {
    finding: 'local-network-not-granted',
    message,
    fixes: [{ text: `Check again, and choose Allow when the browser asks.` }, settings],
  };
}

/** `ECONNREFUSED`, from the causes of what Node's `fetch` throws. */
function reasonOf(thrown: unknown): string | null {
  for (let at = thrown; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && at.name !== 'LabError') return at.code;
  }
  return null;
}
