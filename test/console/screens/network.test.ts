import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('a lost network', () => {
  const demo = demoConsole();

  it('is named within 3 s, as is its return, which reads again what failed', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Moderation');
    await go(page, 'Door');
    const tag = page.getByRole('status').filter({ hasText: /^(Online|Offline)/ });
    await tag.filter({ hasText: 'Online' }).waitFor();
    // Time passes by the steps below alone.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await context.setOffline(true);
    await page.clock.runFor(3_000);
    expect(await tag.innerText()).toMatch(/^Offline/);

    await page.clock.resume();
    await go(page, 'Moderation');
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByText('The service cannot be reached.').first().waitFor();
    await context.setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });

    await go(page, 'Door');
    await tag.filter({ hasText: 'Online' }).waitFor();
    await context.setOffline(true);
    await tag.filter({ hasText: 'Offline' }).waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const read = page.waitForResponse('**/check-in/stats');
    await context.setOffline(false);
    await page.clock.runFor(2_900);
    await (await read).finished();
    await page.clock.runFor(100);
    expect(await tag.innerText()).toMatch(/^Online/);
    expect(problems).toEqual([]);
    await context.close();
  });
});
