import type { Browser, Page } from 'playwright-core';
import { developmentConsole } from '../../../src/development/console.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { signIn } from '../../support/console.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let browser: Browser;
let conference: Conference;
let workshop: Event;
let ada: User;
let grace: User;

/** Whether the device has the list of the event. */
const HAS_ROSTER = `new Promise((resolve) => {
  const opening = indexedDB.open('hallway-roster');
  opening.onsuccess = () => {
    const all = opening.result.transaction('rosters').objectStore('rosters').getAll();
    all.onsuccess = () => resolve(all.result.some(({ people }) => people.size === 1));
  };
})`;

describeInBrowser('the door of an event', () => {
  beforeAll(async () => {
    api = await startApi({ consoleFiles: developmentConsole() });
    api.advance(Date.now() - api.now().getTime());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });
  beforeEach(async () => {
    await api.db('events').delete();
    await api.db('conferences').delete();
    const starts_on = new Date().toISOString().slice(0, 10);
    const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    conference = await aConference(api.db, { name: 'Harbor Summit', starts_on, ends_on });
    const starts_at = new Date().toISOString();
    const ends_at = new Date(Date.now() + 3_600_000).toISOString();
    const event = { conference_id: conference.id, starts_at, ends_at };
    workshop = await anEvent(api.db, { ...event, title: 'Sail making' });
    await anEvent(api.db, { ...event, title: 'Rejected party', status: 'rejected' });
    ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Ahoy' });
    grace = await aUser(api.db, { first_name: 'Grace', last_name: 'Ahoy' });
    for (const user of [ada, grace]) await aRegistration(api.db, [user, conference]);
    await anAttendance(api.db, [ada, workshop]);
  });

  const ticketOf = async (user: User, path: string): Promise<string> =>
    (await api.as(user).get(`/api/v1/${path}/ticket`).expect(200)).body.code;
  const openDoor = async () => {
    const key = await api
      .admin()
      .post('/api/v1/admin/api-keys')
      .send({ name: 'Door', preset: 'door', conference_ids: [conference.id] })
      .expect(201);
    const opened = await openPage(browser, api.url, { viewport: { width: 390, height: 844 } });
    await opened.page.goto('/admin');
    await signIn(opened.page, key.body.secret);
    await opened.page.getByText('Online').waitFor();
    const code = async (text: string) => {
      await opened.page.getByRole('searchbox', { name: 'Name or code' }).fill(text);
      await opened.page.getByRole('searchbox', { name: 'Name or code' }).press('Enter');
    };
    const door = opened.page.getByRole('combobox', { name: 'Door', exact: true });
    return { ...opened, code, door };
  };
  const verdict = (page: Page, name: string, word: string) =>
    page.getByRole('status').filter({ hasText: word }).filter({ hasText: name }).waitFor();

  it('is chosen on top, takes names and tickets, and counts its own arrivals', async () => {
    const { page, door, context, problems } = await openDoor();
    await door.selectOption('Sail making');
    expect(await door.getByRole('option').allInnerTexts()).toEqual([
      'Harbor Summit',
      'Sail making',
    ]);
    await page.getByText('0 of 1 arrived').waitFor();
    await page.waitForFunction(HAS_ROSTER);
    expect(await page.getByRole('button', { name: 'Walk-in' }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Name or code' }).fill('ada');
    await page.getByRole('button', { name: 'Check in Ada Ahoy' }).click();
    await verdict(page, 'Ada Ahoy', 'Checked in');
    await page.getByText('1 of 1 arrived').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.reload();
    await page.getByText('1 of 1 arrived').waitFor();
    await door.selectOption('Harbor Summit');
    await page.getByText('0 of 2 arrived').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is offered for its ticket at the door of the conference, and the other way round', async () => {
    const { page, door, code, context, problems } = await openDoor();
    await code(await ticketOf(ada, `events/${workshop.id}`));
    await verdict(page, 'Ticket for something else', 'Refused');
    await page.getByRole('button', { name: 'Switch to Sail making' }).click();
    await verdict(page, 'Ada Ahoy', 'Checked in');
    expect(await door.locator('option:checked').innerText()).toBe('Sail making');
    expect(await axe(page)).toEqual([]);

    await code(await ticketOf(grace, `conferences/${conference.id}`));
    await page.getByRole('button', { name: 'Switch to Harbor Summit' }).click();
    await verdict(page, 'Grace Ahoy', 'Checked in');
    await page.getByText('1 of 2 arrived').waitFor();

    const other = await aConference(api.db, { name: 'Other' });
    const elsewhere = await anEvent(api.db, { conference_id: other.id, title: 'Secret dinner' });
    await anAttendance(api.db, [ada, elsewhere]);
    await code(await ticketOf(ada, `events/${elsewhere.id}`));
    await verdict(page, 'Ticket for something else', 'Refused');
    expect(await page.getByRole('button', { name: /^Switch to/ }).count()).toBe(0);
    expect(await page.getByText('Secret dinner').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('works without a network, and each scan reaches its own door', async () => {
    const { page, door, code, context, problems } = await openDoor();
    const [forEvent, forConference] = [
      await ticketOf(ada, `events/${workshop.id}`),
      await ticketOf(grace, `conferences/${conference.id}`),
    ];
    await door.selectOption('Sail making');
    await page.getByText('0 of 1 arrived').waitFor();
    await page.waitForFunction(HAS_ROSTER);
    await context.setOffline(true);
    await page.getByText('Offline').waitFor();
    await code(forEvent);
    await verdict(page, 'Ada Ahoy', 'Let them in');
    await code(forConference);
    await page.getByRole('button', { name: 'Switch to Harbor Summit' }).click();
    await verdict(page, 'Grace Ahoy', 'Let them in');
    await page.getByText('2 scans wait').waitFor();

    await context.setOffline(false);
    const arrived = async (table: string) => api.db(table).where({ status: 'checked_in' });
    await until(async () => (await arrived('event_attendances')).length === 1);
    await until(async () => (await arrived('registrations')).length === 1);
    expect(problems).toEqual([]);
    await context.close();
  });
});
