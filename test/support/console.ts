import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_API_KEY } from './api.ts';
import { openBrowser, openPage } from './browser.ts';
import { connectTo, createDatabase, createEmptyDatabase, type TestDatabase } from './database.ts';
import { endServices, type Service, startService } from './service.ts';

type PageOptions = NonNullable<Parameters<typeof openPage>[2]>;

/** The sizes and colors in which every screen must be right. */
export const LOOKS = [
  ['a laptop', { viewport: { width: 1_366, height: 768 }, colorScheme: 'light' }],
  ['a phone at night', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const satisfies readonly (readonly [string, PageOptions])[];

/**
 * The service as `npm start` runs it, with the demo conference or `isEmpty`, and a browser: for the
 * `describe` in which it is called, which starts and ends both.
 */
export function demoConsole({ isEmpty = false } = {}) {
  let directory: string;
  let database: TestDatabase;
  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-console-'));
    database = await (isEmpty ? createDatabase() : createEmptyDatabase());
    await using db = isEmpty ? await connectTo(database.url) : undefined;
    // The demo is loaded only where there is no conference.
    await db?.query(
      `insert into conferences (name, slug, starts_on, ends_on, timezone)
       values ('None', 'none', now(), now(), 'UTC')`,
    );
    const env = { DATABASE_URL: database.url, ADMIN_API_KEY, LOG_LEVEL: 'info' };
    service = await startService({ env, cwd: directory });
    await db?.query('delete from conferences');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await endServices();
    await database?.drop();
    if (directory) await rm(directory, { recursive: true });
  });
  const api = async <T = unknown>(method: string, pathname: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${service.url}/api/v1${pathname}`, {
      method,
      headers: { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${pathname}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<T>;
  };
  return {
    url: () => service.url,
    /** What the service has printed: the addresses and the launch data of the demo. */
    output: () => service.output(),
    database: () => database,
    /** A page that is not signed in. */
    visitor: (options?: PageOptions) => openPage(browser, service.url, options),
    /** A page of its own session, signed in with `key`. */
    open: async (options?: PageOptions, key = ADMIN_API_KEY) => {
      const opened = await openPage(browser, service.url, options);
      await opened.page.goto('/admin');
      await signIn(opened.page, key);
      await opened.page.getByRole('navigation').getByRole('link').first().waitFor();
      return opened;
    },
    /** Calls the API as an organizer, for what no screen does. */
    api,
    /** A new key, with its secret. */
    key: (body: { readonly name: string; readonly preset: string }) =>
      api<{ readonly secret: string }>('POST', '/admin/api-keys', body),
  };
}

export async function signIn(page: Page, key = ADMIN_API_KEY): Promise<void> {
  await page.getByLabel('Admin key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs out by the menu of the account, which another language names otherwise. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

/** Opens a screen by its name in the menu, and waits until it has loaded. */
export async function go(page: Page, name: string): Promise<void> {
  // The number of what waits may stand beside the name.
  const link = page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}( \\d+)?$`) });
  if (!(await link.first().isVisible())) {
    // On a phone, only the screens that are used most are below; on a laptop, those of the service are folded.
    const more = page.getByRole('button', { name: /^More( \d+)?$/ });
    if (await more.isVisible()) await more.click();
    else await page.locator('nav summary').click();
  }
  await link.last().click();
  await page.locator('main h1').waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
}

/** Narrows a list by the menu of its filters. */
export async function filterBy(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: label, exact: true }).last().click();
  await page.getByRole('button', { name: value, exact: true }).last().click();
}

/** Presses a button or a link of a page or a panel, which can be behind another one. */
export async function press(page: Page, name: string): Promise<void> {
  const named = { name, exact: true };
  const button = page.getByRole('button', named).or(page.getByRole('link', named)).first();
  const more = page.getByRole('button', { name: 'More actions' }).last();
  await button.or(more).first().waitFor();
  if (!(await button.isVisible())) await more.click();
  await button.click();
}
