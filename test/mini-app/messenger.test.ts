import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../support/browser.ts';
import { demoConsole } from '../support/console.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
/** As a messenger with a home screen and a storage of its own, which lasts as long as the tab. */
const MESSENGER = `
  globalThis.sent = [];
  const shelf = JSON.parse(sessionStorage.getItem('shelf') ?? '{}');
  globalThis.receive = (type, data) => globalThis.Telegram.WebView.receiveEvent(type, data);
  globalThis.TelegramWebviewProxy = {
    postEvent(type, json) {
      const data = JSON.parse(json);
      sent.push({ ...data, type, data });
      const { req_id, key, value } = data;
      if (type === 'web_app_check_home_screen') {
        setTimeout(receive, 0, 'home_screen_checked', { status: 'missed' });
      }
      if (type === 'web_app_device_storage_save_key') {
        shelf[key] = value;
        sessionStorage.setItem('shelf', JSON.stringify(shelf));
        setTimeout(receive, 0, 'device_storage_key_saved', { req_id });
      }
      if (type === 'web_app_device_storage_get_key') {
        setTimeout(receive, 0, 'device_storage_key_received', { req_id, value: shelf[key] ?? null });
      }
    },
  };
`;

describeInBrowser('the mini app in a messenger', () => {
  const demo = demoConsole();
  const openIn = async (version: string, startapp = '') => {
    const opened = await demo.visitor(PHONE);
    await opened.page.addInitScript(MESSENGER);
    const { headers } = await fetch(`${demo.url()}/demo/open?person=0&startapp=${startapp}`, {
      redirect: 'manual',
    });
    const given = new URLSearchParams({ tgWebAppPlatform: 'ios', tgWebAppVersion: version });
    await opened.page.goto(`${headers.get('location')}&${given}`);
    await opened.page.locator('main h1').first().waitFor();
    return opened;
  };
  const lastMain = (page: Page) =>
    page.evaluate<{ text?: string; is_visible: boolean; is_active: boolean } | undefined>(
      `sent.findLast(({ type }) => type === 'web_app_setup_main_button')`,
    );
  const shakes = (page: Page) =>
    page.evaluate<string[]>(`sent
      .filter(({ type }) => type === 'web_app_trigger_haptic_feedback')
      .map(({ data }) => data.notification_type ?? data.type)`);

  it('has its main button for the one action of a page, and shakes', async () => {
    const { page, context, problems } = await openIn('9.0', 'e_7');
    await page.getByRole('heading', { name: 'Evening sail' }).waitFor();
    await until(async () => (await lastMain(page))?.text === 'Attend');
    expect(await page.getByRole('button', { name: 'Attend' }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await page.evaluate(`receive('main_button_pressed', null)`);
    await page.getByRole('img', { name: 'Your ticket' }).waitFor();
    await until(async () => (await lastMain(page))?.is_visible === false);
    expect(await shakes(page)).toContain('success');
    await page.evaluate(`receive('back_button_pressed', null)`);
    await page.getByRole('button', { name: 'Mine' }).click();
    await until(async () => (await shakes(page)).includes('selection_change'));
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is added to the home screen by a hint that is closed once', async () => {
    const { page, context, problems } = await openIn('8.0');
    await page.getByRole('button', { name: 'Add to the home screen' }).click();
    await until(() =>
      page.evaluate(`sent.some(({ type }) => type === 'web_app_add_to_home_screen')`),
    );
    await page.getByRole('button', { name: 'Remove this hint' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    await until(() =>
      page.evaluate(`sent.some(({ type }) => type === 'web_app_check_home_screen')`),
    );
    expect(await page.getByRole('button', { name: 'Add to the home screen' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps the agenda in the storage of the messenger', async () => {
    const { page, context, problems } = await openIn('9.0');
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    await until(() => page.evaluate(`sessionStorage.getItem('shelf')?.includes('Harbor Summit')`));
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.route('**/api/v1/**', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await page.getByText(/No connection to the service. This is from/).waitFor();
    await page.getByRole('button', { name: 'Calm interfaces', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
