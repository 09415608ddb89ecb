import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_API_KEY } from '../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { LOOKS } from '../support/console.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { declaredEndpoints } from '../support/endpoints.ts';
import { endServices, type Service, startService } from '../support/service.ts';

/** What axe finds in Swagger UI: a link in each button, and its green, gray and red on light and dark. */
const OF_SWAGGER_UI =
  /^(?:nested-interactive: <button [^>]*class="opblock-summary-control"|color-contrast: <(?:span>Authorize|div class="parameter__in"|span style="color: rgb\(211, 99, 99\)))/;

const operations = declaredEndpoints().map(({ tag, name }) => ({ tag, name }));
let directory: string;
let database: TestDatabase;
let service: Service;
let browser: Browser;

describeInBrowser.each(LOOKS)('the docs page on %s', (_name, look) => {
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-docs-'));
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

  const open = async (hash = '') => {
    const opened = await openPage(browser, service.url, look);
    await opened.page.goto(`/api/v1/docs${hash}`);
    await opened.page.locator('.opblock').first().waitFor();
    return { ...opened, filter: opened.page.getByLabel('Find an operation') };
  };
  const shown = (page: Page) => page.locator('.opblock-summary-path').allInnerTexts();
  /** An open operation, once its answers are shown. */
  const answersOf = async (page: Page, name: string) => {
    const answers = page.locator(`[id$="-${name}"] .responses-table`);
    await answers.waitFor();
    return answers;
  };

  it('begins with the filter, above folded prose and the operations', async () => {
    const { page, filter, problems } = await open();
    const topOf = async (selector: string) =>
      (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
    expect(await topOf('#filter')).toBeLessThan(100);
    expect(await topOf('.opblock')).toBeLessThan(look.viewport.height);
    expect(await page.getByText('A list answers').isVisible()).toBe(false);
    expect(await axe(page).then(unknown)).toEqual([]);

    await filter.fill('no such operation');
    await page.getByText('No operation has these words.').waitFor();
    await filter.fill('Unblock a');
    await page.locator('.opblock').first().waitFor();
    expect(await shown(page)).toEqual(['/users/{id}/block', '/admin/users/{id}/unblock']);
    await filter.fill('find attendees');
    await page.getByText('/conferences/{conference_id}/attendees', { exact: true }).waitFor();
    await filter.fill('POST /events/attend');
    await page.getByText('/events/attend', { exact: true }).waitFor();
    expect(await shown(page)).toEqual(['/events/attend']);
    await filter.fill('');
    await page.getByText('/auth/login', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('opens the operation that its address names, in every group', async () => {
    const { page, filter, problems } = await open('#/Attendance/attendEvent');
    await answersOf(page, 'attendEvent');
    expect(await filter.inputValue()).toBe('attendEvent');
    expect(await shown(page)).toEqual(['/events/attend']);

    const last = new Map(operations.map(({ tag, name }) => [tag, name]));
    for (const [tag, name] of last) {
      await page.goto(`/api/v1/docs#/${encodeURIComponent(tag)}/${name}`);
      await answersOf(page, name);
      expect(await filter.inputValue()).toBe(name);
    }
    expect(problems).toEqual([]);
  });

  it('opens the links of its prose beside it', async () => {
    const { page, context } = await open();
    await page.getByText('How to use this API').click();
    const beside = context.waitForEvent('page');
    await page.getByRole('link', { name: 'POST /auth/refresh' }).click();
    await answersOf(await beside, 'refreshToken');
  });

  it('shows of an error its codes, and an example of the one that is chosen', async () => {
    const { page, problems } = await open('#/Attendance/attendEvent');
    const answers = await answersOf(page, 'attendEvent');
    expect(await answers.getByText('"code":').count()).toBe(0);
    const conflict = answers.getByRole('button', { name: /EVENT_ENDED, EVENT_CANCELLED/ });
    await conflict.click();
    const choice = answers.getByRole('combobox', { name: 'Example' });
    await choice.selectOption('REGISTRATION_CLOSED');
    await answers.getByText('"Registration is closed"').waitFor();

    expect(await axe(page).then(unknown)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(look.viewport.width);
    await conflict.click();
    await choice.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('names the schemas of an answer', async () => {
    const { page } = await open('#/Notifications/listNotifications');
    const answers = await answersOf(page, 'listNotifications');
    await answers.getByRole('tab', { name: 'Schema' }).first().click();
    await answers.getByText('NotificationPage').waitFor();
  });

  it('sends a request as the person of the button', async () => {
    const { page, problems } = await open('#/Users/getMyProfile');
    await page.getByRole('button', { name: 'Sign in as Mina' }).click();
    await page.getByText('Sign in as Mina: done.').waitFor();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('"Mina"').first().waitFor();
    expect(problems).toEqual([]);
  });
});

const unknown = (violations: readonly string[]) =>
  violations.filter((violation) => !OF_SWAGGER_UI.test(violation));
