import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly capacity: number | null;
  readonly is_offered: boolean;
  readonly is_hidden: boolean;
  readonly has_access_code: boolean;
  readonly closes_at: string | null;
}

const TYPES = '/admin/conferences/1/ticket-types';
const SCREEN = '/admin/c/1/registration';

describeInBrowser('the ticket types of a conference', () => {
  const demo = demoConsole();
  const read = async () => (await demo.api<{ data: Shown[] }>('GET', `${TYPES}?limit=100`)).data;
  const typeOf = async (wanted: string) => (await read()).find(({ name }) => name === wanted);

  it.each(LOOKS)('are made, changed, undone and deleted, on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await page.goto(SCREEN);
    await page.getByRole('button', { name: 'Add a ticket type' }).click();
    await page.getByLabel('Name').fill('Workshop');
    await page.getByLabel('Seats (empty for no limit)').fill('20');
    await page.getByLabel('Until, day').fill('2031-05-01');
    await page.getByLabel('Hidden: only with an access code').check();
    await page.getByLabel('Access code').last().fill('loom-and-reed');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByText('Workshop is saved.').waitFor();
    expect((await read()).filter(({ name }) => name === 'Workshop')).toMatchObject([
      { capacity: 20, is_offered: true, is_hidden: true, has_access_code: true },
    ]);
    await page.getByText('0 of 20 seats taken').waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: 'Edit Workshop' }).click();
    await page.getByLabel('Seats (empty for no limit)').fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 of 30 seats taken').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('0 of 20 seats taken').waitFor();
    expect(await typeOf('Workshop')).toMatchObject({ has_access_code: true });

    await page.getByRole('button', { name: 'Delete Workshop' }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Workshop is deleted.').waitFor();
    expect(await typeOf('Workshop')).toBeUndefined();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('move by keyboard, and back', async () => {
    const { page, context, problems } = await demo.open();
    for (const name of ['First', 'Second']) await demo.api('POST', TYPES, { name });
    await page.goto(SCREEN);
    const before = (await read()).map(({ name }) => name);
    await page.getByRole('button', { name: 'Move Second' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.getByText('The order is saved.').waitFor();
    const after = (await read()).map(({ name }) => name);
    expect(after.indexOf('Second')).toBe(before.indexOf('Second') - 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.sortable li').last().getByText('Second').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show their quotas in the filter of attendees', async () => {
    const { page, context, problems } = await demo.open();
    const type = await typeOf('speaker');
    await demo.api('PUT', `${TYPES}/${type?.id}`, { capacity: 1_000, registration: 'closed' });
    await go(page, 'Attendees');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Ticket type', exact: true }).last().click();
    await page.getByRole('button', { name: /^speaker \(\d+\/1,000\)$/ }).click();
    await page.waitForURL(/ticket_type=speaker/);
    expect(problems).toEqual([]);
    await context.close();
  });
});
