import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go } from '../../support/console.ts';

describeInBrowser('the people', () => {
  const demo = demoConsole();

  it('are found by words and filters, which the address keeps, and exported', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'People');
    await page.getByLabel('Search').fill('nordlys');
    await page.getByRole('link', { name: 'Mina Okafor' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Jonas Lindqvist' }).waitFor();
    await filterBy(page, 'Language', 'Ukrainian');
    await page.getByText('No one is found.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('Search').fill('');
    await page.getByRole('link', { name: 'Олена Коваль' }).waitFor();
    expect(new URL(page.url()).search).toBe('?language_code=uk');
    await page.reload();
    await page.getByRole('link', { name: 'Олена Коваль' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are edited, and a change of another organizer is shown beside ours', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'People');
    await page.getByRole('link', { name: 'Mina Okafor' }).click();
    await page.getByRole('heading', { name: 'Mina Okafor' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await demo.api('PATCH', '/admin/users/1', { company: 'Tideline Labs' });
    await page.getByLabel('Job title').fill('Captain');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another organizer has saved this').waitFor();
    await page.getByRole('cell', { name: 'Tideline Labs' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Mina Okafor is saved.').waitFor();
    await page.getByRole('definition').filter({ hasText: 'Captain' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Tideline Labs' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: 'Captain' })
      .waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('get points once, and lose them again', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'People');
    await page.getByRole('link', { name: 'Jonas Lindqvist' }).click();
    await page.getByRole('button', { name: 'Adjust points' }).click();
    await page.getByText('Now: 20 points').waitFor();
    await page.getByLabel(/Points to add/).fill('25');
    await page.getByLabel(/Reason/).fill('Carried chairs');
    await page.getByRole('button', { name: 'Adjust', exact: true }).dblclick();
    await page.getByText('Jonas Lindqvist has 45 points.').waitFor();
    await page.getByRole('definition').filter({ hasText: /^45$/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('definition').filter({ hasText: /^20$/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are blocked with a reason, unblocked, and erased by their typed name', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'People');
    await page.getByRole('link', { name: 'Tomás Rey' }).click();
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByLabel(/Reason/).fill('Sold tickets of others');
    await page.keyboard.press('Enter');
    await page.getByText('This account is blocked').waitFor();
    await page.getByText('Sold tickets of others').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unblock' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
    await page.getByText('This account is blocked').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Erase' }).click();
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase' });
    await page.getByLabel(/Type/).fill('Tomas Rey');
    await erase.click();
    await page.locator('dialog input:invalid').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel(/Type/).fill('Tomás Rey');
    await erase.click();
    await page.getByRole('heading', { name: 'An erased user' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'All people' }).click();
    await page.getByRole('link', { name: 'Tomás Rey' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Mina Okafor' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are imported after a report by line', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'People');
    await page.getByRole('link', { name: 'Import people' }).click();
    const list =
      'messenger_id,first_name,company\n700000001,Ida,Rhodes & Sons\nnot a number,Kim,\n';
    await page
      .getByLabel('List (CSV or XLSX)')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await page.getByText('1 new', { exact: true }).waitFor();
    await page.getByText(/^Row 3: Messenger id/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 person' }).click();
    await page.getByRole('link', { name: 'Ida', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say what failed, and are not shown to a key that may not read them', async () => {
    const { page, context } = await demo.open();
    await page.route('**/admin/users?*', (route) =>
      route.fulfill({
        status: 409,
        headers: { 'X-Request-Id': 'one-two' },
        json: { error: 'It is being restored', code: 'CONFLICT' },
      }),
    );
    await go(page, 'People');
    await page.getByText('Request one-two').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/admin/users?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Mina Okafor' }).waitFor();
    await context.close();

    const { secret } = (await demo.api('POST', '/admin/api-keys', {
      name: 'Content',
      preset: 'content',
    })) as { secret: string };
    const helper = await demo.open({}, secret);
    expect(await helper.page.getByRole('link', { name: 'People' }).count()).toBe(0);
    await helper.context.close();
  });
});
