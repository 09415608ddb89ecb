import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, LOOKS } from '../../support/console.ts';

describeInBrowser('every screen', () => {
  const demo = demoConsole();

  it.each(LOOKS)('has nothing that axe finds wrong on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    const links = page.getByRole('navigation').getByRole('link');
    for (const link of await links.all()) {
      await link.click();
      await page.locator('main h1').waitFor();
      await page.getByText('Loading…').waitFor({ state: 'detached' });
      expect([await link.innerText(), await axe(page)]).toEqual([await link.innerText(), []]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
