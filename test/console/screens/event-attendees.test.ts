import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('people, away from the door', () => {
  const demo = demoConsole();

  it('are added to an event, moved, written to and removed', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Events');
    await page.getByRole('link', { name: 'Attendees of Evening sail' }).click();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).last().fill('Tom');
    await page.getByRole('radio').first().check();
    const name = (await page.locator('dialog label:has(input:checked) span').first().innerText())
      .replace(/\n.*/s, '')
      .trim();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${name}: `).waitFor();

    const row = page.getByRole('button', { name, exact: true });
    await row.click();
    await page.getByRole('button', { name: 'Write a message' }).click();
    await page.getByLabel('Title').fill('Your sail');
    await page.getByLabel('Message', { exact: true }).fill('We start at seven.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^The message (to|is in the inbox of) /).waitFor();

    await row.click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText(`${name} is removed.`).waitFor();
    await row.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Write to these people' }).click();
    await page.getByText('Evening sail').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are added to the conference as guests', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('First name').fill('Edda');
    await page.getByLabel('Ticket type').last().fill('press');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Edda: ').waitFor();
    await page.getByRole('button', { name: 'Edda', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('get a broadcast by the rows of a spreadsheet', async () => {
    const { page, context, problems } = await demo.open();
    const { data } = await demo.api<{ data: { id: number }[] }>('GET', '/admin/users?limit=1');
    await go(page, 'Broadcasts');
    await page.getByRole('button', { name: 'Send to a spreadsheet' }).click();
    await page.getByLabel('List (CSV or XLSX)').setInputFiles({
      name: 'seats.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`user_id,Seat\n${data[0]?.id},7\n999999999,8\n`),
    });
    await page.getByLabel('Title').fill('Your seat');
    await page.getByLabel('Message', { exact: true }).fill('It is {{seat}}.');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('It is 7.').waitFor();
    await page.getByText('1 row reaches no one.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send to 1 person' }).click();
    await page.getByText('The broadcast is on its way.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are enriched, and feedback gets a note', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'People');
    await page.getByRole('main').getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Make from the profile' }).click();
    await page.getByText(/^Done, or on its way\.|consent/).waitFor();
    await go(page, 'Feedback');
    const notes = page.getByRole('button', { name: /^Note on / });
    await notes.first().click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Asked the venue');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: /^Save( and notify \d+)?$/ }).click();
    await page.getByText('Asked the venue').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
