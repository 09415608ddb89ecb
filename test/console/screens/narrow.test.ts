import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go } from '../../support/console.ts';
import { overflow } from '../../support/console-layout.ts';

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

  it('has each filter of a list behind one button, and those that are on beside it', async () => {
    const { page, context, problems } = await demo.open(PHONE);
    await go(page, 'People');
    await filterBy(page, 'Access', 'Blocked');
    const chip = page.getByRole('button', { name: 'Access: Blocked' });
    expect(await overflow(page)).toBe(0);
    await chip.click();
    await page.getByRole('button', { name: 'Blocked', exact: true }).last().press('Escape');
    await page.getByRole('button', { name: 'Remove the filter “Access”' }).click();
    await chip.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Mina Okafor' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has one button for all that a page can do beside its first action', async () => {
    const { page, context, problems } = await demo.open(PHONE);
    await page.goto('/admin/c/1/people?id=1');
    await page.getByRole('button', { name: 'Write a message' }).waitFor();
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    expect(await edit.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'More actions' }).click();
    await edit.click();
    await page.getByRole('dialog').getByLabel('Job title').waitFor();
    expect(await axe(page)).toEqual([]);
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
