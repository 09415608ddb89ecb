import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../support/browser.ts';
import { demoConsole } from '../support/console.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const OLD = /No connection to the service. This is from/;

describeInBrowser('the mini app on the day, with and without a network', () => {
  const demo = demoConsole();
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('button', { name }).click();
  const ticket = (page: Page) => page.getByRole('img', { name: 'Your ticket for the conference' });

  it('has the last agenda and ticket after a reload without a network', async () => {
    const { page, context, problems } = await demo.visitor(PHONE);
    await page.goto('/demo/open?person=0');
    await page.getByRole('button', { name: 'Keep Calm interfaces' }).click();
    await page.getByRole('button', { name: 'Keep Calm interfaces', pressed: true }).waitFor();
    await tab(page, 'Code');
    await ticket(page).waitFor();
    const code = await page.locator('figure code').innerText();
    await tab(page, 'Agenda');

    await page.route('**/api/v1/**', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    await page.getByText(OLD).waitFor();
    await page.getByRole('button', { name: 'Keep Calm interfaces', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Calm interfaces', exact: true }).click();
    await page.getByRole('heading', { name: 'Calm interfaces' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await tab(page, 'Code');
    await ticket(page).waitFor();
    await page.getByText(OLD).waitFor();
    expect(await page.locator('figure code').innerText()).toBe(code);
    expect(await axe(page)).toEqual([]);

    // Back in the network, nothing is old.
    await page.unroute('**/api/v1/**');
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByText(OLD).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows nothing of a person to the next one on the same device', async () => {
    const { page, context, problems } = await demo.visitor(PHONE);
    await page.goto('/demo/open?person=0');
    await page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    await page.route('**/api/v1/**', (route) => route.abort('internetdisconnected'));
    await page.goto('about:blank');
    await page.goto('/demo/open?person=1');
    await page.getByText('The service cannot be reached.').waitFor();
    expect(await page.getByRole('heading', { name: 'Harbor Summit' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('marks the present time above what runs, and how long it runs on', async () => {
    const { days, conference } = await demo.api<{
      days: { date: string; items: { title: string; starts_at: string }[] }[];
      conference: { timezone: string };
    }>('GET', '/conferences/1/agenda');
    const start = Date.parse(days[0]?.items[0]?.starts_at ?? '');
    const { page, context, problems } = await demo.visitor(PHONE);
    await page.clock.setFixedTime(start + 12 * 60_000);
    await page.goto('/demo/open?person=0');
    const time = new Date(start + 12 * 60_000).toLocaleTimeString('en', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: conference.timezone,
    });
    const now = page.getByText(`Now ${time}`);
    await now.waitFor();
    await page.getByText('33 min left').waitFor();
    const isAbove = `document.querySelector('.now').compareDocumentPosition(
      document.querySelector('.entries > li')) & Node.DOCUMENT_POSITION_FOLLOWING`;
    expect(await page.evaluate(isAbove)).toBeTruthy();
    expect(await axe(page)).toEqual([]);
    await page.locator('.segment button').nth(1).click();
    await now.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows the tracks of the organizers, and one of them alone', async () => {
    const { days } = await demo.api<{ days: { items: { id: number; title: string }[] }[] }>(
      'GET',
      '/conferences/1/agenda',
    );
    for (const [index, { id }] of (days[0]?.items ?? []).entries()) {
      await demo.api('PUT', `/admin/agenda/${id}`, { track: index === 0 ? 'Craft' : 'Systems' });
    }
    const { page, context, problems } = await demo.visitor(PHONE);
    await page.goto('/demo/open?person=0');
    await page.getByRole('button', { name: 'Craft' }).click();
    await page.getByRole('button', { name: 'Calm interfaces', exact: true }).waitFor({
      state: 'detached',
    });
    expect(await page.locator('.entries > li').count()).toBe(1);
    const color = `getComputedStyle(document.querySelector('.entries > li')).borderInlineStartColor`;
    expect(await page.evaluate(color)).toBe('rgb(178, 97, 10)');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Craft', pressed: true }).click();
    await page.getByRole('button', { name: 'Calm interfaces', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('finds a session of any day by words, shares it, and opens its speaker', async () => {
    const { page, context, problems } = await demo.visitor(PHONE);
    await page.goto('/demo/open?person=0');
    await page.getByRole('button', { name: 'Search the agenda' }).click();
    await page.locator('.segment button').nth(1).click();
    await page.getByRole('searchbox', { name: 'Search the agenda' }).fill('WEI');
    await page.getByRole('button', { name: 'Queries that never sleep', exact: true }).waitFor();
    expect(await page.locator('.entries > li').count()).toBe(1);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Queries that never sleep', exact: true }).click();
    const share = page.getByRole('link', { name: 'Share' });
    expect(await share.getAttribute('href')).toContain('https://t.me/share/url?url=https');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Wei Zhang' }).click();
    await page.getByRole('article').getByText('Speaker', { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has an item without seats on a page of its own, to add and remove', async () => {
    const { starts_on } = await demo.api<{ starts_on: string }>('GET', '/conferences/1');
    await demo.api('POST', '/admin/agenda', {
      conference_id: 1,
      title: 'Coffee on the quay',
      starts_at: `${starts_on}T12:00:00Z`,
      ends_at: `${starts_on}T12:30:00Z`,
      room: 'Quay 3',
      language: 'en',
    });
    const { page, context, problems } = await demo.visitor(PHONE);
    await page.goto('/demo/open?person=0');
    await page.getByRole('button', { name: 'Coffee on the quay', exact: true }).click();
    await page.getByRole('button', { name: 'Add to my agenda' }).click();
    await page.getByRole('button', { name: 'Remove from my agenda' }).waitFor();
    await page.getByText('Quay 3').waitFor();
    await page.getByText('English').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Keep Coffee on the quay', pressed: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
