import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the broadcasts', () => {
  const demo = demoConsole();

  it('preview a broadcast, send it once, and take it back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Broadcasts');
    await page.getByRole('button', { name: 'Write a broadcast' }).click();
    await page.getByLabel('Title').fill('The doors are open');
    await page.getByLabel('Message').fill('Good morning, {{first_name|there}}!');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Good morning, Mina!').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send to 6 people' }).dblclick();
    const card = page.getByRole('listitem').filter({ hasText: 'The doors are open' });
    await card.getByText(/of 6 sent/).waitFor({ timeout: 60_000 });
    expect(await card.count()).toBe(1);
    await card.getByRole('button', { name: 'Recall' }).click({ timeout: 60_000 });
    await card.getByText(/Recalled: [1-6] messages/).waitFor({ timeout: 60_000 });
    expect(problems).toEqual([]);
    await context.close();
  });
});
