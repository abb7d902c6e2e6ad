/** @file Fields of Firefox, filled as a person fills them. */
import { firefox, type Locator, type Page } from 'playwright';

/** Fields whose text is typed; a range, a date or a colour is set. */
const TYPED =
  'textarea, input:is(:not([type]), [type=text], [type=search], [type=url], [type=password], [type=number])';
/** Longer texts are pasted, in characters. */
const MOST_TYPED = 500;

/** Locators of all pages are of one class, which takes it once. */
let isTyping = false;

function typeInto(page: Page): void {
  if (isTyping) return;
  isTyping = true;
  const locators = Object.getPrototypeOf(page.locator('input')) as { fill: Locator['fill'] };
  const fill = locators.fill;
  locators.fill = async function typed(this: Locator, value, options): Promise<void> {
    await this.waitFor(options);
    const field = this.and(this.page().locator(TYPED));
    if (value.length > MOST_TYPED || (await field.count()) === 0) return fill.call(this, value, options);
    // Keys choose nothing in a tab that another one's has taken the focus from.
    await this.page().bringToFront();
    await field.and(this.page().locator(':enabled')).press('ControlOrMeta+a', options);
    if (value === '') await field.press('Delete', options);
    else await field.pressSequentially(value);
  };
}

/**
 * Lets `fill` type what it puts into a field, in each Firefox that is started from now on. Playwright fills fields of Firefox by an editing
 * command, after which no `change` follows where the field is left, and which goes behind what a field of numbers holds.
 */
export function typeIntoFields(): void {
  const launch = firefox.launch.bind(firefox);
  firefox.launch = async (options) => {
    const browser = await launch(options);
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (given) => {
      const context = await newContext(given);
      context.on('page', typeInto);
      return context;
    };
    return browser;
  };
}
