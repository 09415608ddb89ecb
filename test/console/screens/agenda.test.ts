import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

const card = (page: Page, title: string) => page.locator('.slot', { hasText: title });
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
    await page.getByRole('button', { name: /^Save( and notify \d+)?$/ }).press('Enter');
    await says(page, 'Queries that never sleep is saved.');
    await item.getByText('11:15').waitFor();
    await page.locator('.slot:focus', { hasText: 'Queries that never sleep' }).waitFor();
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
      await page.getByRole('button', { name: /^Save( and notify \d+)?$/ }).click();
    };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/conferences\/1\/agenda(\?|$)/, async (route) => {
      await released;
      await route.continue();
    });
    await move('ArrowDown');
    await page.locator('dialog').waitFor({ state: 'detached' });
    // Back where it was: nobody would be notified of that.
    await item.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
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

  it('saves at once what tells nobody, by mouse and by keyboard, and takes it back', async () => {
    const { starts_on } = await demo.api<{ starts_on: string }>('GET', '/conferences/1');
    const at = (time: string) => `${starts_on}T${time}:00+02:00`;
    await demo.api('POST', '/admin/agenda', {
      conference_id: 1,
      title: 'A quiet break',
      kind: 'break',
      room: 'Pier 4',
      starts_at: at('15:00'),
      ends_at: at('15:30'),
    });
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    const item = card(page, 'A quiet break');
    const saved = page.getByRole('status').filter({ hasText: 'A quiet break is saved.' });
    const [first = ''] = [await item.locator('time').innerText()];
    await item.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0 } = (await item.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 48, { steps: 4 });
    await page.mouse.up();
    await saved.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await item.getByText(first).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await item.getByText(first).waitFor();
    // Before the page has read what was saved: each begins where the one before ended.
    await item.focus();
    for (const key of ['ArrowDown', 'Enter', 'Shift+ArrowDown', 'Enter', 'ArrowUp', 'Enter']) {
      await page.keyboard.press(key);
    }
    await page.getByRole('button', { name: 'Undo' }).nth(2).waitFor();
    await item.getByText(first).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says in the language of its reader what is wrong with a drop that is saved at once', async () => {
    const { starts_on } = await demo.api<{ starts_on: string }>('GET', '/conferences/1');
    const ids = [];
    for (const [title, from, to] of [
      ['The first in a row', '17:00', '17:30'],
      ['The second in a row', '17:30', '18:00'],
    ]) {
      const times = {
        starts_at: `${starts_on}T${from}:00+02:00`,
        ends_at: `${starts_on}T${to}:00+02:00`,
      };
      const item = { conference_id: 1, title, kind: 'break', room: 'Pier 4', ...times };
      ids.push((await demo.api<{ id: number }>('POST', '/admin/agenda', item)).id);
    }
    const { page, context, problems } = await demo.open();
    await page.evaluate("localStorage.setItem('hallway-language', 'de')");
    await page.reload();
    await page.getByRole('navigation').getByRole('link', { name: 'Programm' }).click();
    await card(page, 'The first in a row').focus();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page
      .getByRole('status')
      .filter({ hasText: 'Pier 4 ist zur selben Zeit für „The second in a row“ belegt.' })
      .waitFor();
    for (const id of ids) await demo.api('DELETE', `/admin/agenda/${id}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('adds an item where nothing is, by a click, a drag and the keyboard', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    const slot = page.getByRole('button', { name: /^Pier 4, .*: add here/ });
    await slot.scrollIntoViewIfNeeded();
    const box = await slot.boundingBox();
    const { x = 0, y = 0, width = 0 } = box ?? {};
    const times = async () => [
      await page.getByLabel(/^Starts/).inputValue(),
      await page.getByLabel(/^Ends/).inputValue(),
    ];
    const name = (await slot.getAttribute('aria-label')) ?? '';
    const [, room = '', from = '', to = ''] = /^(.*), (\d\d:\d\d) to (\d\d:\d\d):/.exec(name) ?? [];
    await page.mouse.click(x + width - 4, y + 2);
    expect(await page.getByLabel('Room', { exact: true }).inputValue()).toBe(room);
    expect(await times()).toEqual([from, to]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.mouse.move(x + width - 4, y + 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 4, y + 28, { steps: 3 });
    await page.mouse.up();
    const plus = (time: string, minutes: number) =>
      new Date(Date.parse(`2030-01-01T${time}Z`) + minutes * 60_000).toISOString().slice(11, 16);
    expect(await times()).toEqual([from, plus(from, 30)]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await slot.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await says(page, `${room}, ${plus(from, 15)} to ${plus(to, 30)}: add here`);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await times()).toEqual([plus(from, 15), plus(to, 30)]);
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
    await page.getByLabel('Add a speaker').selectOption('Wei Zhang');
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

  it('shows one track alone, a break across all rooms, and what clashes', async () => {
    const { starts_on } = await demo.api<{ starts_on: string }>('GET', '/conferences/1');
    const add = (item: object, from: string, to: string) =>
      demo.api('POST', '/admin/agenda', {
        conference_id: 1,
        ...item,
        starts_at: `${starts_on}T${from}:00+01:00`,
        ends_at: `${starts_on}T${to}:00+01:00`,
      });
    await add({ title: 'Tea for all', kind: 'break' }, '07:00', '07:30');
    await add({ title: 'Masts', room: 'Quay 1', track: 'Rigging' }, '18:00', '18:30');
    await add({ title: 'Sails', room: 'Quay 1', track: 'Canvas' }, '18:15', '18:45');
    const { page, context, problems } = await demo.open();
    await go(page, 'Agenda');
    const tea = await card(page, 'Tea for all').boundingBox();
    const masts = await card(page, 'Masts').boundingBox();
    expect(tea?.width).toBeGreaterThan(5 * (masts?.width ?? 0));
    await page.getByRole('button', { name: '2 clashes' }).click();
    await page.locator('.slot:focus', { hasText: 'Masts' }).waitFor();

    await page.getByRole('button', { name: 'Canvas', exact: true }).click();
    await card(page, 'Masts').waitFor({ state: 'detached' });
    await card(page, 'Sails').waitFor();
    await card(page, 'Tea for all').waitFor();
    expect(new URL(page.url()).searchParams.get('track')).toBe('Canvas');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'All tracks' }).click();
    await card(page, 'Masts').waitFor();
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
    expect(heads.slice(3, 6)).toEqual(['Workshop deck', 'Lighthouse 40', 'Pier 4']);
    await page.getByRole('button', { name: 'Tracks', exact: true }).click();
    await dialog.getByLabel('Name of Systems').waitFor();
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

  it('shows the rooms and hours of a day without items', async () => {
    const { id } = await demo.api<{ id: number }>('POST', '/admin/conferences', {
      name: 'Empty by the Sea',
      starts_on: '2097-05-14',
      ends_on: '2097-05-15',
      timezone: 'Asia/Kolkata',
    });
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/${id}/agenda`);
    await page.getByText('Nothing on this day yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Add an item', exact: true }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(1);
    await demo.api('POST', `/admin/conferences/${id}/rooms`, { name: 'Tent' });
    await page.reload();
    await page.getByText('09:00').first().waitFor();
    const slot = page.getByRole('button', { name: 'Tent, 09:00 to 09:45: add here' });
    await slot.click({ position: { x: 20, y: 10 } });
    await page.getByLabel('Title', { exact: true }).fill('Kites');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await card(page, 'Kites').getByText('09:00').waitFor();
    const { data } = await demo.api<{ data: { starts_at: string; room: string }[] }>(
      'GET',
      `/admin/conferences/${id}/agenda`,
    );
    expect(data).toMatchObject([{ starts_at: '2097-05-14T03:30:00.000Z', room: 'Tent' }]);
    await page.getByRole('button', { name: /, May 15$/ }).click();
    await page.getByRole('heading', { name: 'Tent' }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
