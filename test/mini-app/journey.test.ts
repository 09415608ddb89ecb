import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { SCREENS } from '../../bench/busy/plan.ts';
import { ADMIN_API_KEY } from '../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { writeFilm } from '../support/camera-film.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { endServices, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What the benchmark of the busy minute sends for each person who opens the app. */
const OPENING = ['/auth/login', ...Object.values(SCREENS), '/notifications/stream'];
const PHONE = { viewport: { width: 390, height: 844 } };
let directory: string;
let film: string;
let database: TestDatabase;
let service: Service;
let browser: Browser;

describeInBrowser('two people in the mini app', () => {
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-mini-app-'));
    film = path.join(directory, 'film.mjpeg');
    database = await createEmptyDatabase();
    const env = { DATABASE_URL: database.url, ADMIN_API_KEY, LOG_LEVEL: 'info' };
    service = await startService({ env, cwd: directory });
    browser = await openBrowser({ film });
  });
  afterAll(async () => {
    await browser?.close();
    await endServices();
    await database?.drop();
    if (directory) await rm(directory, { recursive: true });
  });

  const openAs = async (person: number) => {
    const opened = await openPage(browser, service.url, PHONE);
    const requests: string[] = [];
    opened.page.on('requestfinished', (request) => requests.push(request.url()));
    opened.page.on('response', (response) => {
      // The stream is answered, and never finishes.
      if (response.url().endsWith('/stream')) requests.push(response.url());
    });
    await opened.page.goto(`/demo/open?person=${person}`);
    await opened.page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    return { ...opened, requests };
  };
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('button', { name }).click();

  it('connect by a code, and pass a seat on, each seeing it while it happens', async () => {
    const mina = await openAs(0);
    const api = `${service.url}/api/v1`;
    const sent = () =>
      mina.requests.filter((url) => url.startsWith(api)).map((url) => url.slice(api.length));
    await until(() => OPENING.every((request) => sent().includes(request)));
    expect(sent().toSorted()).toEqual(OPENING.toSorted());
    const jonas = await openAs(1);

    // Mina shows her code, and Jonas holds his camera over it.
    await tab(mina.page, 'Code');
    const made = mina.page.waitForResponse('**/users/me/meet-code');
    await mina.page.getByRole('button', { name: 'My code' }).click();
    const { share_url } = await (await made).json();
    await mina.page.getByRole('img', { name: 'Your code' }).waitFor();
    expect(await axe(mina.page)).toEqual([]);
    await writeFilm(film, [share_url]);
    await tab(jonas.page, 'Code');
    await jonas.page.getByRole('button', { name: 'Scan' }).click();
    await jonas.page.getByRole('heading', { name: 'Mina Okafor' }).waitFor();
    await jonas.page.getByRole('button', { name: 'Connect now' }).click();
    await jonas.page.getByText('You are connected').first().waitFor();
    const met = mina.page.getByRole('listitem').filter({ hasText: 'You have met' });
    await met.getByRole('button', { name: 'Jonas Lindqvist' }).waitFor();

    // One of them has the last seat, the other one waits for it.
    await createEvent('A walk along the quay');
    for (const { page } of [mina, jonas]) {
      await page.reload();
      await tab(page, 'Agenda');
      await page.getByRole('button', { name: 'A walk along the quay' }).click();
    }
    await mina.page.getByRole('button', { name: 'Attend' }).click();
    await mina.page.getByRole('img', { name: 'Your ticket' }).waitFor();
    await jonas.page.reload();
    await jonas.page.getByText('Full').waitFor();
    await jonas.page.getByRole('button', { name: 'Join the waitlist' }).click();
    await jonas.page.getByText('Place 1 on the waitlist').waitFor();
    expect(await axe(jonas.page)).toEqual([]);
    const leave = mina.page.getByRole('button', { name: 'Give up my place' });
    await leave.click();
    await mina.page.getByRole('dialog').getByRole('button', { name: 'Give up my place' }).click();
    await jonas.page.getByRole('article').getByText('You have a seat').waitFor();
    await jonas.page.getByRole('img', { name: 'Your ticket' }).waitFor();
    expect([...mina.problems, ...jonas.problems]).toEqual([]);
    await mina.context.close();
    await jonas.context.close();
  });
});

/** An event with one seat, in the first evening of the conference of the demo. */
async function createEvent(title: string): Promise<void> {
  const conference = await fetch(`${service.url}/api/v1/conferences/1`);
  const { starts_on } = (await conference.json()) as { starts_on: string };
  const answer = await fetch(`${service.url}/api/v1/admin/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': ADMIN_API_KEY },
    body: JSON.stringify({
      title,
      conference_id: 1,
      capacity: 1,
      starts_at: `${starts_on}T20:00:00Z`,
      ends_at: `${starts_on}T21:00:00Z`,
    }),
  });
  expect(answer.status).toBe(201);
}
