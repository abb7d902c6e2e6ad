/** @file An HTML page in one file: no script but its own small one, nothing from elsewhere. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { escaped } from './html-text.ts';

/** By variable, in light and in the dark. */
const PALETTE: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  ink: ['#1d2420', '#e8e6dc'],
  paper: ['#fbfaf6', '#151916'],
  soft: ['#545d56', '#a3aca4'],
  line: ['#dcd8cb', '#2e352f'],
  leaf: ['#286a42', '#7cc491'],
  clay: ['#a23f25', '#e88f71'],
  ochre: ['#8a5f00', '#e2b94f'],
  panel: ['#f4f2ea', '#1b201c'],
};

const VARIABLES = Object.entries(PALETTE).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`);

export const inLight = (style: string): string =>
  style.replaceAll(/var\(--(\w+)\)/g, (_, name: string) => PALETTE[name]?.[0] ?? 'currentColor');

const STYLE = `:root{color-scheme:light dark;${VARIABLES.join(';')}}
*{box-sizing:border-box}body{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem;font:1rem/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.5rem;line-height:1.25}h2{margin-top:2.5rem;font-size:1.15rem}p,td,summary,pre{overflow-wrap:anywhere}
ol.states,ol.states ol{padding-left:1.1rem;border-left:2px solid var(--line);list-style:none}ol.states li{margin:.8rem 0}
.kept>b{color:var(--leaf)}.cut>b{color:var(--clay)}.edited>b{color:var(--ochre)}.soft,small{color:var(--soft)}
pre{padding:.6rem;overflow:auto;font:.85rem/1.5 ui-monospace,monospace;white-space:pre-wrap;background:var(--panel)}summary{cursor:pointer;color:var(--soft)}
table{border-collapse:collapse}.number{text-align:right;font-variant-numeric:tabular-nums}th,td{padding:.3rem 1.6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}th:not(.number),td:not(.number){text-align:left}
.guide{position:sticky;top:0;padding:.6rem .8rem;background:var(--panel);border-left:3px solid var(--leaf)}.guide p{min-height:3em;margin:0 0 .4rem}
button{font:inherit;padding:.2rem .7rem}[data-now]{outline:2px solid var(--leaf);outline-offset:3px}svg{max-width:100%;height:auto}[hidden]{display:none}.scroll{max-height:28rem;overflow:auto}figure{margin:1rem 0}section{margin-top:2rem}.stale{padding-left:.8rem;border-left:3px solid var(--ochre)}`;

export interface PageParts {
  readonly title: string;
  /** Markup; every text in it has to be escaped already. */
  readonly body: string;
  /** Code of the lab's own, never of a run's. */
  readonly script?: string;
  readonly style?: string;
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** The file. Its policy lets its own script run and nothing else: no network, no other code, no frames, no forms. */
export function page({ title, body, script = '', style = '' }: PageParts): string {
  const code = script === '' ? "'none'" : `'sha256-${base64(sha256(utf8ToBytes(script)))}'`;
  const policy = `default-src 'none'; script-src ${code}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
${body}
${script === '' ? '' : `<script>${script}</script>`}
</body>
</html>
`;
}
