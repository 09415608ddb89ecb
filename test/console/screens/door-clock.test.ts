import type { Browser } from 'playwright-core';
import { developmentConsole } from '../../../src/development/console.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { signIn } from '../../support/console.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let browser: Browser;
let conference_id: number;

describeInBrowser('a door phone whose clock is ten minutes fast', () => {
  beforeAll(async () => {
    api = await startApi({ consoleFiles: developmentConsole() });
    api.advance(Date.now() - api.now().getTime());
    const starts_on = new Date().toISOString().slice(0, 10);
    const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const conference = await aConference(api.db, { name: 'Harbor Summit', starts_on, ends_on });
    conference_id = conference.id;
    for (const first_name of ['Ada', 'Grace']) {
      const user = await aUser(api.db, { first_name, last_name: 'Ahoy' });
      await aRegistration(api.db, [user, conference]);
    }
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  const arrived = () =>
    api.db('registrations').where({ conference_id }).whereNotNull('checked_in_at');

  it('lets all attendees in, says so, and keeps a scan until the service has answered it', async () => {
    const { page, context, problems } = await openPage(browser, api.url);
    await page.clock.install({ time: new Date(Date.now() + 600_000) });
    await page.goto('/admin');
    await signIn(page);
    await page.getByRole('link', { name: 'Door' }).click();
    await page.getByText('Online').waitFor();

    const find = page.getByRole('searchbox');
    await find.fill('Ada');
    await page.getByRole('button', { name: /Ada Ahoy/ }).click();
    await page.getByText('The clock of this device is 10 minutes fast.').waitFor();
    expect(await axe(page)).toEqual([]);

    // The service refuses the requests, not the scan.
    await page.route('**/check-in', (route) => route.fulfill({ status: 403, body: '{}' }));
    await page.route('**/check-in/batch', (route) => route.fulfill({ status: 400, body: '{}' }));
    await find.fill('Grace');
    await page.getByRole('button', { name: /Grace Ahoy/ }).click();
    await page.getByText('1 scan waits').waitFor();
    expect(await arrived()).toHaveLength(1);
    await page.unroute('**/check-in/batch');
    await page.clock.runFor(11_000);
    await until(async () => (await arrived()).length === 2);

    const now = api.now().getTime();
    for (const { checked_in_at } of await arrived()) {
      expect(Math.abs(Date.parse(checked_in_at) - now)).toBeLessThan(300_000);
    }
    // A refused request is logged by the browser.
    expect(problems.filter((problem) => !/40[03]/.test(problem))).toEqual([]);
    await context.close();
  });
});
