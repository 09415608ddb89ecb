import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS, press } from '../../support/console.ts';
import { guestListCsv } from '../../support/guest-lists.ts';
import { aWorkbook } from '../../support/workbooks.ts';

/** A guest list of Luma whose first guest is there already by e-mail, with one who has declined. */
const listOf = (n: number) =>
  guestListCsv('luma', [
    {
      guest_id: `gst-preview${n}a`,
      name: 'Mary Jackson',
      email: `mary${n}@example.org`,
      approval_status: 'approved',
      ticket_name: 'Speaker',
    },
    { guest_id: `gst-preview${n}b`, name: `Annie Easley ${n}`, approval_status: 'approved' },
    { guest_id: `gst-preview${n}c`, name: 'Declined', approval_status: 'declined' },
  ]);
const workbookOf = (csv: string) =>
  aWorkbook({
    Guests: csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')),
  });

const row = (page: Page, table: string, cells: RegExp) =>
  page.getByRole('region', { name: table }).getByRole('row', { name: cells });

describeInBrowser('the import of guests', () => {
  const demo = demoConsole();

  it.each(LOOKS.map((look, n) => [...look, n] as const))(
    'recognizes the workbook of a shop, and shows its rows and whom they join, on %s',
    async (_, look, n) => {
      const [conference] = (await demo.api<{ data: { id: number }[] }>('GET', '/admin/conferences'))
        .data;
      const path = `/admin/conferences/${conference?.id}/bulk-upload`;
      const known = { email: `mary${n}@example.org`, first_name: 'M.', last_name: 'Winston' };
      await demo.api('POST', path, { attendees: [known] });
      const { page, context, problems } = await demo.open(look);
      await go(page, 'Attendees');
      await press(page, 'Import guests');
      await page.getByLabel('List (CSV or XLSX)').setInputFiles({
        name: 'guests.xlsx',
        mimeType: 'application/zip',
        buffer: workbookOf(listOf(n)),
      });

      await page.getByText('Luma recognized').waitFor();
      const first = 'The first rows as they will be';
      await row(page, first, /^2 Mary Jackson Merged Invited Speaker Yes$/).waitFor();
      await row(page, first, new RegExp(`^3 Annie Easley ${n} Added Invited Yes$`)).waitFor();
      await row(page, first, /^4 Left out$/).waitFor();
      await page.getByText('1 row joins someone who is there already').click();
      const joined = 'Rows of people who are there already';
      await row(page, joined, /^2 Mary Jackson M\. Winston E-mail Merged$/).waitFor();
      await page.getByText('1 left out', { exact: true }).waitFor();
      // The browser reads no workbook: the service names its columns.
      const column = page.getByRole('combobox', { name: 'ticket_name' });
      expect(await column.inputValue()).toBe('ticket_type');
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.getByRole('button', { name: 'Import 2 guests' }).click();
      await page.getByRole('rowheader', { name: `Annie Easley ${n}` }).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('says in German what a list of one\u2019s own will be', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.evaluate("localStorage.setItem('hallway-language', 'de')");
    await page.reload();
    await page.getByRole('link', { name: 'Gäste importieren' }).click();
    const csv = 'full name,email\nRaye Montague,raye@example.org\n';
    await page
      .getByLabel('Liste (CSV oder XLSX)')
      .setInputFiles({ name: 'g.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await row(
      page,
      'Die ersten Zeilen, wie sie sein werden',
      /^2 Raye Montague Neu Eingeladen$/,
    ).waitFor();
    await row(page, 'Die ersten Zeilen', /^Neu Raye Montague raye@example\.org$/).waitFor();
    await page.getByRole('button', { name: '1 Gast importieren' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
