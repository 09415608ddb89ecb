import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_API_KEY } from '../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { endServices, type Service, startService } from '../support/service.ts';

const SCREENS = ['Overview', 'Door', 'Attendees', 'Side events', 'Review', 'Broadcasts', 'Keys'];
let directory: string;
let database: TestDatabase;
let service: Service;
let browser: Browser;

describeInBrowser('the screens with the demo conference', () => {
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-screens-'));
    database = await createEmptyDatabase();
    const env = { DATABASE_URL: database.url, ADMIN_API_KEY, LOG_LEVEL: 'info' };
    service = await startService({ env, cwd: directory });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await endServices();
    await database?.drop();
    if (directory) await rm(directory, { recursive: true });
  });

  const open = async (options?: Parameters<typeof openPage>[2]) => {
    const opened = await openPage(browser, service.url, options);
    await opened.page.goto('/admin');
    await opened.page.getByLabel('Admin key').fill(ADMIN_API_KEY);
    await opened.page.getByRole('button', { name: 'Sign in' }).click();
    await opened.page.getByRole('link', { name: 'Overview' }).waitFor();
    return opened;
  };
  const go = async (page: Page, name: string) => {
    await page.getByRole('link', { name, exact: true }).click();
    await page.locator('main h1').waitFor();
  };

  it.each([
    ['a laptop', { viewport: { width: 1_366, height: 768 }, colorScheme: 'light' }],
    ['a phone at night', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ] as const)('have nothing that axe finds wrong on %s', async (_, options) => {
    const { page, context, problems } = await open(options);
    for (const name of SCREENS) {
      await go(page, name);
      await page.getByText('Loading…').waitFor({ state: 'detached' });
      expect([name, await axe(page)]).toEqual([name, []]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say what failed with the id of the request, and try again', async () => {
    const { page, context } = await open();
    await page.route('**/attendees?*', (route) =>
      route.fulfill({
        status: 409,
        headers: { 'X-Request-Id': 'one-two' },
        json: { error: 'It is being restored', code: 'CONFLICT' },
      }),
    );
    await go(page, 'Attendees');
    await page.getByText('It is being restored').waitFor();
    await page.getByText('Request one-two').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/attendees?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Mina Okafor').waitFor();
    await context.close();
  });

  it('review proofs by keyboard, and take a decision back', async () => {
    const { page, context, problems } = await open();
    await go(page, 'Review');
    await page.getByText('2 wait').waitFor();
    const first = await page.locator('article h2').innerText();
    await page.keyboard.press('a');
    await page.getByText('1 waits').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 wait').waitFor();
    await page.getByRole('heading', { name: first }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel(/Reason/).fill('Too dark');
    await page.keyboard.press('Enter');
    await page.getByText('1 waits').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('preview a broadcast, send it once, and take it back', async () => {
    const { page, context, problems } = await open();
    await go(page, 'Broadcasts');
    await page.getByRole('button', { name: 'Write a broadcast' }).click();
    await page.getByLabel('Title').fill('The doors are open');
    await page.getByLabel('Message').fill('Good morning, {{first_name|there}}!');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Good morning, Mina!').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send to 6 people' }).dblclick();
    const card = page.getByRole('listitem').filter({ hasText: 'The doors are open' });
    await card.getByText(/of 6 sent/).waitFor({ timeout: 60_000 });
    expect(await card.count()).toBe(1);
    await card.getByRole('button', { name: 'Recall' }).click({ timeout: 60_000 });
    await card.getByText(/Recalled: [1-6] messages/).waitFor({ timeout: 60_000 });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('make a key for the door, which then sees the door alone', async () => {
    const { page, context, problems } = await open();
    await go(page, 'Keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name').fill('Main entrance');
    await page.getByRole('button', { name: 'Make', exact: true }).click();
    const secret = await page.locator('code.secret').innerText();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'Main entrance' }).waitFor();
    expect(await page.getByText(secret).count()).toBe(0);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin key').fill('not a key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not a key of this service.').waitFor();
    await page.getByLabel('Admin key').fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Door' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });
});
