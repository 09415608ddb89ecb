import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { writeFilm } from '../test/support/camera-film.ts';
import { endServices, startService } from '../test/support/service.ts';

/**
 * Takes the pictures of docs/pictures again: `npm run pictures`, or only those whose names contain one of its
 * arguments. It needs Chromium. They show the demo conference, with guests who have arrived.
 */
const FOLDER = 'docs/pictures';
const KEY = 'the-admin-key-of-the-pictures-01';
const LAPTOP = { viewport: { width: 1_280, height: 720 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const NIGHT = { ...PHONE, colorScheme: 'dark' } as const;
const CONFERENCE = '/admin/conferences/1';
const COMPANIES = ['Gridline', 'Dnipro Labs', 'Quayside', 'Harbor Hub', 'Tideline', ''];
const FIRST = ['Ada', 'Bruno', 'Chidi', 'Dalia', 'Emre', 'Freya', 'Goran', 'Hana'];
const LAST = ['Almeida', 'Brandt', 'Castro', 'Dvořák', 'Eriksen', 'Farouk'];
const TYPES = ['regular', 'regular', 'regular', 'student', 'speaker', 'press'];
/** Far above what a slow machine needs. */
const PATIENCE_MS = 90_000;
/** How many arrived in each of the hours before now. */
const ARRIVALS = [9, 14, 6, 3];

const guests = LAST.flatMap((last_name, row) =>
  FIRST.map((first_name, column) => ({
    ticket_code: `GUEST-${row}${column}-HARBOR`,
    first_name,
    last_name,
    company: COMPANIES[(row + column) % COMPANIES.length] || null,
    ticket_type: TYPES[(row * FIRST.length + column) % TYPES.length],
  })),
);

const directory = mkdtempSync(path.join(tmpdir(), 'hallway-pictures-'));
const film = path.join(directory, 'film.mjpeg');
const env = { ADMIN_API_KEY: KEY, LOG_LEVEL: 'info', RATE_LIMIT_ENABLED: 'false' };
const service = await startService({ env, cwd: directory });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
});
try {
  await fill();
  const wanted = process.argv.slice(2);
  for (const [name, look, show] of PICTURES()) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const context = await browser.newContext({
      ...look,
      baseURL: service.url,
      permissions: ['camera'],
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await show(page);
    await page.locator('.spinner').first().waitFor({ state: 'detached' });
    for (const image of await page.locator('main img').all())
      await image.evaluate((one) => (one as unknown as { decode(): Promise<void> }).decode());
    const picture = sharp(await page.screenshot({ animations: 'disabled' }));
    const width = look.viewport.width === LAPTOP.viewport.width ? 1_000 : PHONE.viewport.width;
    await picture.resize({ width }).webp({ quality: 62 }).toFile(`${FOLDER}/${name}.webp`);
    await context.close();
  }
} finally {
  await browser.close();
  await endServices();
  rmSync(directory, { recursive: true });
}

type Look = BrowserContextOptions & { readonly viewport: { width: number; height: number } };
type Picture = readonly [name: string, look: Look, show: (page: Page) => Promise<unknown>];

/** Each with what leads to it. */
function PICTURES(): readonly Picture[] {
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name }).first().click();
  return [
    ['console-overview', LAPTOP, (page) => open(page, 'overview')],
    ['console-agenda', LAPTOP, (page) => open(page, 'agenda')],
    [
      'console-agenda-change',
      LAPTOP,
      async (page) => {
        await open(page, 'agenda');
        await page.locator('.slot', { hasText: 'Queries that never sleep' }).focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.getByText(/would be notified/).waitFor();
      },
    ],
    [
      'console-attendees',
      LAPTOP,
      async (page) => {
        await open(page, 'attendees');
        await button(page, 'Mina Okafor');
        await page.getByText('@mina_demo').waitFor();
      },
    ],
    ['console-media', LAPTOP, (page) => open(page, 'media')],
    ['console-review', LAPTOP, (page) => open(page, 'review')],
    ['console-speakers', LAPTOP, (page) => open(page, 'speakers')],
    [
      'console-phone-broadcasts',
      NIGHT,
      async (page) => {
        await open(page, 'broadcasts?edit=new');
        await page.getByLabel('Title', { exact: true }).fill('Doors open at nine');
        await page.getByLabel('Text', { exact: true }).fill('Good morning, {{first_name|there}}!');
      },
    ],
    [
      'console-door',
      LAPTOP,
      async (page) => {
        await open(page, 'door');
        await page.getByText('Already in').first().waitFor();
      },
    ],
    [
      'console-phone-offline',
      NIGHT,
      async (page) => {
        await open(page, 'door');
        await page.getByText('Already in').first().waitFor();
        await page.context().setOffline(true);
        await page.getByText('Offline').waitFor();
        await page.getByText(/scans? waits?/).waitFor();
      },
    ],
    [
      'mini-app-agenda',
      PHONE,
      async (page) => {
        await page.goto('/demo/open?person=0');
        for (const title of ['Queries that never sleep', 'Calm interfaces']) {
          const star = page.getByRole('button', { name: `Keep ${title}` });
          if ((await star.getAttribute('aria-pressed')) !== 'true') await star.click();
        }
        await page.getByText('At the same time as Calm interfaces').waitFor();
      },
    ],
    [
      'mini-app-people',
      PHONE,
      async (page) => {
        await page.goto('/demo/open?person=0');
        await page.getByRole('navigation').getByRole('button', { name: 'People' }).click();
        await page.getByText('They want to connect').waitFor();
      },
    ],
  ];
}

/** Signs in and opens a screen of the conference. */
async function open(page: Page, screen: string): Promise<void> {
  await page.goto(`/admin/c/1/${screen}`);
  await page.getByLabel('Admin key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.frame main h1').waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
}

/** Guests, of whom many have arrived; Mina is among them, and her ticket is in front of the camera. */
async function fill(): Promise<void> {
  const key = { 'X-API-Key': KEY };
  await call('POST', `${CONFERENCE}/bulk-upload`, key, { attendees: guests });
  const HOUR_MS = 3_600_000;
  const hours = ARRIVALS.flatMap((count, hour) => Array(count).fill(hour) as number[]);
  const check_ins = hours.map((hour, at) => ({
    code: guests[at]?.ticket_code,
    scanned_at: new Date(Date.now() - hour * HOUR_MS - at * 60_000).toISOString(),
  }));
  for (const user_id of [2, 3]) await call('POST', `${CONFERENCE}/check-in`, key, { user_id });
  await call('POST', `${CONFERENCE}/check-in/batch`, key, { check_ins });
  const { headers } = await fetch(`${service.url}/demo/open?person=0`, { redirect: 'manual' });
  const launchData = new URLSearchParams(headers.get('location')?.split('#')[1]);
  const asMina = { 'X-Messenger-Auth': launchData.get('tgWebAppData') ?? '' };
  const { code } = await call<{ code: string }>('GET', '/conferences/1/ticket', asMina);
  await call('POST', `${CONFERENCE}/check-in`, key, { code });
  await writeFilm(film, [code]);
}

async function call<T>(
  method: string,
  pathname: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${service.url}/api/v1${pathname}`, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${pathname}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<T>;
}
