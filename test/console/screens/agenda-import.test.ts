import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS, press } from '../../support/console.ts';

interface Talk {
  readonly guid: string;
  readonly title: string;
  readonly start: string;
  readonly room: string;
}

/** A schedule.xml with an hour for each talk, on a day far ahead. */
const scheduleXml = (host: string, talks: readonly Talk[]) => `<?xml version="1.0"?>
<schedule><conference><title>Harbor</title><base_url>https://${host}/</base_url>
<time_zone_name>Europe/Lisbon</time_zone_name></conference>
<day index="1" date="2031-05-14" start="2031-05-14T08:00:00+01:00" end="2031-05-14T23:00:00+01:00">
${talks
  .map(
    ({ guid, title, start, room }) => `<room name="${room}"><event id="1" guid="${guid}">
<date>2031-05-14T${start}:00+01:00</date><start>${start}</start><duration>01:00</duration>
<room>${room}</room><title>${title}</title><type>talk</type>
<persons><person id="7">Ines Barros</person></persons></event></room>`,
  )
  .join('\n')}
</day></schedule>`;

const file = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

describeInBrowser('the import of an agenda', () => {
  const demo = demoConsole();

  it.each(LOOKS)('shows what a schedule changes, from and to, on %s', async (_, look) => {
    const host = `harbor-${look.viewport.width}.example`;
    const room = `Pier ${look.viewport.width}`;
    const { page, context, problems } = await demo.open(look);
    const open = () => press(page, 'Import');
    const main = page.getByRole('main');
    const choose = (talks: readonly Talk[]) =>
      main
        .getByLabel(/^File/)
        .setInputFiles(file('schedule.xml', 'text/xml', scheduleXml(host, talks)));
    const ropes = { guid: `r-${host}`, title: 'Ropes for all', start: '10:00', room };
    const sails = { guid: `s-${host}`, title: 'Sails by hand', start: '12:00', room };
    await go(page, 'Agenda');
    await open();
    await choose([ropes, sails]);
    await main.getByText(/^This is a schedule/).waitFor();
    await main.getByText('2 new', { exact: true }).waitFor();
    await main.getByText(/^New: Ropes for all/).waitFor();
    await main
      .getByText(/outside the days of the conference/)
      .first()
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await main.getByRole('button', { name: /^Import \d/ }).click();
    await main.getByRole('link', { name: 'Close', exact: true }).click();

    await open();
    await choose([{ ...ropes, start: '11:00', room: `Attic ${look.viewport.width}` }]);
    await main.getByLabel('What the file no longer has').selectOption('Cancel it');
    await main.getByText('1 changed', { exact: true }).waitFor();
    await main.getByText('1 cancelled', { exact: true }).waitFor();
    await main.getByText(/^Starts: .*:00 → .*:00$/).waitFor();
    await main.getByText(`Room: ${room} → Attic ${look.viewport.width}`).waitFor();
    await main.getByText(/^Cancelled: Sails by hand/).waitFor();
    await main
      .getByText('Nobody would be notified.')
      .or(main.getByText(/would be notified/))
      .first()
      .waitFor();
    await main.getByRole('button', { name: /^Import \d/ }).click();
    await main.getByRole('link', { name: 'Close', exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    const isWide = await main.evaluate((one) => one.scrollWidth > one.clientWidth);
    expect(isWide).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('reads tables and calendars, and offers to delete a room that is left without a session', async () => {
    const { page, context, problems } = await demo.open();
    const main = page.getByRole('main');
    const open = () => press(page, 'Import');
    const table = (room: string) =>
      file(
        'agenda.csv',
        'text/csv',
        `title,starts_at,ends_at,room,import_key\nBuoys,2031-05-14 15:00,2031-05-14 16:00,${room},b1\n,2031-05-14 15:00,2031-05-14 16:00,,b2\n`,
      );
    await go(page, 'Agenda');
    for (const room of ['Old loft', 'New loft']) {
      await open();
      await main.getByLabel(/^File/).setInputFiles(table(room));
      await main.getByText(/^This is a table/).waitFor();
      await main.getByText('1 row has an error and is left out.').waitFor();
      await main.getByText(/^Row 3: Title/).waitFor();
      await main.getByRole('button', { name: /^Import \d/ }).click();
      await main.getByRole('link', { name: 'Close', exact: true }).waitFor();
      if (room === 'Old loft') await main.getByRole('link', { name: 'Close' }).click();
    }
    await main.getByRole('button', { name: 'Delete Old loft' }).click();
    await main.getByRole('button', { name: 'Delete Old loft' }).waitFor({ state: 'detached' });
    await main.getByRole('link', { name: 'Close', exact: true }).click();

    await open();
    const event = ['UID:gulls@harbor', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Gulls'];
    const times = ['DTSTART:20310514T180000Z', 'DTEND:20310514T190000Z'];
    const lines = ['VCALENDAR', 'VERSION:2.0', 'PRODID:-//harbor//EN', 'BEGIN:VEVENT', ...event];
    const ics = [`BEGIN:${lines.join('\r\n')}`, ...times, 'END:VEVENT', 'END:VCALENDAR', ''];
    await main
      .getByLabel(/^File/)
      .setInputFiles(file('gulls.ics', 'text/calendar', ics.join('\r\n')));
    await main.getByText(/^This is a calendar/).waitFor();
    await main.getByText(/^New: Gulls/).waitFor();
    await main.getByRole('button', { name: /^Import \d/ }).click();
    await main.getByRole('link', { name: 'Close', exact: true }).click();

    await open();
    const later = ['LOCATION:Jetty', 'DTSTART:20310514T190000Z', 'DTEND:20310514T200000Z'];
    const untimed = ['BEGIN:VEVENT', 'UID:crabs@harbor', 'SUMMARY:Crabs', 'STATUS:PERHAPS'];
    const moved = [...ics.slice(0, 1), ...later, 'END:VEVENT', ...untimed, 'END:VEVENT'];
    await main
      .getByLabel(/^File/)
      .setInputFiles(file('gulls.ics', 'text/calendar', moved.join('\r\n')));
    await main.getByText(/^Changed: Gulls/).waitFor();
    await main.getByText(/^Starts: .* → .*$/).waitFor();
    await main.getByText('Place: empty → Jetty').waitFor();
    await main.getByText('Crabs: DTSTART is missing.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
