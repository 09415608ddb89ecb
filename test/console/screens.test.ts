import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_API_KEY } from '../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { endServices, type Service, startService } from '../support/service.ts';

const SCREENS = [
  'Overview',
  'Door',
  'Attendees',
  'Side events',
  'Agenda',
  'Review',
  'Broadcasts',
  'Keys',
];
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
    await page.route('**/attendees?*', (route) => {
      expect(route.request().headers().prefer).toBe('handling=strict');
      return route.fulfill({
        status: 409,
        headers: { 'X-Request-Id': 'one-two' },
        json: { error: 'It is being restored', code: 'CONFLICT' },
      });
    });
    await go(page, 'Attendees');
    await page.getByText('It is being restored').waitFor();
    await page.getByText('Request one-two').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/attendees?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Mina Okafor').waitFor();
    await context.close();
  });

  it('import guests after a report by line, and export the list', async () => {
    const { page, context, problems } = await open();
    await go(page, 'Attendees');
    await page.getByRole('button', { name: 'Import guests' }).click();
    const list = 'first_name,last_name,ticket_code\nIda,Rhodes,RHODES-00000001\nKim,Lee,\n';
    await page
      .getByLabel('List (CSV or XLSX)')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1 new, 0 changed, 0 as before.').waitFor();
    await page.getByText(/^Row 3: /).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Ida Rhodes' }).waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export (XLSX)' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show the two organizers of one item what both have done', async () => {
    const [mine, theirs] = [await open(), await open()];
    for (const { page } of [mine, theirs]) {
      await go(page, 'Agenda');
      await page.locator('.card').first().click();
      await page.getByRole('dialog').waitFor();
    }
    const save = async (page: Page, field: string, value: string) => {
      await page.getByLabel(field, { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText(/would be notified/).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await save(theirs.page, 'Title', 'A late opening');
    await theirs.page.getByText('A late opening is saved.').waitFor();
    await save(mine.page, 'Room', 'Cellar');
    await mine.page
      .getByText('Another organizer has saved this item since you opened it.')
      .waitFor();
    await mine.page.getByRole('cell', { name: 'A late opening' }).waitFor();
    expect(await axe(mine.page)).toEqual([]);
    await mine.page.getByRole('button', { name: 'Save mine' }).click();
    await mine.page.getByText('A late opening is saved.').waitFor();
    await mine.page.getByRole('heading', { name: 'Cellar' }).waitFor();

    // What a mouse moves is asked for before it is saved.
    const card = mine.page.locator('.card', { hasText: 'A late opening' });
    const time = await card.locator('time').innerText();
    const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
    await mine.page.mouse.move(x + 20, y + 8);
    await mine.page.mouse.down();
    await mine.page.mouse.move(x + 20, y + 88, { steps: 5 });
    await mine.page.mouse.up();
    await mine.page.getByRole('button', { name: 'Check' }).click();
    await mine.page.getByRole('button', { name: 'Save' }).click();
    await mine.page.getByRole('button', { name: 'Undo' }).last().waitFor();
    await card.getByText(time).waitFor({ state: 'detached' });
    await mine.page.getByRole('button', { name: 'Undo' }).last().click();
    await card.getByText(time).waitFor();
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
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
