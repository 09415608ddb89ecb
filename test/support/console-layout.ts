import type { Page } from 'playwright-core';
import en from '../../src/console/texts/en.json' with { type: 'json' };

/** The names of all screens in the menu. */
export const SCREENS = Object.entries(en).flatMap(([key, text]) =>
  key.startsWith('menu.') ? [text] : [],
);
/** A phone, a tablet and a laptop. */
export const WIDTHS = [390, 820, 1_440] as const;
/** The least side of what a finger presses. */
const TARGET_PX = 44;

/**
 * Of what an open dialog shows, else of the whole page, the controls that are too small for a finger.
 * Links in a sentence are as high as its lines, and a card of the grid as high as its time.
 */
const SMALL = `(() => {
  const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const name = (one) => one.outerHTML.slice(0, 100);
  return [...shown.querySelectorAll('button, .btn, .chip, nav a, input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== 'hidden')
    .filter((one) => !one.matches('.grid .slot, .skip'))
    .map((one) => [one, (/^(checkbox|radio)$/.test(one.type) && one.closest('label')) || one])
    .map(([one, target]) => [one, target.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && height > 1)
    .filter(([, { width, height }]) => Math.min(width, height) < ${TARGET_PX} - 0.5)
    .map(([one, { width, height }]) => Math.round(width) + ' x ' + Math.round(height) + ': ' + name(one));
})()`;
export const smallControls = (page: Page): Promise<string[]> => page.evaluate(SMALL);

/** What the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');
