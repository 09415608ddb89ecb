import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the keys', () => {
  const demo = demoConsole();

  it('make a key for the door, which then sees the door alone', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name').fill('Main entrance');
    await page.getByRole('button', { name: 'Make', exact: true }).click();
    const secret = await page.locator('code.secret').innerText();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'Main entrance' }).waitFor();
    expect(await page.getByText(secret).count()).toBe(0);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin key').fill('not a key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not a key of this service.').waitFor();
    await page.getByLabel('Admin key').fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Door' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });
});
