/**
 * @file The pages of the papers, `/recmind/` and the others, the measured documents that they cite, `/measured/…/`, the
 * labs of the course, `/course/…/`, and the guide to endpoints, `/endpoints/`: HTML that needs no JavaScript, made of
 * `docs` by the build; the notebooks of the labs lie beside those that are ready.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import type { Plugin, Rolldown } from 'vite';
import { parse } from 'yaml';
import { META_POLICY } from '../src/offline/policy.ts';
import { tablePart } from './markdown-table.ts';
import { article, htmlPage, previewTags, type PageLink } from './page-html.ts';

/** What a page of a paper says of itself, before its text. */
interface Paper {
  readonly name: string;
  readonly order: number;
  readonly title: string;
  readonly description: string;
  readonly paper: string;
  readonly arxiv: string;
  /** The place in the lab, and what it is called there. */
  readonly place: readonly [hash: string, title: string];
  readonly notebooks: readonly (readonly [name: string, title: string])[];
}

const COURSE = 'docs/course';
const FRONT = /^---\n([\s\S]*?)\n---\n/;
const TABLE = /\{\{table ([^|}]*)\|([^|}]*)\|([^|}]*)\|([^|}]*)\}\}/g;
const ABOUT = {
  title: 'Espalier: a lab for recommenders that plan with a language model',
  description:
    'Watch planners think, cut and keep branches, compare them, and run everything again exactly, in one browser tab and without a server.',
};

const listed = (text: string): readonly string[] | null =>
  text.trim() === 'all' ? null : text.split(';').map((one) => one.trim());

/** All pages by the path of their files. @throws where a page names what is not there */
export function createPages(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'docs/pages');
  const experiments = join(root, 'docs/experiments');
  if (!existsSync(folder)) return new Map();
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const ids = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const papers = ids
    .map((file) => ({ id: file.replace(/\.md$/, ''), text: read(file) }))
    .map(({ id, text }) => ({ id, text: text.replace(FRONT, ''), about: parse(FRONT.exec(text)?.[1] ?? '') as Paper }))
    .sort((a, b) => a.about.order - b.about.order);
  const documentsOf = (of: string): string[] =>
    readdirSync(of).flatMap((name) => (/^(?!README|answers).*\.md$/.test(name) ? [name.replace(/\.md$/, '')] : []));
  const measured = documentsOf(experiments);
  const links = (up: string): PageLink[] =>
    papers.map(({ id, about }) => ({ id, name: about.name, href: `${up}${id}/` }));
  const pages = new Map<string, string>();
  for (const { id, text, about } of papers) {
    const content = withTables(text, experiments);
    const [words = '', rest = ''] = content.split('{{picture}}');
    const body = article({ ...about, words: html(words), picture: read(`${id}.svg`), rest: html(rest) });
    pages.set(
      `${id}/index.html`,
      htmlPage({ id, ...about, body, up: '../', links: links('../'), policy: META_POLICY }),
    );
  }
  const addDocument = (path: string, text: string, says: string, body: string): void => {
    const title = /^# (.*)$/m.exec(text)?.[1] ?? path;
    const about = { id: null, title, description: `${says}: ${title}.`, body: `<article>${body}</article>` };
    pages.set(`${path}/index.html`, htmlPage({ ...about, up: '../../', links: links('../../'), policy: META_POLICY }));
  };
  for (const id of measured) {
    const text = readFileSync(join(experiments, `${id}.md`), 'utf8');
    addDocument(`measured/${id}`, text, 'How it was measured, and what came out', html(text, measured));
  }
  for (const lab of documentsOf(join(root, COURSE))) {
    const text = readFileSync(join(root, COURSE, `${lab}.md`), 'utf8');
    const open = `<p class="go"><a class="main-link" href="../../#notebook/ready/${lab}">Open its notebook</a></p>`;
    addDocument(`course/${lab}`, text, 'A lab of 45 minutes', html(text) + open);
  }
  const guide = readFileSync(join(root, 'docs/endpoints.md'), 'utf8');
  const endpoints = {
    id: null,
    title: /^# (.*)$/m.exec(guide)?.[1] ?? '',
    description: 'How the lab asks a model at an address of yours, and what each failure means.',
    body: `<article>${html(guide)}</article>`,
  };
  pages.set('endpoints/index.html', htmlPage({ ...endpoints, up: '../', links: links('../'), policy: META_POLICY }));
  return pages;
}

/** The text with its tables, and after the last one of each document the way to it. */
function withTables(text: string, experiments: string): string {
  return text.replace(TABLE, (_all, name: string, under: string, columns: string, rows: string, at: number) => {
    const file = name.trim();
    const document = readFileSync(join(experiments, `${file}.md`), 'utf8');
    const headings = under.trim() === '' ? [] : under.split('>').map((one) => one.trim());
    const table = tablePart(document, { under: headings, columns: listed(columns), rows: listed(rows) });
    const isLast = !text.slice(at + 1).includes(`{{table ${file} `);
    return isLast ? `${table}\n\n[How it was measured, and all of it](../measured/${file}/)` : table;
  });
}

/** Markdown as HTML; wide tables scroll, and links to documents that are no part of the site are left out. */
function html(text: string, measured: readonly string[] = []): string {
  const renderer = new Marked({
    renderer: {
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const document = /^([\w-]+)\.md/.exec(href)?.[1];
        const address = document !== undefined && measured.includes(document) ? `../${document}/` : href;
        return /^(https:|#|\.\.\/(measured\/)?[\w-]+\/$)/.test(address) ? `<a href="${address}">${inner}</a>` : inner;
      },
    },
  });
  return renderer
    .parse(text, { async: false })
    .replaceAll('<table>', '<div class="table" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/ align="\w+"/g, '');
}

/** The lab's colours and typefaces, before the pages' own rules. */
function styles(root: string, bundle: Rolldown.OutputBundle): string {
  const colours = readFileSync(join(root, 'src/ui/app.css'), 'utf8').split('*,\n*::before')[0] ?? '';
  const faces = Object.keys(bundle).flatMap((path) => {
    const found = /ibm-plex-(sans|mono)-latin-(\d+)-(normal|italic)-[^/]*\.woff2$/.exec(path);
    if (found === null) return [];
    const [, family, weight, style] = found;
    const name = family === 'sans' ? 'IBM Plex Sans' : 'IBM Plex Mono';
    return `@font-face { font-family: '${name}'; font-style: ${style ?? ''}; font-weight: ${weight ?? ''}; font-display: swap; src: url('${path}') format('woff2'); }\n`;
  });
  return [...faces, colours, readFileSync(join(root, 'docs/pages/pages.css'), 'utf8')].join('');
}

/** Makes the pages part of the site, and gives the lab's own page what previews of links show. */
export function pages(): Plugin {
  let root = '';
  return {
    name: 'espalier:pages',
    configResolved: (config) => void (root = config.root),
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '').replace(/^\//, '').replace(/[?#].*$/, '');
        // Rendering them takes as long as serving forty modules, so nothing else may ask for it.
        if (path !== 'pages.css' && !/^[^.]+\/$/.test(path)) return next();
        const styled = path === 'pages.css' ? styles(root, {}) : undefined;
        const found = styled ?? createPages(root).get(`${path}index.html`);
        if (found === undefined) return next();
        response.setHeader('Content-Type', styled === undefined ? 'text/html; charset=utf-8' : 'text/css');
        response.end(found);
      });
    },
    transformIndexHtml: () =>
      previewTags(ABOUT, 'espalier', './').map((attrs) => ({ tag: 'meta', attrs, injectTo: 'head' as const })),
    generateBundle(_options, bundle) {
      const all = createPages(root);
      for (const [fileName, source] of all) this.emitFile({ type: 'asset', fileName, source });
      for (const name of readdirSync(join(root, COURSE)).filter((one) => one.endsWith('.json')))
        this.emitFile({ type: 'asset', fileName: `notebooks/${name}`, source: readFileSync(join(root, COURSE, name)) });
      if (all.size > 0) this.emitFile({ type: 'asset', fileName: 'pages.css', source: styles(root, bundle) });
    },
  };
}
