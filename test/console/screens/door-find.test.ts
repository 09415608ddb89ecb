import type { Browser, Page } from 'playwright-core';
import { developmentConsole } from '../../../src/development/console.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { axe, describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { signIn } from '../../support/console.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

const NAMES = ['Ada', 'Grace', 'Zoë', 'Mary'];
const SHOP_CODE = 'kpvzyaxhvnzqxabc';
let api: TestApi;
let browser: Browser;
let conference_id: number;
const codes = new Map<string, string>();

/** Whether the device knows all attendees and the guest. */
const HAS_ROSTER = `new Promise((resolve) => {
  const opening = indexedDB.open('hallway-roster');
  opening.onsuccess = () => {
    const all = opening.result.transaction('rosters').objectStore('rosters').getAll();
    all.onsuccess = () => resolve(all.result[0]?.people.size === 4);
  };
})`;

describeInBrowser('a door without a camera', () => {
  beforeAll(async () => {
    api = await startApi({ consoleFiles: developmentConsole() });
    api.advance(Date.now() - api.now().getTime());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });
  beforeEach(async () => {
    await api.db('conferences').delete();
    const starts_on = new Date().toISOString().slice(0, 10);
    const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const conference = await aConference(api.db, { name: 'Harbor Summit', starts_on, ends_on });
    conference_id = conference.id;
    for (const first_name of NAMES) {
      const user = await aUser(api.db, { first_name, last_name: 'Ahoy' });
      await aRegistration(api.db, [user, conference]);
      const ticket = await api.as(user).get(`/api/v1/conferences/${conference_id}/ticket`);
      codes.set(first_name, ticket.body.code);
    }
    await api
      .admin()
      .post(`/api/v1/admin/conferences/${conference_id}/bulk-upload`)
      .send({ attendees: [{ ticket_code: SHOP_CODE, first_name: 'Edith' }] })
      .expect(200);
  });

  const openDoor = async () => {
    const opened = await openPage(browser, api.url, { viewport: { width: 390, height: 844 } });
    await opened.page.goto('/admin');
    await signIn(opened.page);
    await opened.page.getByRole('link', { name: 'Door' }).click();
    await opened.page.getByText('Online').waitFor();
    return { ...opened, field: opened.page.getByRole('searchbox', { name: 'Name or code' }) };
  };
  const verdict = (page: Page, name: string, word: string) =>
    page.getByRole('status').filter({ hasText: word }).filter({ hasText: name }).waitFor();

  it('takes codes in the field for names: typed, by a scanner wherever the focus is, of a shop', async () => {
    const { page, field, context, problems } = await openDoor();
    await field.fill(codes.get('Ada') ?? '');
    await field.press('Enter');
    await verdict(page, 'Ada Ahoy', 'Checked in');
    expect(await field.inputValue()).toBe('');

    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await page.evaluate('document.activeElement?.blur()');
    await page.keyboard.type(codes.get('Grace') ?? '');
    await page.keyboard.press('Enter');
    await verdict(page, 'Grace Ahoy', 'Checked in');

    // Without a digit, so it could be a name.
    await field.fill(SHOP_CODE);
    await field.press('Enter');
    await verdict(page, 'Edith', 'Checked in');
    expect(await page.getByText('No one of that name').count()).toBe(0);

    await field.fill('zoe');
    await page.getByRole('button', { name: 'Check in Zoë Ahoy' }).click();
    await verdict(page, 'Zoë Ahoy', 'Checked in');
    await field.fill('Nobody Here');
    await page.getByText('No one of that name has a seat.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('finds names and codes in the list on the device without a network', async () => {
    const { page, field, context, problems } = await openDoor();
    await page.waitForFunction(HAS_ROSTER);
    await context.setOffline(true);
    await page.getByText('Offline').waitFor();
    expect(await field.getAttribute('placeholder')).toBe('Name or code');

    await field.fill('zoe ah');
    await page.getByRole('button', { name: 'Check in Zoë Ahoy' }).click();
    await verdict(page, 'Zoë Ahoy', 'Let them in');
    await field.fill(codes.get('Ada') ?? '');
    await field.press('Enter');
    await verdict(page, 'Ada Ahoy', 'Let them in');
    await field.fill(codes.get('Ada') ?? '');
    await field.press('Enter');
    await verdict(page, 'Ada Ahoy', 'Already in');
    await field.fill('Nobody Here');
    await page.getByText('No one of that name is in the list on this device.').waitFor();
    expect(await axe(page)).toEqual([]);

    await context.setOffline(false);
    const arrived = () => api.db('registrations').where({ conference_id, status: 'checked_in' });
    await until(async () => (await arrived()).length === 2);
    expect(problems).toEqual([]);
    await context.close();
  });
});
