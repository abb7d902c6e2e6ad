/** @file Nothing is cut that has to be read: texts, fields and choices of every place are whole, at a desk and on a phone, also while something is under way. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { PLACES } from '../../src/ui/places.ts';
import { openSiteAndBrowser } from './opened-site.ts';
import { SLOW } from './site.ts';

const { site, browser } = await openSiteAndBrowser();

/** The texts in sight that are wider than their box, which hides the rest. A text that is kept whole behind a button may be. */
const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    const widthOf = (text: string, font: string): number => {
      if (canvas === null) return 0;
      canvas.font = font;
      return canvas.measureText(text).width;
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 2;
    const roomIn = (field: HTMLElement): number => {
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      // A canvas knows nothing of figures of one width, and less than that is no letter.
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 3;
    };
    const NO_TEXT = /^(checkbox|radio|range|file|color|hidden)$/;
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *:not(svg *)')) {
      if (!isSeen(element)) continue;
      const { fontStyle, fontWeight, fontSize, fontFamily, overflowX, clipPath } = getComputedStyle(element);
      // There is no shorthand of a font with features.
      const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      if (element instanceof HTMLInputElement) {
        const text = element.value === '' ? element.placeholder : element.value;
        if (!NO_TEXT.test(element.type) && widthOf(text, font) > roomIn(element)) found.push(`field: ${text}`);
      } else if (element instanceof HTMLSelectElement) {
        // The arrow of a select takes as much.
        const text = element.selectedOptions[0]?.label ?? '';
        if (widthOf(text, font) > roomIn(element) + 1) found.push(`choice: ${text}`);
      } else if (/hidden|clip/.test(overflowX) && clipPath === 'none' && element.clientWidth > 1) {
        const text = element.textContent.trim().replace(/\s+/g, ' ');
        if (element.scrollWidth > element.clientWidth + 1 && text !== '') found.push(`text: ${text.slice(0, 80)}`);
      }
    }
    return found;
  });

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  'at %i pixels',
  async (width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    const cut: string[] = [];
    const look = async (where: string): Promise<void> => {
      for (const text of await cutTexts(page)) cut.push(`${where}: ${text}`);
    };
    await page.goto(site.url);
    // The database is being built, which the top bar tells.
    await page.getByRole('region', { name: 'Under way' }).waitFor(SLOW);
    while (await page.getByRole('region', { name: 'Under way' }).isVisible()) {
      await look('under way');
      await page.waitForTimeout(200);
    }
    await page.locator('.mark.database').first().dispatchEvent('click');
    await page.getByTestId('fork-form').click();
    await look('a fork');
    for (const [place] of PLACES) {
      await page.goto(`${site.url}#${place}`);
      await page.locator('main h1').first().waitFor(SLOW);
      await page.locator('main.waiting').waitFor({ state: 'detached', ...SLOW });
      await look(place);
    }
    await context.close();
    expect([...new Set(cut)]).toEqual([]);
  },
  120_000,
);
