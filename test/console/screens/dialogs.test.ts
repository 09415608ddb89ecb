import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';
import { overflow, SCREENS, smallControls, WIDTHS } from '../../support/console-layout.ts';

/** Of the controls that an open dialog shows: the pairs that overlap, and those beyond its sides. */
const MISPLACED = `(() => {
  // What a list scrolls out of its own view covers nothing.
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    const list = one.closest('.choices')?.getBoundingClientRect();
    const [top, bottom] = [Math.max(box.top, list?.top ?? box.top), Math.min(box.bottom, list?.bottom ?? box.bottom)];
    return new DOMRect(box.left, top, box.width, Math.max(0, bottom - top));
  };
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const shown = [...dialog.querySelectorAll('button, input, select, textarea, a[href], summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== 'hidden')
    .map((one) => ({ one, box: seen(one) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const frame = dialog.getBoundingClientRect();
  const name = ({ one }) => one.outerHTML.slice(0, 120);
  const beyond = shown.filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1);
  // The foot of a long form stays in view above what scrolls below it.
  const inFoot = (one) => {
    const foot = one.closest('.foot');
    return foot !== null && getComputedStyle(foot).position === 'sticky';
  };
  const pairs = shown.flatMap((a, at) => shown.slice(at + 1).filter((b) =>
    inFoot(a.one) === inFoot(b.one) &&
    !a.one.contains(b.one) && !b.one.contains(a.one) &&
    Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
    Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
  ).map((b) => [name(a), name(b)]));
  return [...beyond.map(name), ...pairs];
})()`;

/** A button that has opened no dialog by then is one of another kind. */
const OPENS_MS = 1_500;

/** The names of the buttons of the screen, each once. */
async function buttonsOf(page: Page): Promise<string[]> {
  const buttons = await page.locator('main button:visible:enabled').all();
  const names = await Promise.all(buttons.map((one) => one.innerText()));
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))].slice(0, 14);
}

describeInBrowser('every dialog that a button of a screen opens', () => {
  const demo = demoConsole();
  let opened: Awaited<ReturnType<typeof demo.open>>;
  const resize = (width: number) => opened.page.setViewportSize({ width, height: 900 });
  beforeAll(async () => {
    opened = await demo.open();
  });
  afterAll(() => opened?.context.close());

  it.each(SCREENS)(
    'has its controls apart, within it and large enough, at any width: %s',
    async (screen) => {
      const { page } = opened;
      // What a case before this one left open.
      await page.keyboard.press('Escape');
      await resize(1_440);
      await go(page, screen);
      for (const name of await buttonsOf(page)) {
        const button = page.locator('main').getByRole('button', { name, exact: true }).first();
        if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
        await button.click();
        const dialog = page.locator('dialog[open]').last();
        const isOpen = await dialog.waitFor({ timeout: OPENS_MS }).then(
          () => true,
          () => false,
        );
        if (!isOpen) continue;
        for (const width of WIDTHS) {
          await resize(width);
          const small = width < 1_000 ? await smallControls(page) : [];
          const found = [
            ...small,
            ...(await page.evaluate<string[]>(MISPLACED)),
            ...(await axe(page)),
          ];
          expect([name, width, await overflow(page), found]).toEqual([name, width, 0, []]);
        }
        await resize(1_440);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
      }
    },
  );
});
