import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

const card = (page: Page, title: string) => page.locator('.card', { hasText: title });
const says = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

describeInBrowser('the agenda', () => {
  const demo = demoConsole();

  it('moves and stretches an item by keyboard, and takes it back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    const item = card(page, 'Queries that never sleep');
    await item.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await says(page, 'Queries that never sleep: 11:15 to 12:15, Great Hall.');
    await page.keyboard.press('Escape');
    await says(page, 'Queries that never sleep is where it was.');
    await item.getByText('11:00').waitFor();

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('2 people would be notified.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await says(page, 'Queries that never sleep is saved.');
    await item.getByText('11:15').waitFor();
    await page.locator('.card:focus', { hasText: 'Queries that never sleep' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await item.getByText('11:00').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('moves an item again before the page has read what was saved', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    const item = card(page, 'Queries that never sleep');
    const move = async (key: string) => {
      await item.focus();
      await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await page.getByText(/would be notified/).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/conferences\/1\/agenda(\?|$)/, async (route) => {
      await released;
      await route.continue();
    });
    await move('ArrowDown');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await move('ArrowUp');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await item.getByText('11:00').waitFor();
    release();
    await page.unrouteAll({ behavior: 'wait' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('changes the end of an item by its lower edge', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    const item = card(page, 'Calm interfaces');
    const { x = 0, y = 0, width = 0, height = 0 } = (await item.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height - 3);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height + 37, { steps: 4 });
    await page.mouse.up();
    await page.getByText(/would be notified/).waitFor();
    expect(await page.getByLabel(/^Starts/).inputValue()).toBe('11:00');
    expect(await page.getByLabel(/^Ends/).inputValue()).toBe('12:15');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('adds an item on a day, and deletes it after a confirmation', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    await page.getByRole('button', { name: 'Add an item' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Lunch on the quay');
    await page.getByLabel('Kind').selectOption('Break');
    await page.getByLabel(/^Starts/).fill('12:00');
    await page.getByLabel(/^Ends/).fill('13:00');
    await page.getByRole('checkbox', { name: 'Wei Zhang' }).check();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
    await says(page, 'Lunch on the quay is added.');
    await card(page, 'Lunch on the quay').getByText('Wei Zhang').waitFor();
    expect(await card(page, 'Lunch on the quay').count()).toBe(1);

    await card(page, 'Lunch on the quay').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('0 people would be notified.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await card(page, 'Lunch on the quay').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shifts what follows of a room after a report, and back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    const workshop = card(page, 'Workshop: testing what matters');
    await page.getByRole('button', { name: 'Shift' }).click();
    await page.getByLabel(/^From/).fill('12:00');
    await page.getByLabel(/minutes/).fill('20');
    await page.getByLabel('Room').selectOption('Workshop deck');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('1 items and 1 events move, 0 stay.').waitFor();
    await page.getByText('5 people would be notified.').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Shift 1 item' }).click();
    await workshop.getByText('14:20').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await workshop.getByText('14:00').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('adds, changes and orders rooms by keyboard', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    await page.getByRole('button', { name: 'Rooms' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of A new room').fill('Lantern');
    await dialog.getByLabel('Seats of A new room').fill('40');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('button', { name: 'Move Lantern' }).press('ArrowUp');
    await says(page, /^Lantern: place 5 of 6$/);
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel('Name of Lantern').fill('Lighthouse');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Move Lighthouse' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const heads = await page.locator('.grid h2').allInnerTexts();
    expect(heads.slice(3, 6)).toEqual(['Workshop deck', 'Lighthouse', 'Pier 4']);
    await page.getByRole('button', { name: 'Tracks' }).click();
    await dialog.getByText('No tracks yet.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('lists a day on a phone, where a finger opens the form', async () => {
    const [, [, phone]] = LOOKS;
    const { page, context, problems } = await demo.open({ ...phone, hasTouch: true });
    await go(page, 'Agenda');
    expect(await page.locator('.grid').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await card(page, 'Evening sail').tap();
    expect(await page.getByLabel(/^Starts/).inputValue()).toBe('19:00');
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('offers a key for reading no change', async () => {
    const key = (await demo.api('POST', '/admin/api-keys', {
      name: 'Reader',
      preset: 'read-only',
    })) as { secret: string };
    const { page, context } = await demo.open({}, key.secret);
    await go(page, 'Agenda');
    await card(page, 'Evening sail').click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add an item' }).count()).toBe(0);
    await context.close();
  });
});
