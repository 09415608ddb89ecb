import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const TABLET = { viewport: { width: 820, height: 1_180 } };
/** Whether the name of the chosen conference is cut. */
const IS_CUT = `(() => {
  const name = document.querySelector('.topbar .switch strong');
  return name.scrollWidth > name.clientWidth;
})()`;

describeInBrowser('the console on a phone and on a tablet', () => {
  const demo = demoConsole();

  it('has the whole name of the conference on a phone', async () => {
    const { page, context } = await demo.open(PHONE);
    expect(await page.evaluate(IS_CUT)).toBe(false);
    await context.close();
  });

  it('has the language in the menu of the account', async () => {
    const { page, context, problems } = await demo.open(PHONE);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('button', { name: /^Konto von/ }).click();
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('folds the filters of a list, and counts those that are on', async () => {
    const { page, context, problems } = await demo.open(PHONE);
    await go(page, 'People');
    const access = page.getByRole('combobox', { name: 'Access' });
    expect(await access.isVisible()).toBe(false);
    await page.getByText('Filters', { exact: true }).click();
    await access.selectOption('Blocked');
    await page.getByText('Filters (1)').waitFor();
    await page.setViewportSize({ width: 1_440, height: 900 });
    await access.waitFor();
    expect(await page.getByText('Filters (1)').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has "Check in" in view on a tablet', async () => {
    const { page, context, problems } = await demo.open(TABLET);
    const isInView = async () => {
      const box = await page
        .getByRole('button', { name: /^Check in/ })
        .first()
        .boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= TABLET.viewport.width;
    };
    await go(page, 'Attendees');
    await page
      .getByRole('button', { name: /^Check in/ })
      .first()
      .waitFor();
    expect(await isInView()).toBe(true);
    await go(page, 'Events');
    await page
      .getByRole('link', { name: /^Attendees of/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Check in/ })
      .first()
      .waitFor();
    expect(await isInView()).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
});
