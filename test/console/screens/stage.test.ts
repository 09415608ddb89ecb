import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';
import { connectTo } from '../../support/database.ts';

/** The opening of the demo, whose questions are moderated. */
const ITEM = 1;
const PHONE = { viewport: { width: 390, height: 844 } };
const WALL = { viewport: { width: 1_920, height: 1_080 } };

interface Listed {
  readonly data: readonly { readonly id: number; readonly text: string }[];
}

describeInBrowser('the stage', () => {
  const demo = demoConsole();

  /** A person of the demo asks, while the session runs. */
  const ask = async (person: string, text: string): Promise<number> => {
    await using db = await connectTo(demo.database().url);
    await db.query(
      `update agenda_items set starts_at = now(), ends_at = now() + interval '1 hour' where id = $1`,
      [ITEM],
    );
    const user = new RegExp(`${person} .*\\n?.*X-Messenger-Auth: ([^']+)`).exec(demo.output());
    const answer = await fetch(`${demo.url()}/api/v1/agenda/${ITEM}/questions`, {
      method: 'POST',
      headers: { 'X-Messenger-Auth': user?.[1] ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: number }).id;
  };
  const waiting = async () =>
    (await demo.api<Listed>('GET', `/admin/agenda/${ITEM}/questions?status=waiting`)).data;

  it.each(LOOKS)('is right on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Stage');
    await page.getByText('Who keeps the harbor lights on at night?').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  // Before the opening moves to today, which is no day of the conference.
  it('is opened for several sessions in the agenda, and for one in its sheet', async () => {
    const { page, context, problems } = await demo.open(WALL);
    await go(page, 'Agenda');
    await page.getByRole('button', { name: 'Questions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('select[name=questions]').selectOption('moderated');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Questions set for \d+ sessions\.$/).waitFor();

    await page
      .getByRole('button', { name: /Queries that never sleep/ })
      .first()
      .click();
    const mode = dialog.locator('select[name=questions]');
    expect(await mode.inputValue()).toBe('moderated');
    await mode.selectOption('off');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows on the wall what a moderator approves on a phone, with a key of the stage', async () => {
    const { secret } = await demo.key({ name: 'The room', preset: 'stage' });
    const wall = await demo.visitor(WALL);
    await wall.page.goto(`/admin/c/1/board?session=${ITEM}`);
    const shown = wall.page.getByRole('main').getByRole('listitem');
    await shown.first().waitFor();
    expect(await shown.first().innerText()).toMatch(/backups\?\n3 votes/);
    expect(await axe(wall.page)).toEqual([]);

    const { page, context, problems } = await demo.open(PHONE, secret);
    await go(page, 'Stage');
    await ask('Mina', 'Does the harbor freeze in winter?');
    const row = page.getByRole('listitem').filter({ hasText: 'freeze in winter' });
    await row.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('The question is shown.').waitFor();
    await wall.page.getByText('Does the harbor freeze in winter?').waitFor();
    expect(await wall.page.getByRole('main').innerText()).not.toContain('Mina');

    await page.getByRole('link', { name: 'Shown', exact: true }).click();
    const other = page.getByRole('listitem').filter({ hasText: 'taken once a year' });
    await other.getByRole('button', { name: 'Merge' }).click();
    await page.getByText(/Choose the question that stays/).waitFor();
    await row.getByRole('button', { name: 'Merge into this' }).click();
    await page.getByText('The questions are merged.').waitFor();
    await wall.page.getByText('taken once a year').waitFor({ state: 'detached' });
    await row.getByText(/1 vote/).waitFor();

    await row.getByRole('button', { name: 'Answered' }).click();
    await page.getByText('The question is answered.').waitFor();
    await wall.page.getByText('freeze in winter').waitFor({ state: 'detached' });
    expect([...problems, ...wall.problems]).toEqual([]);
    await context.close();
    await wall.context.close();
  });

  it('says what a question is now to the second of two moderators', async () => {
    const { page, context } = await demo.open();
    await go(page, 'Stage');
    const [first] = await waiting();
    const row = page.getByRole('listitem').filter({ hasText: first?.text ?? '' });
    await row.getByRole('button', { name: 'Hide' }).waitFor();
    // As while the live stream is late.
    await page.route('**/admin/agenda/*/questions*', (route) => route.abort());
    await demo.api('PATCH', `/admin/questions/${first?.id}`, {
      from: 'waiting',
      status: 'answered',
    });
    await row.getByRole('button', { name: 'Hide' }).click();
    await page.getByText('It is answered now.').waitFor();
    await context.close();
  });

  it('keeps the wall without a network, and it comes back by itself', async () => {
    const { page, context } = await demo.visitor(WALL);
    await page.goto(`/admin/c/1/board?session=${ITEM}`);
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.first().waitFor();
    const shown = await rows.count();
    await page.route('**/agenda/*/questions*', (route) => route.abort());
    await page.getByText(/cannot be reached\. This is the standing of/).waitFor();
    expect(await rows.count()).toBe(shown);
    await page.unroute('**/agenda/*/questions*');
    await page.getByText(/^As of/).waitFor();
    await context.close();
  });
});
