import type { Browser, Page } from 'playwright-core';
import { developmentConsole } from '../../../src/development/console.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { signIn } from '../../support/console.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let browser: Browser;
let conference: Conference;

/** Whether the device has the list of a checkpoint. */
const HAS_ROSTER = `new Promise((resolve) => {
  const opening = indexedDB.open('hallway-roster');
  opening.onsuccess = () => {
    const keys = opening.result.transaction('rosters').objectStore('rosters').getAllKeys();
    keys.onsuccess = () => resolve(keys.result.some((key) => String(key).startsWith('checkpoint')));
  };
})`;

describeInBrowser('checkpoints', () => {
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
    await api.db('conferences').delete();
    const starts_on = new Date().toISOString().slice(0, 10);
    const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    conference = await aConference(api.db, {
      ...{ name: 'Harbor Summit', starts_on, ends_on, guests_per_person: 2 },
    });
    const ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Ahoy' });
    await aRegistration(api.db, [ada, conference]);
    await api
      .as(ada)
      .post(`/api/v1/conferences/${conference.id}/guests`)
      .send({ guests: [{ first_name: 'Ida' }, { first_name: 'Max' }] })
      .expect(201);
  });

  const open = async (screen: string) => {
    const opened = await openPage(browser, api.url, { viewport: { width: 390, height: 844 } });
    await opened.page.goto('/admin');
    await signIn(opened.page);
    await opened.page.getByRole('link', { name: 'Door' }).waitFor();
    await opened.page.goto(`/admin/c/${conference.id}/${screen}`);
    return opened;
  };
  const verdict = (page: Page, name: string, word: string) =>
    page.getByRole('status').filter({ hasText: word }).filter({ hasText: name }).waitFor();
  const create = async (body: object) =>
    (
      await api
        .admin()
        .post(`/api/v1/admin/conferences/${conference.id}/checkpoints`)
        .send({ name: 'Dock 1', kind: 'room', counts: 'each', ...body })
        .expect(201)
    ).body;

  it('are added, changed and closed', async () => {
    const { page, context, problems } = await open('registration');
    await page.getByText('There are no checkpoints').waitFor();
    await page.getByRole('button', { name: 'Add a checkpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Main entrance');
    await dialog.getByLabel('People count').selectOption('Once a day');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Entrance · Once a day').waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: 'Change Main entrance' }).click();
    await dialog.getByLabel('Name').fill('North entrance');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Close North entrance' }).click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('There are no checkpoints').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are chosen once on a device, which counts in and out, also without a network', async () => {
    const room = await create({});
    const { page, context, problems } = await open('door');
    await page.getByRole('combobox', { name: 'Door', exact: true }).selectOption('Dock 1');
    await page.getByText('0 today · 0 inside').waitFor();
    await page.waitForFunction(HAS_ROSTER);
    await page.reload();
    await page.getByText('0 today · 0 inside').waitFor();
    const search = page.getByRole('searchbox', { name: 'Name or code' });
    const take = async () => {
      await search.fill('ada');
      await page.getByRole('button', { name: 'Check in Ada Ahoy' }).click();
    };
    await context.setOffline(true);
    await page.getByText('Offline').waitFor();
    await take();
    await verdict(page, 'Ada Ahoy', 'Let them in');
    await take();
    await verdict(page, 'Ada Ahoy', 'Already in');
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Out');
    await take();
    await verdict(page, 'Ada Ahoy', 'Let them in');
    await context.setOffline(false);
    const directions = () =>
      api.db('check_in_events').where({ checkpoint_id: room.id }).orderBy('id').pluck('direction');
    await until(async () => (await directions()).length === 2);
    expect(await directions()).toEqual(['in', 'out']);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('let a group in by one press', async () => {
    const entrance = await create({ name: 'Main entrance', kind: 'entrance', counts: 'once' });
    const { page, context, problems } = await open('door');
    await page.getByRole('combobox', { name: 'Door', exact: true }).selectOption('Main entrance');
    await page.getByText('0 today').waitFor();
    await page.getByRole('searchbox', { name: 'Name or code' }).fill('ada');
    await page.getByRole('button', { name: 'Check in Ada Ahoy' }).click();
    await verdict(page, 'Ada Ahoy', 'Checked in');
    await page.getByRole('checkbox', { name: 'Max' }).uncheck();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check in 1 of the group' }).click();
    await verdict(page, 'Ida', 'Checked in');
    const scans = await api.db('check_in_events').where({ checkpoint_id: entrance.id });
    expect(scans).toHaveLength(2);
    expect(problems).toEqual([]);
    await context.close();
  });
});
