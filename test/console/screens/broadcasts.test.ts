import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go, LOOKS } from '../../support/console.ts';
import { act, cardOf, check, clickTwice, jobsOf, write } from '../../support/console-broadcasts.ts';

describeInBrowser('the broadcasts', () => {
  const demo = demoConsole();

  it.each(LOOKS)('have nothing that axe finds wrong on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await write(page, 'The doors are open');
    await page.getByText('Good morning, Mina!').waitFor();
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByRole('button', { name: 'Arabic', exact: true }).click();
    await page.getByLabel('Arabic: Title').fill('الأبواب مفتوحة');
    await page.getByLabel('Arabic: Text').fill('{{first_name}}، صباح الخير!');
    await page.getByRole('button', { name: 'Arabic 1' }).waitFor();
    expect(await axe(page)).toEqual([]);
    const dialog = await check(page);
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back to the text' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Broadcasts' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('heading', { name: 'Doors open at nine' }).waitFor();
    await page.route('**/notifications/jobs?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"code":"INTERNAL_ERROR","error":"Broken"}',
      }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/notifications/jobs?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Doors open at nine' }).waitFor();
    await filterBy(page, 'Status', 'Failed');
    await page.getByText('No broadcasts yet.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say to whom, in which languages and when, and are sent once, whatever is pressed', async () => {
    const { page, context, problems } = await demo.open();
    const title = 'Breakfast is ready';
    await write(page, title);
    const changes: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^(POST|PUT)$/.test(request.method()) && !pathname.endsWith('/preview'))
        changes.push(`${request.method()} ${pathname.replace(/\/\d+$/, '/id')}`);
    });
    // Enter opens the question; the second one leaves it.
    await page.getByLabel('Title', { exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(changes).toEqual([]);

    await check(page);
    for (const fact of [
      'Attendees of Harbor Summit',
      /6 people/,
      'One text for all languages',
      'Now',
    ])
      await dialog.getByText(fact).first().waitFor();
    await clickTwice(dialog.getByRole('button', { name: 'Send to 6 people' }));
    const card = cardOf(page, title);
    await card.getByText(/6 of 6 sent/).waitFor();
    expect(changes).toEqual([
      'POST /api/v1/admin/notifications/jobs',
      'PUT /api/v1/admin/notifications/jobs/id',
    ]);

    await page.reload();
    await card.getByText(/6 of 6 sent/).waitFor();
    await page.goBack();
    await page.locator('main h1').waitFor();
    await page.goForward();
    await card.waitFor();
    expect(changes).toHaveLength(2);
    expect(await jobsOf(demo, title)).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are sent once although the answer is lost, and not again by who writes the same', async () => {
    const { page, context, problems } = await demo.open();
    const title = 'Lunch is served';
    await write(page, title);
    const dialog = await check(page);
    let isLost = true;
    await page.route('**/notifications/jobs/*', async (route) => {
      if (!isLost || route.request().method() !== 'PUT') return route.continue();
      isLost = false;
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Send to 6 people' }).click();
    await dialog.getByText('The service cannot be reached.').waitFor();
    await dialog.getByRole('button', { name: 'Send to 6 people' }).click();
    await page.getByText('This broadcast is already on its way.').waitFor();
    await cardOf(page, title)
      .getByText(/6 of 6 sent/)
      .waitFor();
    expect(await jobsOf(demo, title)).toHaveLength(1);

    await act(page, title, 'Use as a template');
    await page.getByText('Good morning, Mina!').waitFor();
    await check(page);
    await dialog.getByRole('button', { name: 'Send to 6 people' }).click();
    await dialog.getByText(/They would get it twice/).waitFor();
    expect(await axe(page)).toEqual([]);
    expect((await jobsOf(demo, title)).map(({ status }) => status).sort()).toEqual([
      'completed',
      'draft',
    ]);
    await dialog.getByRole('button', { name: 'Send it a second time' }).waitFor();
    await dialog.getByRole('button', { name: 'Back to the text' }).click();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show their recipients, and are taken back after a question', async () => {
    const { page, context, problems } = await demo.open();
    const title = 'The wrong room';
    await write(page, title);
    await (await check(page)).getByRole('button', { name: 'Send to 6 people' }).click();
    const card = cardOf(page, title);
    await act(page, title, 'Recipients');
    const recipients = page.getByRole('dialog');
    await recipients.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor();
    await recipients.getByLabel('Search').fill('Jonas');
    await recipients.getByRole('rowheader', { name: 'Mina Okafor' }).waitFor({ state: 'detached' });
    await recipients.getByRole('rowheader', { name: /Jonas/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await recipients.getByLabel('Status').selectOption('Failed');
    await recipients.getByText('No one is in this list.').waitFor();
    await recipients.getByRole('button', { name: 'Close' }).click();
    await card.getByText(/6 of 6 sent/).waitFor();
    await act(page, title, 'Recall');
    await page.getByText(/disappears from the inboxes and chats of 6 people/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Recall' }).click();
    await card.getByText(/Recalled: [1-6] messages/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are drafts, which two organizers edit without losing a word', async () => {
    const [mine, theirs] = [await demo.open(), await demo.open()];
    const { page } = mine;
    await write(page, 'Dinner');
    await clickTwice(page.getByRole('button', { name: 'Save draft' }));
    await page.getByText('The draft is saved. Nothing was sent.').waitFor();
    expect(await jobsOf(demo, 'Dinner')).toMatchObject([{ status: 'draft' }]);
    await go(theirs.page, 'Broadcasts');
    for (const one of [mine, theirs]) {
      await cardOf(one.page, 'Dinner').getByRole('link', { name: 'Edit' }).click();
      await one.page.getByLabel('Title', { exact: true }).waitFor();
    }
    await theirs.page.getByLabel('Title', { exact: true }).fill('Dinner at eight');
    await theirs.page.getByRole('button', { name: 'Save draft' }).click();
    await theirs.page.getByText('The draft is saved. Nothing was sent.').waitFor();

    await page.getByLabel('Text', { exact: true }).fill('Bring your badge.');
    const dialog = await check(page);
    await dialog.getByRole('button', { name: 'Send to 6 people' }).click();
    await page.getByRole('cell', { name: 'Dinner at eight' }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await jobsOf(demo, 'Dinner at eight')).toMatchObject([{ status: 'draft' }]);
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Dinner at eight');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Bring your badge.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    const card = cardOf(page, 'Dinner at eight');
    await card.getByText('Bring your badge.').waitFor();
    await act(page, 'Dinner at eight', 'Delete');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await card.waitFor();
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
  });

  it('are scheduled in the zone of the conference, rescheduled, and taken back', async () => {
    const { page, context, problems } = await demo.open();
    const title = 'The bus leaves';
    await write(page, title);
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await page.getByRole('button', { name: 'At a time' }).click();
    await page.getByLabel('Time, time').fill('18:30');
    await page.getByRole('button', { name: 'Send to 6 people' }).click();
    // A time without a day would be now.
    await page.locator('input[name="scheduled_at_day"]:focus:invalid').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Time, day').fill(day);
    const dialog = await check(page);
    await dialog.getByText(/18:30 \(Europe\/Amsterdam\)/).waitFor();
    await dialog.getByRole('button', { name: 'Schedule for 6 people' }).click();
    const card = cardOf(page, title);
    await card.getByText(/18:30 \(Europe\/Amsterdam\)/).waitFor();

    await act(page, title, 'Reschedule');
    await page.getByLabel('Time, time').fill('19:15');
    expect(await axe(page)).toEqual([]);
    const [{ id = 0 } = {}] = await jobsOf(demo, title);
    const others = new Date(Date.now() + 50 * 86_400_000).toISOString();
    await demo.api('PUT', `/admin/notifications/jobs/${id}/reschedule`, { scheduled_at: others });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another organizer has saved this since you opened it.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await card.getByText(/19:15 \(Europe\/Amsterdam\)/).waitFor();

    await act(page, title, 'Back to the drafts');
    await card.getByText('Draft', { exact: true }).waitFor();
    expect(await jobsOf(demo, title)).toMatchObject([{ status: 'draft' }]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
