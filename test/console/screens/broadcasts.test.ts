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
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    // Both before the page is drawn again, as on a busy phone.
    await page.getByRole('button', { name: 'Send to 6 people' }).evaluate((button) => {
      (button as unknown as { click(): void }).click();
      (button as unknown as { click(): void }).click();
    });
    const card = page.getByRole('listitem').filter({ hasText: 'The doors are open' });
    await card.getByText(/of 6 sent/).waitFor({ timeout: 60_000 });
    expect(await card.count()).toBe(1);
    expect(sent).toEqual(['/api/v1/admin/notifications/bulk-send']);
    await card.getByRole('button', { name: 'Recipients' }).click();
    const recipients = page.getByRole('dialog');
    await recipients.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor();
    await recipients.getByLabel('Search').fill('Jonas');
    await recipients.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor({ state: 'detached' });
    await recipients.getByRole('rowheader', { name: /Jonas/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await recipients.getByLabel('Status').selectOption('Failed');
    await recipients.getByText('No one is in this list.').waitFor();
    await recipients.getByRole('button', { name: 'Close' }).click();
    await card.getByRole('button', { name: 'Recall' }).click({ timeout: 60_000 });
    await card.getByText(/Recalled: [1-6] messages/).waitFor({ timeout: 60_000 });
    expect(problems).toEqual([]);
    await context.close();
  });
});
