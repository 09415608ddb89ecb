import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { developmentConsole } from '../../../src/development/console.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { writeFilm } from '../../support/camera-film.ts';
import { signIn } from '../../support/console.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

/** Whether the device knows who is expected. */
const HAS_ROSTER = `new Promise((resolve) => {
  const opening = indexedDB.open('hallway-roster');
  opening.onsuccess = () => {
    const all = opening.result.transaction('rosters').objectStore('rosters').getAll();
    all.onsuccess = () => resolve(all.result[0]?.people.size === 3);
  };
})`;
/**
 * The camera opens once the test says that the network is away: no scan is in flight when it goes. After a
 * reload without a network, `navigator.onLine` is true in some versions of Chromium.
 */
const CAMERA_WAITS = `
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = (wanted) =>
    sessionStorage.getItem('network') === 'away' ? open(wanted) : new Promise(() => {});
`;
const NAMES = ['Ada', 'Grace', 'Mary'];
let api: TestApi;
let directory: string;
let browser: Browser;
let conference_id: number;

describeInBrowser('the door', () => {
  beforeAll(async () => {
    api = await startApi({ consoleFiles: developmentConsole() });
    // The browser has a clock of its own.
    api.advance(Date.now() - api.now().getTime());
    const today = new Date().toISOString().slice(0, 10);
    const conference = await aConference(api.db, {
      name: 'Harbor Summit',
      starts_on: today,
      ends_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    });
    conference_id = conference.id;
    const codes: string[] = [];
    for (const first_name of NAMES) {
      const user = await aUser(api.db, { first_name, last_name: 'Ahoy' });
      await api.as(user).post(`/api/v1/conferences/${conference_id}/register`).expect(201);
      const { body } = await api.as(user).get(`/api/v1/conferences/${conference_id}/ticket`);
      codes.push(body.code);
    }
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-film-'));
    await writeFilm(path.join(directory, 'film.mjpeg'), codes);
    browser = await openBrowser({ film: path.join(directory, 'film.mjpeg') });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    if (directory) await rm(directory, { recursive: true });
  });

  const openDoor = async (page: Page) => {
    await signIn(page);
    await page.getByRole('link', { name: 'Door' }).click();
  };
  const arrived = () =>
    api.db('registrations').where({ conference_id }).whereNotNull('checked_in_at');

  it('scans without a network, keeps the scans over a reload, and sends each once', async () => {
    const { page, context, problems } = await openPage(browser, api.url);
    await page.addInitScript(CAMERA_WAITS);
    await page.goto('/admin');
    await openDoor(page);
    await page.getByText('Online').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.waitForFunction(HAS_ROSTER);
    await context.setOffline(true);
    await page.evaluate(`sessionStorage.setItem('network', 'away')`);
    await page.reload();

    for (const name of NAMES) {
      await page
        .getByRole('listitem')
        .filter({ hasText: `${name} Ahoy` })
        .first()
        .waitFor({ timeout: 60_000 });
    }
    await page.getByText('Let them in').first().waitFor();
    await page.getByText(/\d scans? wait/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.reload();
    await page.getByText(/\d scans? wait/).waitFor();
    expect(await arrived()).toEqual([]);

    await context.setOffline(false);
    await until(async () => (await arrived()).length === NAMES.length);
    await page.getByText(`${NAMES.length} of ${NAMES.length} arrived`).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('asks for the key when the session has ended, and keeps what waits', async () => {
    const { page, context, problems } = await openPage(browser, api.url, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto('/admin');
    await openDoor(page);
    await page.getByText('Already in').first().waitFor({ timeout: 60_000 });
    await api.admin().delete('/api/v1/admin/sessions').expect(200);
    await page.getByLabel('Admin key').waitFor({ timeout: 60_000 });
    expect(await axe(page)).toEqual([]);
    await openDoor(page);
    await page.getByText('Online').waitFor();
    await page.getByText('Already in').first().waitFor({ timeout: 60_000 });
    expect(problems).toEqual([]);
    await context.close();
  });
});
