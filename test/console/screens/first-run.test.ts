import type { Browser } from 'playwright-core';
import { developmentConsole } from '../../../src/development/console.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { go, LOOKS, signIn, signOut } from '../../support/console.ts';

let api: TestApi;
let browser: Browser;

describeInBrowser('a service without a conference', () => {
  beforeAll(async () => {
    api = await startApi({ consoleFiles: developmentConsole() });
    api.advance(Date.now() - api.now().getTime());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });
  beforeEach(() => api.db('conferences').delete());

  it.each(LOOKS)(
    'has its frame, its menu and the way to the first one on %s',
    async (_on, look) => {
      const { page, context, problems } = await openPage(browser, api.url, look);
      await page.goto('/admin');
      await signIn(page, ADMIN_API_KEY);
      await page.getByRole('button', { name: 'Add your first conference' }).waitFor();
      await page.getByRole('button', { name: /^Account of/ }).waitFor();
      expect(await axe(page)).toEqual([]);
      for (const screen of ['People', 'Media', 'Audit log', 'Operation', 'Keys']) {
        await go(page, screen);
        expect(await page.getByRole('alert').count()).toBe(0);
        expect(await axe(page)).toEqual([]);
      }
      await go(page, 'Conferences');
      await page.getByRole('button', { name: 'Add your first conference' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Harbor Summit');
      await page.getByLabel('First day').fill('2027-05-10');
      await page.getByLabel('Last day').fill('2027-05-12');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('heading', { name: 'Harbor Summit', level: 1 }).waitFor();
      await go(page, 'Overview');
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('says to a key for the door that no conference is open to it', async () => {
    const made = await api
      .admin()
      .post('/api/v1/admin/api-keys')
      .send({ name: 'Door', preset: 'door' })
      .expect(201);
    const { page, context, problems } = await openPage(browser, api.url);
    await page.goto('/admin');
    await signIn(page, made.body.secret);
    await page.getByText('There is no conference yet.').waitFor();
    await signOut(page);
    await page.getByLabel('Admin key').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
