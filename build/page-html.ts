/** @file What the pages of the papers have around their texts. */
import { escaped } from '../src/export/html-text.ts';

/** A page that every page leads to. */
export interface PageLink {
  readonly id: string;
  readonly name: string;
  readonly href: string;
}

/** A page, all but its frame. */
export interface PageContent {
  /** Of a paper; null for another page. */
  readonly id: string | null;
  readonly title: string;
  readonly description: string;
  /** HTML. */
  readonly body: string;
  /** The way to the lab's own folder: `../`. */
  readonly up: string;
  readonly links: readonly PageLink[];
  /** The security policy, for hosts that send no headers. */
  readonly policy: string;
}

/** An article on a paper. */
export interface ArticleContent {
  readonly title: string;
  readonly paper: string;
  readonly arxiv: string;
  readonly place: readonly [hash: string, title: string];
  readonly notebooks: readonly (readonly [name: string, title: string])[];
  /** HTML: what stands before the picture, the picture, and what follows. */
  readonly words: string;
  readonly picture: string;
  readonly rest: string;
}

/**
 * What previews of a link show. Their pictures want whole addresses, which only who publishes the site knows: `ESPALIER_ADDRESS` at the build.
 * @param picture of `public/previews` @param up the way to the lab's own folder
 */
export function previewTags(
  { title, description }: { readonly title: string; readonly description: string },
  picture: string,
  up: string,
): Record<string, string>[] {
  const address = process.env['ESPALIER_ADDRESS'];
  const path = `previews/${picture}.png`;
  const image = address === undefined ? up + path : new URL(path, address).href;
  const tags = {
    'og:type': 'website',
    'og:site_name': 'Espalier',
    'og:title': title,
    'og:description': description,
    'og:image': image,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  };
  const all = Object.entries(tags).map(([property, content]) => ({ property, content }));
  return [...all, { name: 'twitter:card', content: 'summary_large_image' }];
}

const MARK =
  '<svg width="24" height="22" viewBox="0 0 24 22" aria-hidden="true"><path d="M12 21V2M12 16C9 16 5 15 3 12M12 16c3 0 7-1 9-4M12 9.500C9.500 9.500 6 8.600 4.500 6M12 9.500c2.500 0 6-.9 7.500-3.500" /></svg>';

/** A whole page. */
export function htmlPage({ id, title, description, body, up, links, policy }: PageContent): string {
  const tags = previewTags({ title, description }, id ?? 'espalier', up).map(
    (tag) =>
      `<meta ${Object.entries(tag)
        .map(([name, value]) => `${name}="${escaped(value)}"`)
        .join(' ')} />`,
  );
  const nav = links.map(
    (link) => `<a href="${link.href}"${link.id === id ? ' aria-current="page"' : ''}>${escaped(link.name)}</a>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escaped(description)}" />
    ${tags.join('\n    ')}
    <link rel="icon" type="image/svg+xml" href="${up}icons/espalier.svg" />
    <link rel="stylesheet" href="${up}pages.css" />
    <title>${escaped(title)}</title>
  </head>
  <body>
    <a class="skip" href="#content">To the text</a>
    <header>
      <a class="mark" href="${up}">${MARK} Espalier</a>
      <nav aria-label="Papers">${nav.join('\n')}</nav>
    </header>
    <main id="content">${body}</main>
    <footer>
      Espalier is a lab for recommenders that plan with a language model, in one browser page. <a href="${up}">Open the lab</a> ·
      <a href="${up}licences.txt">Licences</a>
    </footer>
  </body>
</html>
`;
}

/** The body of a page on a paper. */
export function article({ title, paper, arxiv, place, notebooks, words, picture, rest }: ArticleContent): string {
  const [hash, name] = place;
  const ready = notebooks.map(
    ([id, text]) => `<li>Notebook: <a href="../#notebook/ready/${id}">${escaped(text)}</a></li>`,
  );
  // The heading of the picture goes with it.
  const cut = words.lastIndexOf('<h2');
  return `<article class="paper">
<div class="wide"><h1>${escaped(title)}</h1>
<p class="cite">${escaped(paper)} <a href="https://arxiv.org/abs/${arxiv}">Read it at arXiv</a></p>
<ul class="go"><li><a class="main-link" href="../#${hash}">Try it: ${escaped(name)}</a></li>${ready.join('')}</ul></div>
<section>${words.slice(0, cut)}</section>
<section class="picture">${words.slice(cut)}<figure>${picture}</figure></section>
<section class="wide">${rest}</section>
</article>`;
}
