import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go, LOOKS, press } from '../../support/console.ts';

/** One event, and one without a start. An import skips what was deleted, by its UID. */
const calendar = (uid: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//harbor//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    'DTSTART:20300512T180000Z',
    'DTEND:20300512T190000Z',
    'SUMMARY:Rope workshop',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:lost@harbor',
    'DTSTAMP:20260101T000000Z',
    'SUMMARY:Lost at sea',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

describeInBrowser('the events', () => {
  const demo = demoConsole();

  it('are filtered by the address, changed after a check, and published', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Events');
    await filterBy(page, 'Status', 'Waiting');
    await page.getByRole('rowheader', { name: /Knots and pull requests/ }).waitFor();
    await page.getByRole('rowheader', { name: /Calm interfaces/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?status=pending');
    expect(await axe(page)).toEqual([]);

    const change = page.getByRole('button', { name: 'Edit Knots and pull requests' });
    await change.click();
    await page.getByLabel('Place', { exact: true }).fill('Pier 5');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/would be notified/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: /^Save( and notify \d+)?$/ }).click();
    await page.getByRole('cell', { name: /Pier 5/ }).waitFor();
    await change.click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Knots and pull requests: Published').waitFor();
    await page.getByRole('rowheader', { name: /Knots/ }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are rejected for a reason', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Events');
    await page.getByRole('button', { name: 'Edit Lighthouse quiz' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByLabel(/Reason/).fill('The pier is closed');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Lighthouse quiz: Rejected').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show another organizer’s change beside the own one', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Events');
    await page.getByRole('button', { name: 'Edit Evening sail' }).click();
    const { data } = (await demo.api('GET', '/admin/events?q=Evening')) as {
      data: { id: number }[];
    };
    await demo.api('PUT', `/admin/events/${data[0]?.id}`, { capacity: 14 });
    await page.getByLabel('Seats', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: /^Save( and notify \d+)?$/ }).click();
    await page.getByRole('cell', { name: '14', exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('cell', { name: '5 of 20' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('check an attendee in, and take it back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Events');
    await page.getByRole('link', { name: 'Attendees of Opening: what the harbor' }).click();
    const checkIn = page.getByRole('button', { name: 'Check in Mina Okafor' });
    await checkIn.click();
    await page.getByText(/^.*1 of 3 arrived$/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await checkIn.waitFor();
    await page.getByRole('link', { name: 'All events' }).click();
    await page.getByRole('rowheader', { name: /Calm interfaces/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(LOOKS)('come from a calendar after a report by title, on %s', async (size, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Events');
    await press(page, 'Import a calendar');
    await page.getByLabel('Calendar (ICS)').setInputFiles({
      name: 'harbor.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(calendar(size)),
    });
    await page.getByText('1 new', { exact: true }).waitFor();
    await page.getByText(/^New: Rope workshop/).waitFor();
    await page.getByText(/^Lost at sea: /).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 change' }).click();
    await page.getByText('1 added, 0 changed, 0 cancelled.').waitFor();
    await press(page, 'Import a calendar');
    await page.getByText('Past imports').click();
    await page
      .getByText(/1 added, 0 changed, 0 cancelled, 1 skipped$/)
      .first()
      .waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Events' }).click();

    await page.getByRole('button', { name: 'Edit Rope workshop' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('0 people would be notified.').waitFor();
    await page.getByLabel('Type “Rope workshop” to confirm').fill('Rope workshop');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Rope workshop is deleted.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
