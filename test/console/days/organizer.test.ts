import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, signIn } from '../../support/console.ts';
import { act, cardOf, check, write } from '../../support/console-broadcasts.ts';
import { guestListCsv } from '../../support/guest-lists.ts';
import { until } from '../../support/until.ts';

const LAPTOP = { viewport: { width: 1_440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const DAY_MS = 86_400_000;
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** Within the conference wherever the day ends, and after now. */
const [FIRST, LAST] = [dayFromNow(-1), dayFromNow(1)];

/** Two sessions of the last day, as a planning tool exports them. */
const SCHEDULE = `<?xml version="1.0"?>
<schedule><conference><title>Tide Days</title><base_url>https://tide.example/</base_url>
<time_zone_name>Europe/Lisbon</time_zone_name></conference>
<day index="1" date="${LAST}" start="${LAST}T08:00:00Z" end="${LAST}T23:00:00Z">
${[
  ['a1', 'Great Hall', '10:00', 'Ropes for all', 'Ines Barros'],
  ['a2', 'Loft', '12:00', 'Sails by hand', 'Rui Tavares'],
]
  .map(
    ([guid, room, start, title, speaker]) => `<room name="${room}"><event id="1" guid="${guid}">
<date>${LAST}T${start}:00Z</date><start>${start}</start><duration>01:00</duration>
<room>${room}</room><title>${title}</title><type>talk</type>
<persons><person id="${guid}">${speaker}</person></persons></event></room>`,
  )
  .join('\n')}
</day></schedule>`;

const PRETIX_CODE = 'kq7w2m9xzt4rvbn8';
/** A guest of each shop, and one of a list that an organizer has typed. */
const GUESTS = {
  pretix: guestListCsv('pretixCheckInList', [
    {
      'Order code': 'T1DE5',
      'Attendee name': 'Vera Molnar',
      'Attendee name: Given name': 'Vera',
      'Attendee name: Family name': 'Molnar',
      Product: 'Regular',
      Secret: PRETIX_CODE,
      'E-mail': 'vera@tide.example',
    },
  ]),
  luma: guestListCsv('luma', [
    {
      guest_id: 'gst-1',
      name: 'Tarn Adams',
      first_name: 'Tarn',
      last_name: 'Adams',
      email: 'tarn@tide.example',
      approval_status: 'approved',
      qr_code_url: 'https://luma.com/check-in/evt-tide?pk=g-tarn00001',
      ticket_name: 'Standard',
    },
  ]),
  eventbrite: guestListCsv('eventbriteWithBarcode', [
    {
      'Order #': '900100',
      'First Name': 'Hedy',
      'Last Name': 'Lamarr',
      Email: 'hedy@tide.example',
      Quantity: '1',
      'Attendee #': '17001',
      'Barcode #': '90010017001001',
      'Attendee Status': 'Attending',
    },
  ]),
  plain: 'first_name,last_name,ticket_code\nIda,Rhodes,TIDE-RHODES-01\n',
};

/** Whether the phone knows all guests and the attendee. */
const HAS_ROSTER = `new Promise((resolve) => {
  const opening = indexedDB.open('hallway-roster');
  opening.onsuccess = () => {
    const all = opening.result.transaction('rosters').objectStore('rosters').getAll();
    all.onsuccess = () => resolve(all.result.some(({ people, guests }) => people.size === 1 && guests.size === 4));
  };
})`;

describeInBrowser('the day of an organizer, from an empty service', () => {
  const demo = demoConsole({ isEmpty: true });
  const contexts: BrowserContext[] = [];
  const problems: string[][] = [];
  const opened = <T extends { context: BrowserContext; problems: string[] }>(one: T): T => {
    contexts.push(one.context);
    problems.push(one.problems);
    return one;
  };
  /** What one test leaves to the next: the pages stay open, as on a desk. */
  let desk: Page;
  let mina: Page;
  let id = '';
  const dialog = () => desk.getByRole('dialog');
  const press = (name: string | RegExp, on: Page = desk) =>
    on.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();
  const says = (text: string | RegExp) => desk.getByText(text).first().waitFor();
  const tab = (name: string) => mina.getByRole('navigation').getByRole('button', { name }).click();
  const upload = (name: string, mimeType: string, text: string) => ({
    name,
    mimeType,
    buffer: Buffer.from(text),
  });
  const openMiniApp = async () => {
    await mina.goto('about:blank');
    await mina.goto(`/demo/open?person=0&conference=${id}`);
    await mina.getByRole('heading', { name: 'Tide Days' }).waitFor();
  };
  /** The code of the ticket that the mini app shows. */
  const shownCode = () => mina.locator('figure code').innerText();

  beforeAll(async () => {
    desk = opened(await demo.visitor(LAPTOP)).page;
    mina = opened(await demo.visitor(PHONE)).page;
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
  });

  it('is lived through the console alone', async () => {
    // The conference, its rooms and its schedule.
    await desk.goto('/admin');
    await signIn(desk);
    await press('Add your first conference');
    await desk.getByLabel('Name', { exact: true }).fill('Tide Days');
    await desk.getByLabel('First day').fill(FIRST);
    await desk.getByLabel('Last day').fill(LAST);
    await desk.getByLabel('Time zone', { exact: true }).fill('Europe/Lisbon');
    await desk.getByLabel('Description').fill('Two days by the sea.');
    await press('Add');
    await desk.getByRole('heading', { name: 'Tide Days', level: 1 }).waitFor();
    await press('Publish');
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await says('Tide Days is published.');

    await go(desk, 'Agenda');
    id = /\/c\/(\d+)/.exec(desk.url())?.[1] ?? '';
    await press('Rooms');
    for (const [room, seats] of [
      ['Great Hall', '200'],
      ['Loft', '40'],
    ] as const) {
      await dialog().getByLabel('Name of A new room').fill(room);
      await dialog().getByLabel('Seats of A new room').fill(seats);
      await dialog().getByRole('button', { name: 'Add', exact: true }).click();
      await dialog()
        .getByRole('button', { name: `Move ${room}` })
        .waitFor();
    }
    await dialog().getByRole('button', { name: 'Close' }).click();
    await desk.getByRole('link', { name: 'Import', exact: true }).first().click();
    await desk.getByLabel(/^File/).setInputFiles(upload('schedule.xml', 'text/xml', SCHEDULE));
    await press('Import 2 changes');
    await desk.getByRole('link', { name: 'Close', exact: true }).click();

    // The guests of each shop.
    await go(desk, 'Attendees');
    for (const [shop, list] of Object.entries(GUESTS)) {
      await desk.getByRole('link', { name: 'Import guests' }).click();
      await desk
        .getByLabel('List (CSV or XLSX)')
        .setInputFiles(upload(`${shop}.csv`, 'text/csv', list));
      await press('Import 1 guest');
      await desk.getByRole('heading', { name: 'Attendees', level: 1 }).waitFor();
    }
    await desk.getByRole('link', { name: 'Invited 4', exact: true }).waitFor();

    // An event with its own door, and a quest to which an organizer admits.
    await go(desk, 'Events');
    await press('Add an event');
    await dialog().getByLabel('Title').fill('Sail making');
    await dialog().getByLabel('Starts on').fill(LAST);
    await dialog().getByLabel('Ends on').fill(LAST);
    await dialog().getByLabel(/^At/).first().fill('15:00');
    await dialog().getByLabel(/^At/).last().fill('16:00');
    await dialog().getByLabel('Seats', { exact: true }).fill('10');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await says('Sail making is added.');
    await go(desk, 'Quests');
    await press('Add a quest');
    await dialog().getByLabel('Title').fill('Harbor hunt');
    await dialog().getByLabel('Admission').selectOption('An organizer admits each participant');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await desk.getByRole('heading', { name: 'Harbor hunt' }).waitFor();
    await press('Add a task');
    await dialog().getByRole('combobox', { name: 'Type' }).selectOption('Text');
    await dialog().getByLabel('Title').fill('A poem about the pier');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await desk.getByRole('listitem').filter({ hasText: 'A poem about the pier' }).waitFor();
    await press('Publish');
    await desk.getByRole('button', { name: 'Hide' }).waitFor();

    // An attendee: the ticket of the conference, a session in her agenda, a seat at the event.
    await openMiniApp();
    await press('Register', mina);
    await tab('Code');
    const ticket = await shownCode();
    await tab('Agenda');
    await press('Keep Ropes for all', mina);
    await mina.getByRole('button', { name: 'Keep Ropes for all', pressed: true }).waitFor();
    await press('Sail making', mina);
    await press('Attend', mina);
    const seat = await shownCode();

    // A phone at the door, signed in by a link: online, offline, and at the event.
    await go(desk, 'Keys');
    await press('Add a key');
    await dialog().getByLabel('Name').fill('Main entrance');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    const link = await dialog()
      .getByText(/#code=/)
      .innerText();
    await press('Close');
    const phone = opened(await demo.visitor(PHONE));
    await phone.page.goto(link);
    const scan = async (code: string, name: string, verdict: string) => {
      const field = phone.page.getByRole('searchbox', { name: 'Name or code' });
      await field.fill(code);
      await field.press('Enter');
      await phone.page
        .getByRole('status')
        .filter({ hasText: verdict })
        .filter({ hasText: name })
        .waitFor();
    };
    await scan(PRETIX_CODE, 'Vera Molnar', 'Checked in');
    await until(() => phone.page.evaluate<boolean>(HAS_ROSTER));
    await phone.context.setOffline(true);
    await phone.page.getByText('Offline').waitFor();
    await scan(ticket, 'Mina Okafor', 'Let them in');
    await phone.page.getByText('1 scan waits').waitFor();
    await phone.context.setOffline(false);
    await phone.page.getByText('2 of 5 arrived').waitFor();
    await phone.page
      .getByRole('combobox', { name: 'Door', exact: true })
      .selectOption('Sail making');
    await scan(seat, 'Mina Okafor', 'Checked in');
    await phone.page.getByText('1 of 1 arrived').waitFor();

    // A request for the quest, and its proof.
    await press('Back', mina);
    await tab('Quests');
    await press('Harbor hunt', mina);
    await press('Ask to take part', mina);
    await mina.getByText('Your request is being reviewed.').waitFor();
    await go(desk, 'Moderation');
    await desk.getByRole('link', { name: 'Quest requests' }).click();
    await desk.getByLabel('Choose Mina Okafor').check();
    await press('Approve (1)');
    await says('1 decided, 0 failed.');
    await press('Start', mina);
    await mina.getByLabel('Text').fill('Planks, and the tide below.');
    await press('Send', mina);
    await mina.getByRole('listitem').getByText('In review').waitFor();
    await go(desk, 'Review');
    await says('Planks, and the tide below.');
    await desk.keyboard.press('a');
    await says('Nothing to review.');
    await mina.getByRole('listitem').getByText('Done', { exact: true }).waitFor();

    // A broadcast that is taken back, and a session that moves.
    await write(desk, 'Breakfast is ready', 'Come to the {{conference_name}} kitchen.');
    await (await check(desk)).getByRole('button', { name: 'Send to 1 person' }).click();
    const breakfast = cardOf(desk, 'Breakfast is ready');
    await breakfast.getByText(/1 of 1 sent/).waitFor();
    await tab('Inbox');
    await mina.getByRole('button', { name: 'Breakfast is ready' }).first().waitFor();
    await act(desk, 'Breakfast is ready', 'Recall');
    await dialog().getByRole('button', { name: 'Recall' }).click();
    await breakfast.getByText(/Recalled: 1 message/).waitFor();
    await openMiniApp();
    await tab('Inbox');
    await mina.getByText('Come to the').waitFor({ state: 'detached' });
    await go(desk, 'Agenda');
    await desk.locator('.days button').last().click();
    await desk.locator('.slot', { hasText: 'Ropes for all' }).click();
    await dialog()
      .getByLabel(/^Starts/)
      .fill('10:30');
    await dialog().getByLabel(/^Ends/).fill('11:30');
    await dialog().getByRole('button', { name: 'Check' }).click();
    await dialog().getByText('1 person would be notified.').waitFor();
    await dialog().getByRole('button', { name: /^Save/ }).click();
    await says('Ropes for all is saved.');
    await mina
      .getByRole('listitem')
      .filter({ hasText: /Ropes for all.*10:30/ })
      .waitFor();

    // What she says, the list of who came, and the thanks.
    await mina.getByLabel('Tell the organizers').fill('More chairs in the loft, please.');
    await press('Send', mina);
    await mina.getByText('Thank you. The organizers read it.').waitFor();
    await go(desk, 'Feedback');
    await desk.getByLabel('Choose More chairs in the loft, please.').check();
    await press('Mark as done (1)');
    await says('1 changed, 0 failed.');
    await go(desk, 'Attendees');
    await desk.getByRole('link', { name: 'Arrived 1', exact: true }).click();
    const download = desk.waitForEvent('download');
    await desk.getByRole('link', { name: /^Export/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await write(desk, 'Thank you', 'See you next year, {{first_name|there}}!');
    await (await check(desk)).getByRole('button', { name: 'Send to 1 person' }).click();
    await cardOf(desk, 'Thank you')
      .getByText(/1 of 1 sent/)
      .waitFor();
    await mina.getByText('See you next year, Mina!').waitFor();
    expect(problems.flat()).toEqual([]);
  }, 180_000);
});
