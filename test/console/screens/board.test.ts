import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

const SCREEN = { viewport: { width: 1_920, height: 1_080 } };

describeInBrowser('the big screen', () => {
  const demo = demoConsole();

  it.each(['light', 'dark'] as const)('shows ranks, live, in %s', async (colorScheme) => {
    const { page, context, problems } = await demo.open({ ...SCREEN, colorScheme });
    await go(page, 'Quests');
    await page.getByRole('link', { name: 'Big screen' }).click();
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.first().innerText()).toMatch(/^1\n/);
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps its standing without a network, and comes back by itself', async () => {
    const { page, context } = await demo.open(SCREEN);
    await go(page, 'Quests');
    await page.getByRole('link', { name: 'Big screen' }).click();
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.first().waitFor();
    const shown = await rows.count();
    await page.route('**/quests/leaderboard*', (route) => route.abort());
    await page.getByText(/cannot be reached\. This is the standing of/).waitFor();
    expect(await rows.count()).toBe(shown);
    await page.unroute('**/quests/leaderboard*');
    await page.getByText(/^As of/).waitFor();
    await context.close();
  });

  it('goes on after the end of the session, and says so', async () => {
    const { page, context, problems } = await demo.open(SCREEN);
    await go(page, 'Quests');
    await page.getByRole('link', { name: 'Big screen' }).click();
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.first().waitFor();
    const shown = await rows.count();
    await page.evaluate(() => fetch('/api/v1/admin/session', { method: 'DELETE' }));
    await page.getByText(/The session has ended/).waitFor();
    expect(await rows.count()).toBe(shown);
    expect(problems).toEqual([]);
    await context.close();
  });
});
