import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
/** What a key of the keyboard goes to. */
const focused = (page: Page) =>
  page.evaluate<string>(`document.activeElement?.labels?.[0]?.innerText.trim() ||
    document.activeElement?.innerText.trim() || document.activeElement?.tagName`);
/** The elements whose style the browser has computed during `action`. */
async function styledBy(page: Page, action: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['devtools.timeline'] });
  await action();
  const trace = (await browser?.stopTracing())?.toString() ?? '';
  const { traceEvents } = JSON.parse(trace) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const styles = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  expect(styles.length).toBeGreaterThan(0);
  return styles.reduce((sum, { args: { elementCount = 0 } }) => sum + elementCount, 0);
}

describeInBrowser('what is above the page', () => {
  const demo = demoConsole();
  const item = (page: Page) => page.getByRole('button', { name: /Calm interfaces/ });

  it('keeps the focus, and gives it back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    await item(page).click();
    await page.getByRole('dialog', { name: 'Calm interfaces' }).waitFor();
    expect(await focused(page)).toBe('Title');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Check');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Title');
    // Beside the dialog, and on words of it.
    await page.mouse.click(300, 500);
    expect(await focused(page)).toBe('Title');
    await page.getByRole('heading', { name: 'Calm interfaces' }).click();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Title');
    // The page behind it is no part of what a screen reader says.
    expect(await page.locator('dialog[aria-modal=true]').count()).toBe(1);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toMatch(/^Calm interfaces/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has the question before typed words on top, which alone closes by Escape', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    await item(page).click();
    await page.getByLabel('Title').fill('Other words');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await question.waitFor();
    for (const key of ['Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      expect(await question.locator(':focus').count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Title');
    expect(await page.getByLabel('Title').inputValue()).toBe('Other words');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('lets Escape close an open list first', async () => {
    const { page, context, problems } = await demo.open(PHONE);
    await go(page, 'Attendees');
    await page
      .getByRole('button', { name: /Aicha Benali|Aïcha Benali|Jonas Lindqvist/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const more = dialog.getByRole('button', { name: 'More actions' });
    await more.click();
    await page.locator('.pop:popover-open').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.pop:popover-open').waitFor({ state: 'detached' });
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('closes by the gesture of a phone that goes back, and asks for what is typed', async () => {
    const { page, context, problems } = await demo.open(PHONE);
    await page.addInitScript(`
      globalThis.watchers = [];
      globalThis.CloseWatcher = class extends EventTarget {
        constructor() {
          super();
          watchers.push(this);
        }
        destroy() {
          watchers.splice(watchers.indexOf(this), 1);
        }
      };
    `);
    await page.goto('/admin/c/1/agenda');
    const back = () => page.evaluate(`watchers.at(-1).dispatchEvent(new Event('close'))`);
    await item(page).click();
    await page.getByRole('dialog').waitFor();
    await back();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('watchers.length')).toBe(0);
    await item(page).click();
    await page.getByLabel('Title').fill('Other words');
    await back();
    await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('computes the style of no card of a large agenda', async () => {
    const { starts_on } = await demo.api<{ starts_on: string }>('GET', '/conferences/1');
    const day = new Date(Date.parse(starts_on) + 24 * 3_600_000).toISOString().slice(0, 10);
    const times = Array.from({ length: 20 }, (_, slot) => Date.parse(day) + slot * 30 * 60_000);
    const hours = 6 * 3_600_000;
    const rooms = Array.from({ length: 10 }, (_, room) => `Room ${room}`);
    for (const start of times) {
      await Promise.all(
        rooms.map((room) =>
          demo.api('POST', '/admin/agenda', {
            conference_id: 1,
            title: `Session in ${room}`,
            room,
            starts_at: new Date(start + hours).toISOString(),
            ends_at: new Date(start + hours + 30 * 60_000).toISOString(),
          }),
        ),
      );
    }
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/1/agenda?day=${day}`);
    const cards = page.locator('.slot');
    await cards.nth(199).waitFor({ state: 'attached' });
    await cards.nth(40).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await cards.nth(20).hover();
    const styled = await styledBy(page, async () => {
      await page.mouse.down();
      await page.mouse.up();
      await page.getByLabel('Title').waitFor();
    });
    // The form has about 150; the 200 cards, 800.
    expect(styled).toBeLessThan(400);
    expect(problems).toEqual([]);
    await context.close();
  });
});
