import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';
import { act, cardOf, check, jobsOf, write } from '../../support/console-broadcasts.ts';

interface Announcements {
  readonly data: readonly { readonly title: string }[];
}

describeInBrowser('broadcasts that stay, that follow a start, and the welcome', () => {
  const demo = demoConsole();
  const announced = async () =>
    (await demo.api<Announcements>('GET', '/conferences/1/announcements')).data.map(
      ({ title }) => title,
    );

  it.each(LOOKS)('have nothing that axe finds wrong on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await write(page, 'Lunch is served', 'In hall 2.');
    await page.getByLabel('Keep as an announcement on the page of the conference').check();
    await page.getByRole('button', { name: 'Relative', exact: true }).click();
    await page.getByText('It moves with it.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Broadcasts' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('Announcement for attendees until').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are pinned from the composer for everyone, and taken down from the list, with undo', async () => {
    const { page, context, problems } = await demo.open();
    const title = 'The ferry runs late';
    await write(page, title, 'By half an hour.');
    await page.getByLabel('Keep as an announcement on the page of the conference').check();
    await page.getByLabel('Who reads it there').selectOption('everyone');
    await page.getByText('Everyone, also without a seat').last().waitFor();
    const dialog = await check(page);
    await dialog.getByText(/Announcement for everyone until/).waitFor();
    await dialog.getByRole('button', { name: 'Send to 6 people' }).click();
    const card = cardOf(page, title);
    await card.getByText(/Announcement for everyone until/).waitFor();
    await card.getByText(/6 of 6 sent/).waitFor();
    expect(await announced()).toEqual([title]);

    await act(page, title, 'Take the announcement down');
    await page.getByText(`${title} is taken down.`).waitFor();
    expect(await announced()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await card.getByText(/Announcement for everyone until/).waitFor();
    expect(await announced()).toEqual([title]);
    // What was sent can be kept later, too: for attendees, whom a visitor is not.
    await act(page, title, 'Take the announcement down');
    await card.getByText(/Announcement for everyone until/).waitFor({ state: 'detached' });
    await act(page, title, 'Keep as an announcement');
    await page.getByText(`${title} is kept until the end of the conference.`).waitFor();
    await card.getByText(/Announcement for attendees until/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('cannot be kept for an audience beyond the conference', async () => {
    const { page, context, problems } = await demo.open();
    await write(page, 'For one person');
    await go(page, 'Broadcasts');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.goto(`${demo.url()}/admin/c/1/broadcasts?edit=new&users=1`);
    await page.getByText(/Only a broadcast to all attendees/).waitFor();
    expect(await page.getByLabel('Keep as an announcement on the page').isDisabled()).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are scheduled relative to a start, which the list shows, also as missed', async () => {
    const { page, context, problems } = await demo.open();
    const title = 'Tomorrow we open';
    await write(page, title);
    await page.getByRole('button', { name: 'Relative', exact: true }).click();
    await page.getByLabel('How long').fill('2');
    const dialog = await check(page);
    await dialog.getByText('2 days before the start of Harbor Summit').waitFor();
    await dialog.getByRole('button', { name: 'Schedule for 6 people' }).click();
    const card = cardOf(page, title);
    await card.getByText(/2 days before the start of Harbor Summit/).waitFor();
    const [job] = await jobsOf(demo, title);
    expect(job).toMatchObject({ anchor: { before_start: 'PT48H', conference_id: 1 } });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('save the welcome, and show what a colleague has saved since', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Broadcasts');
    await page.getByRole('button', { name: 'Welcome', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Welcome of new attendees' });
    await dialog.getByLabel('Title').fill('Ahoy!');
    const theirs = { title: 'Hello!', body: 'Come in.', is_on: false };
    await demo.api('PUT', '/admin/conferences/1/welcome', theirs);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Hello!').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await dialog.waitFor({ state: 'detached' });
    const saved = await demo.api('GET', '/admin/conferences/1/welcome');
    expect(saved).toMatchObject({ title: 'Ahoy!' });
    expect(problems.filter((problem) => !/412/.test(String(problem)))).toEqual([]);
    await context.close();
  });
});
