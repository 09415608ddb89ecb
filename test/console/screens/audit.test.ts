import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the audit log', () => {
  const demo = demoConsole();

  it('is filtered by several actions and exported', async () => {
    const { page, context, problems } = await demo.open();
    await demo.api('PATCH', '/admin/users/1', { company: 'Tideline Labs' });
    await go(page, 'Audit log');
    const rows = page.getByRole('listitem').filter({ hasText: 'edited' });
    await rows.filter({ hasText: 'Mina Okafor' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByText('The demo added the quest Harbor hunt').waitFor();
    // Words, and nothing of how it is stored.
    const words = await page.getByRole('main').innerText();
    // Variables of templates are what organizers write.
    expect(words.replaceAll(/\{\{.*?\}\}/g, '')).not.toMatch(/[a-z]_[a-z]|\{"|: \[/);
    await page.getByLabel('Search').fill('edited person, user.block');
    await page
      .getByText(/ added /)
      .first()
      .waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'Company Tideline' }).getByText('Tideline Labs').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'To (UTC)' }).click();
    await page.getByLabel('To (UTC)').fill('2020-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Nothing is recorded.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
