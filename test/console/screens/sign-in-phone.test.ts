import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('signing in a phone', () => {
  const demo = demoConsole();
  const PHONE = { viewport: { width: 390, height: 844 } };

  it('takes a link of a new key once, leads to its door, and leaves no code in the address', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Keys');
    await page.getByRole('button', { name: 'Add a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Main entrance');
    await dialog.getByLabel(/^With walk-ins/).check();
    expect(await dialog.getByRole('combobox', { name: /^For/ }).inputValue()).toBe('door');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('img', { name: 'QR code that signs in Main entrance' }).waitFor();
    const link = await dialog.getByText(/#code=/).innerText();
    const secret = await dialog.locator('code.secret').first().innerText();
    expect(link).not.toContain(secret);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();

    const phone = await demo.visitor(PHONE);
    await phone.page.goto(link);
    await phone.page.getByRole('heading', { name: 'Door of Harbor Summit' }).waitFor({
      state: 'attached',
    });
    expect(new URL(phone.page.url()).hash).toBe('');
    await phone.page.getByRole('button', { name: 'Walk-in' }).waitFor();
    await phone.page.goBack().catch(() => undefined);
    expect(phone.page.url()).not.toContain('code=');

    const second = await demo.visitor(PHONE);
    await second.page.goto(link);
    await second.page.getByText(/^This link was used or has expired/).waitFor();
    expect(second.page.url()).not.toContain('code=');
    expect(await axe(second.page)).toEqual([]);

    await page.getByRole('button', { name: 'Sign in a phone as Main entrance' }).click();
    const again = await dialog.getByText(/#code=/).innerText();
    await second.page.goto(again);
    await second.page.getByRole('button', { name: 'Walk-in' }).waitFor();
    expect([...problems, ...phone.problems, ...second.problems]).toEqual([]);
    for (const { context: one } of [phone, second, { context }]) await one.close();
  });
});
