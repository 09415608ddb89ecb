import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go } from '../../support/console.ts';

describeInBrowser('the partner', () => {
  const demo = demoConsole();

  it('shows mints with counts, and the accounts', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Partner');
    await page.getByRole('region', { name: 'Mints' }).getByRole('rowheader').first().waitFor();
    await page.getByRole('region', { name: 'Accounts' }).getByRole('rowheader').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await filterBy(page, 'Why it failed', 'Sold out');
    await page.getByText('No mints.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
