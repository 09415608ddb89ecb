import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';
import { FakeProgrammes } from '../../support/fake-programmes.ts';
import { aPosition, FakePretix, PRETIX_TOKEN } from '../../support/fake-shops.ts';
import { until } from '../../support/until.ts';

describeInBrowser('sources', () => {
  const demo = demoConsole();
  const waits = (name: string) =>
    until(async () => {
      const { data } = await demo.api<{
        data: { readonly name: string; readonly waiting_run_id: number | null }[];
      }>('GET', '/admin/conferences/1/sources');
      return data.some((one) => one.name === name && one.waiting_run_id !== null);
    });

  it('connect pretalx, see the difference, and apply what is chosen', async () => {
    await using programmes = await FakeProgrammes.start();
    const url = programmes.release('sea', [
      { guid: 'a', title: 'Anchors', starts_at: '2026-12-14T09:00:00Z', speaker: 'Ada' },
      { guid: 'b', title: 'Buoys', starts_at: '2026-12-14T10:00:00Z' },
    ]);
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByText('No sources yet.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a source' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('The programme');
    await dialog.getByLabel('Address', { exact: true }).fill(url);
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'The programme' }).waitFor();

    await waits('The programme');
    await page.reload();
    await page.getByRole('link', { name: 'The programme' }).click();
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    expect(await axe(page)).toEqual([]);
    const boxes = page.getByRole('region', { name: 'Waits for you' }).getByRole('checkbox');
    await boxes.first().uncheck();
    await page.getByRole('button', { name: /^Apply \d+ chosen/ }).click();
    await page.getByText('The programme is applied.').waitFor();
    await page.getByText(/applied · .* new/).waitFor();
    await page.getByRole('button', { name: 'Read now' }).click();
    await page.getByText('It is being read.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('connect pretix, apply the guests, and decide on a cancellation', async () => {
    await using shop = await new FakePretix().start();
    for (const n of [1, 2, 3]) shop.put(`ORDER${n}`, [aPosition(1, { secret: `secret-of-${n}` })]);
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('button', { name: 'Add a source' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Tickets');
    await dialog.getByLabel('Address', { exact: true }).fill(shop.url);
    await dialog.getByLabel('Short name of the organizer').fill('octo');
    await dialog.getByLabel('Short name of the event').fill('conf');
    await dialog.getByLabel('Token or key').fill(PRETIX_TOKEN);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Tickets' }).waitFor();
    await waits('Tickets');
    await page.reload();
    await page.getByRole('link', { name: 'Tickets' }).click();
    await page.getByRole('button', { name: 'Apply all' }).click();
    await page.getByText('Tickets is applied.').waitFor();

    const { data } = await demo.api<{ data: { readonly id: number }[] }>(
      'GET',
      '/admin/conferences/1/sources',
    );
    expect(data).toHaveLength(2);
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Read every … minutes').fill('30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('every 30 minutes').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('An organizer turned it off.').first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No sources yet.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
