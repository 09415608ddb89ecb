import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { ADMIN_API_KEY } from '../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../support/browser.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { endServices, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const TABLET = { viewport: { width: 820, height: 1_180 } };
const LAPTOP = { viewport: { width: 1_440, height: 900 } };
/** By the language of the page. */
const TABS = {
  en: ['Agenda', 'People', 'Code', 'Quests', 'Inbox'],
  de: ['Programm', 'Leute', 'Code', 'Quests', 'Post'],
  ar: ['البرنامج', 'الأشخاص', 'الرمز', 'المهمات', 'الوارد'],
} as const;
/** What opens by a start parameter, beside the tabs. */
const INNER = [
  'a_6',
  'e_1',
  'e_4',
  'u_5',
  'q_1',
  'q_2',
  'p_1_1',
  'p_1_3',
  // It does not exist: its conference opens.
  'p_1_99',
  't_4_HARBOR-7',
  'i_AAAAAAABAFtXNgRzEVhoBfwMFVVbbfb2KFKXC_gQ',
];
/** As a messenger on a phone: it receives events, and answers those of the scanner. */
const MESSENGER = `
  globalThis.sent = [];
  globalThis.TelegramWebviewProxy = {
    postEvent(type, json) { sent.push({ type, ...JSON.parse(json) }); },
  };
  globalThis.receive = (type, data) => globalThis.Telegram.WebView.receiveEvent(type, data);
`;
let directory: string;
let database: TestDatabase;
let service: Service;
let browser: Browser;

describeInBrowser('the screens of the mini app', () => {
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-mini-app-'));
    database = await createEmptyDatabase();
    // One person opens the app more often here than a person may in a minute.
    const limits = { RATE_LIMIT_ENABLED: 'false' };
    const env = { DATABASE_URL: database.url, ADMIN_API_KEY, LOG_LEVEL: 'info', ...limits };
    service = await startService({ env, cwd: directory });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await endServices();
    await database?.drop();
    if (directory) await rm(directory, { recursive: true });
  });

  const openAs = async (
    { person = 0, startapp = '' }: { person?: number; startapp?: string },
    options: Parameters<typeof openPage>[2] = PHONE,
  ) => {
    const opened = await openPage(browser, service.url, options);
    await opened.page.goto(`/demo/open?person=${person}&startapp=${startapp}`);
    return opened;
  };
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('button', { name }).click();
  const isLoaded = async (page: Page) => {
    await page.locator('main h1, .state strong, main .primary').first().waitFor();
    await page.locator('.spinner').first().waitFor({ state: 'detached' });
  };
  /** Nothing that axe finds wrong, and nothing wider than the page. */
  const expectGood = async (page: Page, name: string) => {
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect([name, await axe(page), overflow]).toEqual([name, [], 0]);
  };

  it.each([
    ['en', 'light', PHONE],
    ['ar', 'dark', PHONE],
    ['de', 'light', LAPTOP],
    ['en', 'dark', TABLET],
    ['ar', 'light', LAPTOP],
  ] as const)('have nothing that axe finds wrong: %s, %s', async (language, colorScheme, size) => {
    const { page, context, problems } = await openAs({}, { ...size, colorScheme });
    await tab(page, 'Inbox');
    await page.getByLabel('Language').selectOption(language);
    for (const name of TABS[language]) {
      await tab(page, name);
      await isLoaded(page);
      await expectGood(page, name);
    }
    expect(await page.evaluate('document.documentElement.dir')).toBe(
      language === 'ar' ? 'rtl' : 'ltr',
    );
    for (const startapp of INNER) {
      await page.goto('about:blank');
      await page.goto(`/demo/open?person=0&startapp=${startapp}`);
      await isLoaded(page);
      await expectGood(page, startapp);
    }
    await page.goto('about:blank');
    await page.goto('/demo/open?person=0');
    await tab(page, TABS[language].at(-1) ?? '');
    await page.getByRole('combobox').selectOption('en');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say what loads, what failed and with which id, and try again', async () => {
    const { page, context, problems } = await openPage(browser, service.url, PHONE);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/conferences/1/agenda', async (route) => {
      await answered;
      const json = { error: 'It is being restored', code: 'CONFLICT' };
      await route.fulfill({ status: 409, headers: { 'X-Request-Id': 'one-two' }, json });
    });
    await page.goto('/demo/open?person=0');
    await page.getByText('Loading…').waitFor();
    await expectGood(page, 'loading');
    answer();
    await page.getByText('It is being restored').waitFor();
    await page.getByText('Request one-two').waitFor();
    await expectGood(page, 'failed');
    await page.unroute('**/conferences/1/agenda');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say where there is nothing', async () => {
    const { page, context, problems } = await openPage(browser, service.url, PHONE);
    const json = { data: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } };
    const lists =
      /\/(notifications|quests\/my|connections\/connected|agenda\/my|events\/my|quests\?.*)$/;
    await page.route(lists, (route) => route.fulfill({ json }));
    await page.goto('/demo/open?person=0');
    await page.getByRole('button', { name: 'Mine' }).click();
    await page.getByText('There is nothing here yet.').waitFor();
    await expectGood(page, 'agenda');
    for (const [name, text] of [
      ['People', 'Scan the code of a person you meet.'],
      ['Quests', 'No quest is running.'],
      ['Inbox', 'Nothing new.'],
    ] as const) {
      await tab(page, name);
      await page.getByText(text).waitFor();
      await expectGood(page, name);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('ask to open the app again without launch data, and with old ones', async () => {
    const { page, context, problems } = await openPage(browser, service.url, PHONE);
    await page.goto('/demo/app/');
    await page.getByText('Open this app in the messenger.').waitFor();
    await expectGood(page, 'outside');
    await page.goto('about:blank');
    await page.goto(`/demo/app/#tgWebAppData=${encodeURIComponent('auth_date=1&hash=00')}`);
    await page.getByText('Close this app and open it again.').waitFor();
    await expectGood(page, 'refused');
    await page.goto('/demo/');
    await page.getByRole('button', { name: 'Open as Jonas' }).waitFor();
    await expectGood(page, 'chooser');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keep items, warn of a clash, and add the seats to a calendar', async () => {
    const { page, context, problems } = await openAs({});
    for (const title of ['Queries that never sleep', 'Calm interfaces']) {
      await page.getByRole('button', { name: `Keep ${title}` }).click();
      await page.getByRole('button', { name: `Keep ${title}`, pressed: true }).waitFor();
    }
    await page.getByText('At the same time as Calm interfaces').waitFor();
    await page.getByText('At the same time as Queries that never sleep').waitFor();
    await expectGood(page, 'clash');
    await page.getByRole('button', { name: 'Mine' }).click();
    await page
      .getByRole('button', { name: 'Opening: what the harbor taught us', exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Add my seats to the calendar' }).click();
    const link = page.getByRole('link', { name: 'Open my calendar' });
    const calendar = await context.request.get((await link.getAttribute('href')) ?? '');
    expect(await calendar.text()).toContain('SUMMARY:Opening: what the harbor taught us');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('start a quest, refuse a wrong code, take the right one and a photo', async () => {
    const { page, context, problems } = await openAs({ person: 0, startapp: 'q_1' });
    await page.getByRole('button', { name: 'Start' }).click();
    const task = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const code = task('Find the lighthouse');
    await code.locator('summary').click();
    for (const [answer, text] of [
      ['WRONG-1', page.getByRole('status').getByText(/wrong/i)],
      ['HARBOR-7', code.getByText('Done')],
    ] as const) {
      await code.getByLabel('Code').fill(answer);
      await code.getByRole('button', { name: 'Send' }).click();
      await text.waitFor();
    }
    const pixels = { width: 2_000, height: 1_500, channels: 3 as const };
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const photo = await sharp({ create: { ...pixels, background: '#456', noise } })
      .jpeg()
      .toBuffer();
    await task('Photo at the pier').locator('summary').click();
    await task('Photo at the pier')
      .getByLabel('Photo')
      .setInputFiles({ name: 'pier.jpg', mimeType: 'image/jpeg', buffer: photo });
    await page.evaluate(`new MutationObserver(() => {
      const bar = document.querySelector('form progress');
      if (bar) globalThis.progress = bar.value;
    }).observe(document.body, { subtree: true, childList: true, attributes: true })`);
    await task('Photo at the pier').getByRole('button', { name: 'Send' }).click();
    await task('Photo at the pier').getByText('In review').waitFor();
    expect(await page.evaluate('progress')).toBe(1);
    await page.getByText(/^Place \d/).waitFor();
    await page.getByRole('button', { name: 'Leaderboard' }).click();
    await until(() => page.evaluate('scrollY > 0'));
    await expectGood(page, 'quest');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('open what a notification is about, and mark it as read', async () => {
    const { page, context, problems } = await openAs({});
    await tab(page, 'Inbox');
    const unread = page.locator('.marked');
    await unread.first().waitFor();
    const before = await unread.count();
    const title = '“Jonas Lindqvist” wants to connect';
    await page.getByRole('button', { name: title, exact: true }).click();
    await page.getByRole('heading', { name: 'Jonas Lindqvist' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await until(async () => (await unread.count()) === before - 1);
    await page.getByLabel('News of the organizers').uncheck();
    await page.reload();
    await page.getByRole('checkbox', { name: 'News of the organizers', checked: false }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('open the agenda at the item of a link, on its day', async () => {
    const { page, context, problems } = await openAs({ startapp: 'a_6' });
    await page
      .locator('.marked')
      .getByRole('button', { name: 'Closing panel', exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Calm interfaces', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say that a link opens nothing any more, and stay on the first screen', async () => {
    const { page, context, problems } = await openAs({ startapp: 'e_999' });
    await page.getByText('This link does not open anything any more.').waitFor();
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('find a person by a typed code where there is no camera', async () => {
    const { page, context, problems } = await openAs({ person: 1 }, { ...PHONE, permissions: [] });
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no'))`,
    );
    await tab(page, 'Code');
    const made = page.waitForResponse('**/users/me/meet-code');
    await page.getByRole('button', { name: 'My code' }).click();
    const { code } = await (await made).json();
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await page.getByText('There is no camera, or it may not be used.').waitFor();
    await expectGood(page, 'no camera');
    await page.getByLabel('Or type the code').fill('hello');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('This code does not open anything here.').waitFor();
    await page.getByLabel('Or type the code').fill(`k_${code}`);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Jonas Lindqvist' }).waitFor();
    await page.getByRole('button', { name: 'Connect now' }).click();
    // One's own code connects with nobody.
    await page.getByText('This code does not connect you').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('use the scanner, the back button, the colors and the links of the messenger', async () => {
    const { page, context, problems } = await openPage(browser, service.url, PHONE);
    await page.addInitScript(MESSENGER);
    const { headers } = await fetch(`${service.url}/demo/open?person=1`, {
      redirect: 'manual',
    }).then((answer) => ({ headers: answer.headers }));
    const theme = JSON.stringify({ bg_color: '#101820', text_color: '#fefefe' });
    const given = new URLSearchParams({
      tgWebAppPlatform: 'android',
      tgWebAppVersion: '8.0',
      tgWebAppThemeParams: theme,
    });
    await page.goto(`${headers.get('location')}&${given}`);
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    const sent = (type: string) =>
      until(() => page.evaluate(`sent.some((event) => event.type === '${type}')`));
    await sent('web_app_ready');
    await sent('web_app_expand');
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(254, 254, 254)');
    expect(await page.evaluate('document.documentElement.style.colorScheme')).toBe('dark');
    await expectGood(page, 'theme');
    await page.evaluate(
      `receive('theme_changed', { theme_params: { bg_color: '#ffffff', text_color: '#111111' } })`,
    );
    expect(await page.evaluate('document.documentElement.style.colorScheme')).toBe('light');

    await page
      .getByRole('button', { name: 'Opening: what the harbor taught us', exact: true })
      .click();
    await until(() =>
      page.evaluate(
        `sent.some((event) => event.type === 'web_app_setup_back_button' && event.is_visible)`,
      ),
    );
    await page.getByRole('link', { name: 'Add to the calendar' }).click();
    await sent('web_app_open_link');
    await page.evaluate(`receive('back_button_pressed', null)`);
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();

    await tab(page, 'Code');
    const made = page.waitForResponse('**/users/me/meet-code');
    await page.getByRole('button', { name: 'My code' }).click();
    const { share_url } = await (await made).json();
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await sent('web_app_open_scan_qr_popup');
    await page.evaluate(`receive('qr_text_received', { data: 'https://elsewhere.example' })`);
    await page.getByText('This code does not open anything here.').waitFor();
    await page.evaluate(`receive('qr_text_received', ${JSON.stringify({ data: share_url })})`);
    await page.getByRole('heading', { name: 'Jonas Lindqvist' }).waitFor();
    await sent('web_app_close_scan_qr_popup');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show the pages, and the room of a session on the map', async () => {
    const { page, context, problems } = await openAs({ startapp: 'p_1_1' });
    await page.getByRole('heading', { name: 'Wi-Fi and venue' }).waitFor();
    expect(await page.locator('article li').allTextContents()).toHaveLength(2);
    const timetable = page.getByRole('link', { name: 'the timetable' });
    expect(await timetable.getAttribute('href')).toBe('https://www.ret.nl');
    await page.getByRole('button', { name: 'Agenda', exact: true }).click();
    await page.getByRole('button', { name: 'Info and map' }).click();
    await page.getByRole('button', { name: 'Code of conduct' }).click();
    await page.getByText('yellow badge').waitFor();

    await page.getByRole('button', { name: 'Agenda', exact: true }).click();
    await page
      .getByRole('button', { name: 'Opening: what the harbor taught us', exact: true })
      .click();
    await page.getByRole('button', { name: 'Great Hall' }).click();
    await page.getByRole('img', { name: 'Map' }).waitFor();
    expect(await page.locator('[aria-current=true] bdi').allTextContents()).toEqual(['Great Hall']);
    await expectGood(page, 'the map');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('share by the dialog of the messenger', async () => {
    const { page, context } = await openPage(browser, service.url, PHONE);
    await page.addInitScript(MESSENGER);
    const { headers } = await fetch(`${service.url}/demo/open?person=0&startapp=e_1`, {
      redirect: 'manual',
    });
    const given = new URLSearchParams({ tgWebAppPlatform: 'ios', tgWebAppVersion: '8.0' });
    await page.goto(`${headers.get('location')}&${given}`);
    const made = page.waitForResponse('**/share-messages');
    await page.getByRole('button', { name: 'Share' }).click();
    const { prepared_message_id: id } = await (await made).json();
    await until(() =>
      page.evaluate(
        `sent.some((one) => one.type === 'web_app_send_prepared_message' && one.id === '${id}')`,
      ),
    );
    await context.close();
  });

  it('use the official script where a page has loaded it', async () => {
    const { page, context, problems } = await openPage(browser, service.url, PHONE);
    await page.addInitScript(`
      globalThis.sent = [];
      globalThis.Telegram = { WebView: {
        onEvent() {},
        postEvent(type, callback, data) { sent.push({ type, ...data }); },
      } };
    `);
    await page.goto('/demo/open?person=1');
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    await until(() => page.evaluate(`sent.some((event) => event.type === 'web_app_ready')`));
    expect(problems).toEqual([]);
    await context.close();
  });
});
