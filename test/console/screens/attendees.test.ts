import { readFile } from 'node:fs/promises';
import { ADMIN_API_KEY } from '../../support/api.ts';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go, LOOKS, press, signIn, signOut } from '../../support/console.ts';
import { connectTo } from '../../support/database.ts';

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
    await page.getByText('This is not possible in its current state').waitFor();
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
    await filterBy(page, 'Ticket type', 'speaker');
    await page.getByRole('rowheader', { name: 'Edith Clarke' }).waitFor({ state: 'detached' });
    expect(await axe(page)).toEqual([]);
    // Guests have no such order, so it leads to the attendees.
    await page.getByRole('link', { name: /^All/ }).click();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByText('No one is in this list.').waitFor();
    await page.getByRole('button', { name: 'Remove the filter “Ticket type”' }).click();
    await page.getByRole('rowheader', { name: 'Олена Коваль' }).waitFor();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    expect(new URL(page.url()).search).toBe('?status=all&sort=company');
    await page.reload();
    await page.getByRole('rowheader', { name: 'Олена Коваль' }).waitFor();
    expect((await page.getByRole('rowheader').allInnerTexts())[0]).toMatch(/Dnipro Labs/);
    await page.getByRole('link', { name: /^Invited/ }).click();
    await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor();
    expect(await page.locator('[aria-sort]').count()).toBe(0);

    await page.goto(`${new URL(page.url()).pathname}?arrived=2030-02-31x`);
    await page.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have filters that this device keeps by a name', async () => {
    const { page, context, problems } = await demo.open();
    await page.goto('/admin/c/1/attendees?status=invited');
    await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor();
    const save = page.getByRole('button', { name: 'Save this filter' });
    expect(await save.count()).toBe(0);
    await filterBy(page, 'Ticket type', 'speaker');
    await save.click();
    await page.getByLabel('Name of the filter').fill('Invited speakers');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const tab = page.getByRole('link', { name: 'Invited speakers' });
    await tab.waitFor();
    expect(await tab.getAttribute('aria-current')).toBe('page');
    expect(await save.count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await page.goto('/admin/c/1/attendees');
    await page.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor();
    await tab.click();
    await page.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove the filter “Invited speakers”' }).click();
    await tab.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have the saved filters of one administrator, and of no other on the same device', async () => {
    const { secret } = await demo.key({ name: 'Another organizer', preset: 'organizer' });
    const { page, context, problems } = await demo.open();
    const list = '/admin/c/1/attendees?status=all&q=Mensah';
    await page.goto(list);
    await page.getByRole('button', { name: 'Save this filter' }).click();
    await page.getByLabel('Name of the filter').fill('One family');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const tab = page.getByRole('link', { name: 'One family' });
    await tab.waitFor();
    for (const [key, count] of [
      [secret, 0],
      [ADMIN_API_KEY, 1],
    ] as const) {
      await signOut(page);
      await signIn(page, key);
      await page.getByRole('navigation').getByRole('link').first().waitFor();
      await page.goto(list);
      await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor();
      expect([key, await tab.count()]).toEqual([key, count]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are chosen by keyboard and mouse, and checked in at once', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByLabel('Choose Mina Okafor').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByText('2 chosen').waitFor();
    await page.getByLabel('Choose Kofi Mensah').click({ modifiers: ['Shift'] });
    await page.getByText('8 chosen').waitFor();
    await page.getByLabel('Choose Aïcha Benali').click();
    await page.getByText('7 chosen').waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: 'Check in 7' }).click();
    await page.getByText('7 people are checked in.').waitFor();
    await page.getByRole('link', { name: 'Arrived 5', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Arrived 0', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are opened, chosen and checked in by single keys', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByText('8 of 8 shown').waitFor();
    const panel = (name: string) => page.getByRole('complementary', { name });
    await page.keyboard.press('j');
    await panel('Mina Okafor').waitFor();
    await page.keyboard.press('j');
    await panel('Jonas Lindqvist').getByText('Profile and messages').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('x');
    await page.getByText('1 chosen').waitFor();
    await page.keyboard.press('i');
    await page.getByText('Jonas Lindqvist is checked in.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Check in Jonas Lindqvist' }).waitFor();
    await page.keyboard.press('k');
    await panel('Mina Okafor').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('get a broadcast that is for them alone', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByLabel('Choose Mina Okafor').click();
    await page.getByLabel('Choose Aïcha Benali').click();
    await page.getByRole('link', { name: 'Write to 2' }).click();
    await page.getByLabel('Title', { exact: true }).fill('The hall has changed');
    await page.getByLabel('Text', { exact: true }).fill('Come to pier 5.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('The draft is saved. Nothing was sent.').waitFor();
    const [saved] = (await demo.api<Jobs>('GET', '/admin/notifications/jobs?limit=1')).data;
    expect(saved?.audience.user_ids).toHaveLength(2);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are withdrawn at once, and a refusal names the person', async () => {
    const { page, context, problems } = await demo.open();
    const [{ id } = { id: 0 }] = (await demo.api<Rows>('GET', '/admin/conferences')).data;
    const path = `/admin/conferences/${id}/attendees`;
    await demo.api('POST', path, { first_name: 'Joan', last_name: 'Murray' });
    await go(page, 'Attendees');
    await page.getByLabel('Choose Tomás Rey').click();
    await page.getByRole('checkbox', { name: 'Choose all shown' }).click();
    await page.getByRole('button', { name: 'Choose none' }).click();
    await page.getByLabel('Choose Tomás Rey').click();
    await page.getByLabel('Choose Joan Murray').click();
    await page.getByRole('button', { name: 'Withdraw 2' }).click();
    await page.getByText('1 person would be notified.').waitFor();
    expect(await axe(page)).toEqual([]);
    const guests = await demo.api<Invitations>('GET', `${path}?status=invited&q=Murray`);
    const [guest] = guests.data;
    await demo.api(
      'DELETE',
      `/admin/conferences/${id}/invitations/${guest?.invitation_id}?erase=true`,
    );
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('1 person is withdrawn.').waitFor();
    await page.getByText(/^Joan Murray: /).waitFor();
    expect(await axe(page)).toEqual([]);
    await demo.api('PATCH', `${path}/5`, { status: 'registered', notify: false });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('import guests after a report by line, and export the list', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await press(page, 'Import guests');
    const list = 'first_name,last_name,ticket_code\nIda,Rhodes,RHODES-00000001\nKim,Lee,\n';
    await page
      .getByLabel('List (CSV or XLSX)')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await page.getByText('1 new', { exact: true }).waitFor();
    await page.getByText('1 with an error').waitFor();
    await page.getByText(/^Row 3: /).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 guest' }).click();
    await page.getByRole('rowheader', { name: 'Ida Rhodes' }).waitFor();
    await press(page, 'Import guests');
    await page.getByText('Past imports').click();
    await page.getByRole('button', { name: /^Withdraw the import of/ }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Withdraw these guests' }).click();
    await page.getByText('1 withdrawn. Kept: 0 claimed, 0 arrived, 0 changed since.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Attendees' }).click();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have a sample file, which is imported as it is', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await press(page, 'Import guests');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Sample file' }).click();
    const buffer = await readFile(await (await download).path());
    await page
      .getByLabel('List (CSV or XLSX)')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import 2 guests' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(LOOKS)(
    'are imported by chosen columns, beside the first rows, on %s',
    async (size, look) => {
      const { page, context, problems } = await demo.open(look);
      await go(page, 'Attendees');
      await press(page, 'Import guests');
      const rows = ['Vorname;Nachname;Code;Mail', `"Ada; die Erste";Okoye ${size};OKOYE-${size};`];
      await page.getByLabel('List (CSV or XLSX)').setInputFiles({
        name: 'gäste.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(rows.join('\r\n')),
      });
      await page.getByRole('cell', { name: 'Ada; die Erste', exact: true }).waitFor();
      await page.getByText(/^The file lacks a column/).waitFor();
      await page.getByRole('combobox', { name: 'Code' }).selectOption('Ticket code');
      await page.getByRole('combobox', { name: 'Vorname' }).selectOption('First name');
      await page.getByRole('combobox', { name: 'Nachname' }).selectOption('Last name');
      await page.getByText('1 new', { exact: true }).waitFor();
      await page.getByText('Ignored columns: mail').waitFor();
      expect(await axe(page)).toEqual([]);
      await page.getByRole('button', { name: 'Import 1 guest' }).click();
      await page.getByRole('rowheader', { name: `Ada; die Erste Okoye ${size}` }).waitFor();

      // The browser reads no workbook.
      await press(page, 'Import guests');
      await page.getByLabel('List (CSV or XLSX)').setInputFiles({
        name: 'guests.xlsx',
        mimeType: 'application/zip',
        buffer: Buffer.from('PK\u0003\u0004'),
      });
      await page.getByText(/^Type the names of the columns/).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it.each(LOOKS)('get badges, and guests a file of links, on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Attendees');
    await page.getByLabel('Choose Mina Okafor').click();
    const [chosen] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Badges of 1' }).click(),
    ]);
    await chosen.getByText(/^1 badges of Harbor Summit/).waitFor();
    await press(page, 'Badges and links');
    await page.getByLabel('Size').selectOption('Label (62 × 100 mm)');
    await page.getByLabel('Only seats and names newer than, day').fill('2001-01-01');
    expect(await axe(page)).toEqual([]);
    const [all] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open the badges' }).click(),
    ]);
    await all.getByRole('heading', { name: 'Mina' }).waitFor();
    const query = new URL(all.url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      layout: 'label62',
      since: '2000-12-31T23:00:00.000Z',
    });
    for (const format of ['CSV', 'XLSX']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Links (${format})` }).click();
      expect((await download).suggestedFilename()).toBe(`claim-links.${format.toLowerCase()}`);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are checked in from the list and from their details, which take it back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Attendees');
    await page.getByRole('button', { name: 'Check in Kofi Mensah' }).click();
    await page.getByText('Kofi Mensah is checked in.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Check in Kofi Mensah' }).waitFor();

    await page.getByRole('button', { name: 'Jonas Lindqvist', exact: true }).click();
    await page.locator('aside, dialog').getByRole('button', { name: 'Check in' }).click();
    await page.getByRole('link', { name: 'Arrived 1', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Jonas Lindqvist', exact: true }).click();
    await press(page, 'Undo the check-in');
    await page.getByText(/^The arrival of Jonas Lindqvist \(.*Europe\/Amsterdam\)/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo the check-in' }).click();
    await page.getByRole('link', { name: 'Arrived 0', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('get a ticket type and a note, beside what another organizer saves', async () => {
    const { page, context, problems } = await demo.open();
    const [{ id } = { id: 0 }] = (await demo.api<Rows>('GET', '/admin/conferences')).data;
    await go(page, 'Attendees');
    await page.getByRole('button', { name: 'Mina Okafor', exact: true }).click();
    expect(await axe(page)).toEqual([]);
    await press(page, 'Edit');
    await demo.api('PATCH', `/admin/conferences/${id}/attendees/1`, { ticket_type: 'press' });
    await page.getByLabel(/^Note/).fill('Needs a place for a wheelchair.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'press' }).last().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    const noted = page.getByRole('rowheader', { name: /Mina Okafor .*wheelchair/ });
    await noted.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await noted.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(LOOKS)('are withdrawn after a check, and reinstated, on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Attendees');
    const wei = page.getByRole('button', { name: 'Wei Zhang', exact: true });
    // The actions are those of the panel, not of the page behind it.
    const panel = page.getByRole('heading', { name: 'Wei Zhang' });
    await wei.click();
    await panel.waitFor();
    await press(page, 'Withdraw');
    await page.getByText('1 person would be notified.').waitFor();
    await page.getByLabel('Notify the attendees').uncheck();
    await page.getByText('0 people would be notified.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('link', { name: 'Cancelled 1', exact: true }).click();
    await wei.click();
    await panel.waitFor();
    await press(page, 'Reinstate');
    await page.getByLabel('Even if no seat is free').check();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reinstate' }).click();
    await page.getByText('Wei Zhang: Registered').waitFor();
    await page.getByText('No one is in this list.').waitFor();

    await page.getByRole('link', { name: /^Invited/ }).click();
    const edith = page.getByRole('button', { name: 'Edith Clarke', exact: true });
    await edith.click();
    await press(page, 'Withdraw');
    await page.getByText('0 people would be notified.').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await edith.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Withdrawn' }).click();
    await edith.click();
    await press(page, 'Reinstate');
    await page.getByRole('button', { name: 'Reinstate' }).click();
    await page.getByText('Edith Clarke: Invited').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show a key for reading alone no way to change them', async () => {
    const { secret } = await demo.key({ name: 'Reader', preset: 'read-only' });
    const { page, context, problems } = await demo.open({}, secret);
    await go(page, 'Attendees');
    await page.getByLabel('Choose Mina Okafor').click();
    await page.getByText('1 chosen').waitFor();
    await page.getByRole('button', { name: 'Mina Okafor', exact: true }).click();
    await page.locator('aside').waitFor();
    const buttons = await page.getByRole('main').getByRole('button').allInnerTexts();
    expect(buttons.filter((text) => /Check in|Withdraw|Message|^Edit$|Import/.test(text))).toEqual(
      [],
    );
    expect(problems).toEqual([]);
    await context.close();
  });

  it('who are guests are corrected, get a claim link, another one, and are erased', async () => {
    const { page, context, problems } = await demo.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await go(page, 'Attendees');
    await page.getByRole('button', { name: 'Kofi Mensah', exact: true }).click();
    await press(page, 'Edit');
    await page.getByRole('textbox', { name: 'Company' }).fill('Pier 9');
    await page.getByLabel('Ticket type').last().fill('press');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /Kofi Mensah\s*Pier 9/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Pier 9').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Kofi Mensah', exact: true }).click();
    await press(page, 'Claim link');
    const link = page.getByText(/^https:.*startapp=i_/);
    const first = await link.innerText();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke and make a new one' }).click();
    await page.getByText('The old link is revoked.').waitFor();
    expect(await link.innerText()).not.toBe(first);
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Kofi Mensah', exact: true }).click();
    await press(page, 'Erase the guest');
    await page.getByLabel(/Type/).last().fill('Kofi Mensah');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Erase the guest' }).click();
    await page.getByText('Kofi Mensah is erased.').waitFor();
    await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are in the page only near the viewport, and chosen past the end of a page', async () => {
    const { id } = await demo.api<{ id: number }>('POST', '/admin/conferences', {
      name: 'Full House',
      starts_on: '2030-05-01',
      ends_on: '2030-05-02',
    });
    await using db = await connectTo(demo.database().url);
    await db.query(
      `insert into registrations (conference_id, username, first_name, status)
       select $1, 'guest_of_house_' || n, 'Guest ' || n, 'waitlisted' from generate_series(1, 120) n`,
      [id],
    );
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/${id}/attendees`);
    const row = (index: number) => page.locator(`tr[aria-rowindex="${index}"]`);
    for (const last of [101, 121]) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await row(last).waitFor();
    }
    await row(121).scrollIntoViewIfNeeded();
    await row(2).waitFor({ state: 'detached' });
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('121');
    expect(await axe(page)).toEqual([]);

    await row(101).getByRole('checkbox').press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 chosen').waitFor();
    await page.locator('main h1').scrollIntoViewIfNeeded();
    await row(2).waitFor();
    await row(60).waitFor({ state: 'detached' });
    // What has the focus stays.
    await row(102).locator('input:focus').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

interface Rows {
  readonly data: readonly { readonly id: number }[];
}
interface Invitations {
  readonly data: readonly { readonly invitation_id: number }[];
}
interface Jobs {
  readonly data: readonly { readonly audience: { readonly user_ids?: readonly number[] } }[];
}
