import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_API_KEY } from '../../support/api.ts';
import { describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { writeFilm } from '../../support/camera-film.ts';
import { demoConsole, go, press, signIn } from '../../support/console.ts';
import { act, cardOf, check, write } from '../../support/console-broadcasts.ts';
import { until } from '../../support/until.ts';

const NAME = 'River Days';
const PROOFS = 20;
const DAY_MS = 24 * 60 * 60_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const TOMORROW = dayIn(1);
/** The codes on the tickets of a shop, as its guests have them. */
const CODES = Array.from({ length: 20 }, (_, index) => `RIVER-${10_000_000 + index}`);
const ONLINE = CODES.slice(0, 15);
const OFFLINE = CODES.slice(15);

/** The two talks of the first file that a stranger has. */
const calendar = ['Nets and knots', 'Reading the river']
  .flatMap((title, index) => [
    'BEGIN:VEVENT',
    `UID:talk-${index}@river.example`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART:${TOMORROW.replaceAll('-', '')}T${10 + index}0000Z`,
    `DTEND:${TOMORROW.replaceAll('-', '')}T${10 + index}4500Z`,
    `SUMMARY:${title}`,
    'LOCATION:Boathouse',
    'END:VEVENT',
  ])
  .join('\r\n');
const CALENDAR = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//river//EN\r\n${calendar}\r\nEND:VCALENDAR\r\n`;
/** Two people who use the messenger, and twenty who have a ticket of the shop. */
const GUESTS = [
  'username,first_name,last_name,ticket_code',
  'mina_demo,Mina,Okafor,',
  'jonas_demo,Jonas,Lindqvist,',
  ...CODES.map((code, index) => `,Guest,Number ${index + 1},${code}`),
  '',
].join('\n');

const file = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

describeInBrowser('an organizer who has the key alone', () => {
  const demo = demoConsole();
  let directory: string;
  let film: string;
  let scanner: Browser;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-film-'));
    film = path.join(directory, 'film.mjpeg');
    scanner = await openBrowser({ film });
  });
  afterAll(async () => {
    await scanner?.close();
    if (directory) await rm(directory, { recursive: true });
  });

  const printed = (pattern: RegExp): string => pattern.exec(demo.output())?.[1] ?? '';
  /** Mina's mini app, which is not the subject here. */
  const asMina = async (method: string, pathname: string, body?: object) => {
    const answer = await fetch(`${demo.url()}/api/v1${pathname}`, {
      method,
      headers: {
        'X-Messenger-Auth': printed(/X-Messenger-Auth: ([^']+)'/),
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([pathname, answer.status < 300 || (await answer.text())]).toEqual([pathname, true]);
    return answer.json();
  };

  async function createConference(page: Page): Promise<void> {
    await go(page, 'Conferences');
    await page.getByRole('button', { name: 'Add a conference' }).click();
    await page.getByLabel('Name', { exact: true }).fill(NAME);
    await page.getByLabel('First day').fill(dayIn(0));
    await page.getByLabel('Last day').fill(TOMORROW);
    await page.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: NAME }).waitFor();
  }

  async function importTalks(page: Page): Promise<void> {
    await go(page, 'Agenda');
    await press(page, 'Import');
    const main = page.getByRole('main');
    await main.getByLabel(/^File/).setInputFiles(file('river.ics', 'text/calendar', CALENDAR));
    await main.getByText('2 new', { exact: true }).waitFor();
    await main.getByRole('button', { name: 'Import 2 changes' }).click();
    await main.getByRole('link', { name: 'Close', exact: true }).click();
  }

  async function importGuests(page: Page): Promise<void> {
    await go(page, 'Attendees');
    await press(page, 'Import guests');
    await page
      .getByLabel('List (CSV or XLSX)')
      .setInputFiles(file('guests.csv', 'text/csv', GUESTS));
    await page.getByRole('button', { name: 'Import 22 guests' }).click();
    await page.getByRole('link', { name: 'All 22', exact: true }).waitFor();
  }

  async function publish(page: Page): Promise<void> {
    await go(page, 'Conferences');
    await page.getByRole('link', { name: NAME }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText(`${NAME} is published.`).waitFor();
  }

  async function makeDoorKey(page: Page): Promise<string> {
    await go(page, 'Keys');
    await page.getByRole('button', { name: 'Add a key' }).click();
    await page.getByLabel('Name').fill('Gangway');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const secret = await page.locator('code.secret').first().innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    return secret;
  }

  /** The helper scans 15 tickets, loses the network, and scans 5 more. */
  async function checkIn(secret: string): Promise<void> {
    await writeFilm(film, ONLINE);
    const { page, context, problems } = await openPage(scanner, demo.url());
    await page.goto('/admin');
    await signIn(page, secret);
    await page.getByText(`15 of 22 arrived`).waitFor({ timeout: 300_000 });
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await writeFilm(film, OFFLINE);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('5 scans wait').waitFor({ timeout: 300_000 });
    await context.setOffline(false);
    await page.getByText(`20 of 22 arrived`).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }

  it('runs a conference from the first file to the last notice', async () => {
    const { page, context, problems } = await demo.visitor();
    await page.goto('/admin');
    await signIn(page, ADMIN_API_KEY);
    await page.getByRole('navigation').waitFor();
    await createConference(page);
    await importTalks(page);
    await importGuests(page);
    await publish(page);
    await checkIn(await makeDoorKey(page));
    const id = Number(/\/c\/(\d+)\//.exec(page.url())?.[1]);
    await reviewProofs(page, id);
    await sendAndRecall(page);
    await moveTalk(page, id);
    expect(problems).toEqual([]);
    await context.close();
  }, 900_000);

  /** Mina sends proofs from her phone, and the organizer decides each by one key. */
  async function reviewProofs(page: Page, conference_id: number): Promise<void> {
    const quest = await demo.api<{ id: number }>('POST', '/admin/quests', {
      title: 'Lines about the river',
      conference_id,
      is_active: true,
    });
    const tasks: number[] = [];
    for (let number = 1; number <= PROOFS; number += 1) {
      const { id } = await demo.api<{ id: number }>('POST', `/admin/quests/${quest.id}/tasks`, {
        title: `Line ${number}`,
        type: 'text',
        points: 5,
        config: { max_length: 200 },
      });
      tasks.push(id);
    }
    await asMina('POST', `/quests/${quest.id}/start`);
    for (const task_id of tasks) {
      await asMina('POST', '/quests/tasks/complete', { task_id, text: 'It keeps no minutes.' });
    }
    await go(page, 'Review');
    for (let left = PROOFS; left > 0; left -= 1) {
      await page.getByText(new RegExp(`^${left} waits?$`)).waitFor();
      await page.keyboard.press('a');
    }
    await page.getByText('Nothing to review.').waitFor();
    await until(async () => {
      const { data } = await demo.api<{ data: unknown[] }>(
        'GET',
        `/admin/quests/submissions?quest_id=${quest.id}&status=approved&limit=100`,
      );
      return data.length === PROOFS;
    });
  }

  async function sendAndRecall(page: Page): Promise<void> {
    const title = 'The ferry leaves at noon';
    await write(page, title);
    await (await check(page)).getByRole('button', { name: 'Send to 2 people' }).click();
    const card = cardOf(page, title);
    await card.getByText(/2 of 2 sent/).waitFor();
    await act(page, title, 'Recall');
    await page.getByRole('dialog').getByRole('button', { name: 'Recall' }).click();
    await card.getByText(/Recalled: 2 messages/).waitFor();
  }

  /** Mina has a seat in the talk: she alone is notified, and her chat has the notice. */
  async function moveTalk(page: Page, conference_id: number): Promise<void> {
    const { data } = await demo.api<{ data: { id: number; title: string }[] }>(
      'GET',
      `/admin/events?conference_id=${conference_id}`,
    );
    const talk = data.find(({ title }) => title === 'Nets and knots');
    await asMina('POST', '/events/attend', { event_id: talk?.id });
    await page.goto(`/admin/c/${conference_id}/agenda?day=${TOMORROW}`);
    await page.locator('.slot', { hasText: 'Nets and knots' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('1 person would be notified.').waitFor();
    await page.getByRole('button', { name: /^Save( and notify \d+)?$/ }).press('Enter');
    await page.getByText('Nets and knots is saved.').waitFor();
    await page.goto(printed(/^Chats: +(\S+)/m));
    const notice = page.getByRole('main').getByText(/Nets and knots/);
    await page.getByRole('link', { name: /^Mina/ }).click();
    // Notifications of changes wait for a minute, in which others merge into them.
    await notice.first().waitFor({ timeout: 300_000 });
    await page.getByRole('link', { name: /^Jonas/ }).click();
    await page.getByRole('heading', { name: /^Jonas/ }).waitFor();
    expect(await notice.count()).toBe(0);
  }
});
