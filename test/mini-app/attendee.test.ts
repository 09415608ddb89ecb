import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../support/browser.ts';
import { demoConsole } from '../support/console.ts';
import { until } from '../support/until.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describeInBrowser('an attendee in the mini app', () => {
  const demo = demoConsole();
  const openAs = async (person: number, startapp = '') => {
    const opened = await demo.visitor(PHONE);
    await opened.page.goto(`/demo/open?person=${person}&startapp=${startapp}`);
    await opened.page.locator('main h1').first().waitFor();
    return opened;
  };
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('button', { name }).click();

  it('shows the ticket of the conference at its door, by picture and by code', async () => {
    const { page, context, problems } = await openAs(0);
    await tab(page, 'Code');
    await page.getByRole('img', { name: 'Your ticket for the conference' }).waitFor();
    const code = await page.locator('figure code').innerText();
    expect(await axe(page)).toEqual([]);
    const answer = await demo.api<{ attendee: { first_name: string } }>(
      'POST',
      '/admin/conferences/1/check-in',
      { code },
    );
    expect(JSON.stringify(answer)).toContain('Mina');
    await page.reload();
    await page.getByText('Arrived').waitFor();
    await page.getByRole('img', { name: 'Your ticket for the conference' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('asks before a seat is given up, and takes it back while it is free', async () => {
    const event = await oneSeat('A seat to give up');
    const { page, context, problems } = await openAs(0, `e_${event}`);
    await page.getByRole('button', { name: 'Attend' }).click();
    const seat = page.getByRole('article').getByText('You have a seat');
    await seat.waitFor();
    const leave = page.getByRole('button', { name: 'Give up my place' });
    await leave.click();
    const dialog = page.getByRole('dialog', { name: 'Give up your place?' });
    await dialog.waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await seat.waitFor();
    await leave.click();
    await dialog.getByRole('button', { name: 'Give up my place' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await seat.waitFor();
    await page.getByRole('img', { name: 'Your ticket' }).waitFor();

    // Another person takes the seat in between: nobody joins a waitlist by an undo.
    await leave.click();
    await dialog.getByRole('button', { name: 'Give up my place' }).click();
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await demo.api('POST', `/admin/events/${event}/attendees`, { user_id: 2 });
    await undo.click();
    await page.getByText('Another person has the seat now.').waitFor();
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByText('Place 1 on the waitlist').waitFor();
    await leave.click();
    await dialog.getByText(/lose place 1/).waitFor();
    await dialog.getByRole('button', { name: 'Give up my place' }).click();
    await page.getByRole('button', { name: 'Join the waitlist' }).waitFor();
    // A place at the end of the waitlist would not be the one that was given up.
    expect(await undo.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('writes to a connection, follows their links, keeps a note, and ends it', async () => {
    await asJonas('PUT', '/users/socials', { github: 'jonas-l', website: 'https://jonas.example' });
    const { page, context, problems } = await openAs(0, 'u_2');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('You are connected').first().waitFor();
    await page.getByText('@jonas_demo').waitFor();
    const write = page.getByRole('link', { name: 'Write in Telegram' });
    expect(await write.getAttribute('href')).toBe('https://t.me/jonas_demo');
    const github = page.getByRole('link', { name: 'GitHub: jonas-l' });
    expect(await github.getAttribute('href')).toBe('https://github.com/jonas-l');
    await page.getByRole('link', { name: /jonas\.example/ }).waitFor();
    await page.getByLabel('My note').fill('Knows the crane.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await tab(page, 'People');
    await page.getByText('Knows the crane.').waitFor();
    await page.getByRole('button', { name: 'Jonas Lindqvist' }).first().click();
    await until(async () => (await page.getByLabel('My note').inputValue()) === 'Knows the crane.');

    await page.getByRole('button', { name: 'End the connection' }).click();
    const dialog = page.getByRole('dialog', { name: 'End the connection?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('My note').waitFor();
    await page.getByRole('button', { name: 'End the connection' }).click();
    await dialog.getByRole('button', { name: 'End the connection' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    expect(await write.count()).toBe(0);
    expect(await page.getByLabel('My note').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows in the inbox what has become of a request and of a place on a waitlist', async () => {
    const { page, context, problems } = await openAs(0);
    await tab(page, 'Inbox');
    const [me, jonas] = [1, 2];
    await asJonas('POST', '/connections', { recipient_id: me, message: 'From the quay' });
    const asked = page.getByRole('listitem').filter({ hasText: 'From the quay' });
    await asked.getByRole('button', { name: 'Accept' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Accept' }).click();
    await asked.getByText('Answered').waitFor();
    await tab(page, 'People');
    await page.getByRole('button', { name: 'Jonas Lindqvist' }).first().waitFor();

    // Behind two others, the first of whom leaves: nobody gets a message of it.
    const event = await oneSeat('A place that moves');
    const attendees = `/admin/events/${event}/attendees`;
    await demo.api('POST', attendees, { user_id: 3 });
    for (const user_id of [jonas, me]) {
      await demo.api('POST', attendees, { user_id, status: 'waitlisted' });
    }
    await page.clock.install();
    await tab(page, 'Inbox');
    const waiting = page.getByRole('listitem').filter({ hasText: 'A place that moves' });
    await waiting.getByText('Place 2 on the waitlist').waitFor();
    await demo.api('DELETE', `${attendees}/${jonas}`);
    await page.clock.runFor(31_000);
    await waiting.getByText('Place 1 on the waitlist').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows in the inbox the own place on the waitlist of the conference, as it is now', async () => {
    const seat = '/admin/conferences/1/attendees/1';
    await demo.api('PATCH', seat, { status: 'waitlisted' });
    const { page, context, problems } = await openAs(0);
    await page.clock.install();
    await page.getByText('on the waitlist of the conference, at place 1').waitFor();
    await tab(page, 'Inbox');
    const message = page.getByRole('listitem').filter({ hasText: 'Harbor Summit' });
    const place = message.getByText('Place 1 on the waitlist');
    await place.waitFor();
    await demo.api('PATCH', seat, { status: 'registered' });
    await page.clock.runFor(31_000);
    await place.first().waitFor({ state: 'detached' });
    await message.getByText('You have a seat').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has the times of its messages in the zone of the conference', async () => {
    const { page, context, problems } = await demo.visitor(PHONE);
    const read = page.waitForResponse(/\/notifications(\?|$)/);
    await page.goto('/demo/open?person=0');
    const [first] = ((await (await read).json()) as { data: { created_at: string }[] }).data;
    const { timezone } = await demo.api<{ timezone: string }>('GET', '/conferences/1');
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const at = new Date(first?.created_at ?? '');
    const [there, here] = [timezone, 'Pacific/Auckland'].map((timeZone) =>
      at.toLocaleTimeString('en', { ...clock, timeZone }),
    );
    expect(there).not.toBe(here);
    await tab(page, 'Inbox');
    await page
      .getByRole('listitem')
      .first()
      .getByText(there ?? '')
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens another conference of the service, with its own agenda', async () => {
    const { id } = await demo.api<{ id: number }>('POST', '/admin/conferences', {
      name: 'Pier Days',
      slug: 'pier-days',
      starts_on: '2031-06-01',
      ends_on: '2031-06-02',
      timezone: 'Asia/Tokyo',
      status: 'published',
    });
    const { page, context, problems } = await demo.visitor(PHONE);
    await page.goto(`/demo?conference=${id}`);
    expect(await page.getByLabel('Id of a conference (optional)').inputValue()).toBe(`${id}`);
    await page.getByRole('button', { name: 'Open as Jonas' }).click();
    await page.getByRole('heading', { name: 'Pier Days' }).waitFor();
    await page.getByRole('button', { name: 'Register' }).click();
    await tab(page, 'Code');
    await page.getByRole('img', { name: 'Your ticket for the conference' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('chooses a ticket type, or enters the code of a hidden one', async () => {
    const days = { starts_on: '2031-05-01', ends_on: '2031-05-02', status: 'published' };
    const open = { registration: 'open', capacity: 40 };
    for (const [name, choose, ticket_type] of [
      ['Quay Days', 'type', 'Two days'],
      ['Dock Days', 'code', 'Crew'],
    ] as const) {
      const { id } = await demo.api<{ id: number }>('POST', '/admin/conferences', {
        name,
        ...days,
      });
      const types = `/admin/conferences/${id}/ticket-types`;
      await demo.api('POST', types, { name: 'One day', ...open });
      await demo.api('POST', types, { name: 'Two days', ...open });
      const hidden = { is_hidden: true, access_code: 'loom-and-reed' };
      await demo.api('POST', types, { name: 'Crew', ...open, ...hidden });
      const { page, context, problems } = await demo.visitor(PHONE);
      await page.goto(`/demo?conference=${id}`);
      await page.getByRole('button', { name: 'Open as Jonas' }).click();
      const register = page.getByRole('button', { name: 'Register', exact: true });
      await page.getByRole('button', { name: 'Two days' }).waitFor();
      expect(await register.count()).toBe(0);
      expect(await page.getByText('Crew').count()).toBe(0);
      expect(await axe(page)).toEqual([]);
      if (choose === 'type') {
        await page.getByRole('button', { name: 'Two days' }).click();
        await page.getByText('Seats left: 40').waitFor();
      } else {
        await page.getByLabel('Access code').fill('loom-and-reed');
        await page.getByRole('button', { name: 'Use the code' }).click();
      }
      await register.click();
      await register.waitFor({ state: 'detached' });
      const list = `/admin/conferences/${id}/attendees`;
      const { data } = await demo.api<{ data: object[] }>('GET', list);
      expect(data).toMatchObject([{ ticket_type, status: 'registered' }]);
      expect(problems).toEqual([]);
      await context.close();
    }
  });

  /** Calls the API as Jonas, whose launch data the demo signs. */
  async function asJonas(method: string, path: string, body: object): Promise<void> {
    const { headers } = await fetch(`${demo.url()}/demo/open?person=1`, { redirect: 'manual' });
    const launchData = new URLSearchParams(headers.get('location')?.split('#')[1]);
    const answer = await fetch(`${demo.url()}/api/v1${path}`, {
      method,
      headers: {
        'X-Messenger-Auth': launchData.get('tgWebAppData') ?? '',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect([path, answer.ok]).toEqual([path, true]);
  }

  async function oneSeat(title: string): Promise<number> {
    const { starts_on } = await demo.api<{ starts_on: string }>('GET', '/conferences/1');
    const { id } = await demo.api<{ id: number }>('POST', '/admin/events', {
      title,
      conference_id: 1,
      capacity: 1,
      starts_at: `${starts_on}T20:00:00Z`,
      ends_at: `${starts_on}T21:00:00Z`,
    });
    return id;
  }
});
