import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('what waits for a decision', () => {
  const demo = demoConsole();

  it('rejects a side event with the reason that its submitter reads', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Moderation');
    await page.getByRole('link', { name: 'Side events' }).click();
    const box = page.getByRole('checkbox').first();
    await box.check();
    await page.getByRole('button', { name: 'Reject (1)' }).click();
    await page.getByLabel(/Reason/).fill('The room is taken');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('1 decided, 0 failed.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('decides a report once, and keeps the decision', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Moderation');
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('button', { name: /^Open the report of/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Warn/ }).check();
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel('Note for other moderators').fill('First time');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('No reports.').waitFor();
    await page.getByRole('link', { name: 'Decided', exact: true }).click();
    await page.getByRole('button', { name: /^Open the report of/ }).click();
    await dialog.getByText('First time').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});
