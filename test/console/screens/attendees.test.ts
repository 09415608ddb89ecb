import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the attendees', () => {
  const demo = demoConsole();

  it('say what failed with the id of the request, and try again', async () => {
    const { page, context } = await demo.open();
    await page.route('**/attendees?*', (route) => {
      expect(route.request().headers().prefer).toBe('handling=strict');
      return route.fulfill({
        status: 409,
        headers: { 'X-Request-Id': 'one-two' },
        json: { error: 'It is being restored', code: 'CONFLICT' },
      });
    });
    await go(page, 'Attendees');
    await page.getByText('It is being restored').waitFor();
    await page.getByText('Request one-two').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/attendees?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Mina Okafor').waitFor();
    await context.close();
  });

  it('are counted by status, filtered and sorted by the address, which keeps it', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByRole('link', { name: 'All 8', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Invited 2', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor({ state: 'detached' });
    await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor();
    await page.getByText('More filters').click();
    await page.getByRole('combobox', { name: 'Ticket type' }).selectOption('speaker');
    await page.getByRole('rowheader', { name: 'Edith Clarke' }).waitFor({ state: 'detached' });
    expect(await axe(page)).toEqual([]);
    // Guests have no such order, so it leads to the attendees.
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Company');
    await page.getByText('No one is in this list.').waitFor();
    await page.getByRole('combobox', { name: 'Ticket type' }).selectOption('All');
    await page.getByRole('rowheader', { name: 'Олена Коваль' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=attendees&sort=company');
    await page.reload();
    await page.getByRole('rowheader', { name: 'Олена Коваль' }).waitFor();
    expect((await page.getByRole('rowheader').allInnerTexts())[0]).toMatch(/Dnipro Labs/);
    await page.getByRole('link', { name: /^Invited/ }).click();
    await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Order' }).inputValue()).toBe('registered_at');

    await page.goto(`${new URL(page.url()).pathname}?arrived=2030-02-31x`);
    await page.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('import guests after a report by line, and export the list', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByRole('button', { name: 'Import guests' }).click();
    const list = 'first_name,last_name,ticket_code\nIda,Rhodes,RHODES-00000001\nKim,Lee,\n';
    await page
      .getByLabel('List (CSV or XLSX)')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1 new, 0 changed, 0 as before.').waitFor();
    await page.getByText(/^Row 3: /).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Ida Rhodes' }).waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export (XLSX)' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    expect(problems).toEqual([]);
    await context.close();
  });
});
