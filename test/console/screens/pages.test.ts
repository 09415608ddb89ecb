import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

interface Shown {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly marks: readonly {
    readonly room: string | null;
    readonly label: string | null;
    x: number;
    y: number;
  }[];
}

const PAGES = '/admin/conferences/1/pages';
const titles = (page: Page) => page.locator('.sortable a').allTextContents();
const picture = async () => ({
  name: 'plan.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer(),
});

describeInBrowser('the pages', () => {
  const demo = demoConsole();
  const read = async () => (await demo.api<{ data: Shown[] }>('GET', PAGES)).data;
  const pageOf = async (title: string) => (await read()).find((one) => one.title === title);

  it.each(LOOKS)('are listed, and one is read and marked, on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Pages');
    await page.getByText('Network: Harbor Summit').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Wi-Fi and venue' }).click();
    const preview = page.getByRole('group', { name: 'As attendees read it' });
    await preview.getByRole('link', { name: 'the timetable' }).waitFor();
    expect(await preview.getByRole('listitem').count()).toBe(2);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.getByRole('button', { name: /^Move Great Hall/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are made with a preview, which shows markup as text, and deleted', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Pages');
    await page.getByRole('button', { name: 'Add a page' }).click();
    await page.getByLabel('Title').fill('Parking');
    await page.getByLabel('Text').fill('**Free** <b>here</b>\n\n1. Enter\n2. Park');
    const preview = page.getByRole('group', { name: 'As attendees read it' });
    await preview.getByText('<b>here</b>').waitFor();
    expect(await preview.locator('strong').allTextContents()).toEqual(['Free']);
    expect(await preview.locator('ol li').allTextContents()).toEqual(['Enter', 'Park']);
    await page.getByLabel('Choose a picture').setInputFiles(await picture());
    await page.getByRole('button', { name: 'Remove the picture' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByText('Parking is saved.').waitFor();
    expect((await read()).filter(({ title }) => title === 'Parking')).toMatchObject([
      { body: '**Free** <b>here</b>\n\n1. Enter\n2. Park', image_url: expect.any(String) },
    ]);

    await page.getByRole('link', { name: 'Parking' }).click();
    await page.getByLabel('Text').fill('Full');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Free <b>here</b>').waitFor();
    await page.getByRole('button', { name: 'Delete Parking' }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Parking is deleted.').waitFor();
    expect(await pageOf('Parking')).toBeUndefined();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have a map: marks are put by a click, moved by keys and numbers, and named', async () => {
    const { page, context, problems } = await demo.open();
    await page.goto('/admin/c/1/pages?id=3');
    const map = page.getByRole('img', { name: 'Map' });
    await map.waitFor();
    const box = await map.boundingBox();
    await map.click({ position: { x: (box?.width ?? 0) / 4, y: (box?.height ?? 0) / 20 } });
    const rows = page.getByRole('list', { name: 'Marks' }).getByRole('listitem');
    expect(await rows.count()).toBe(8);
    await rows.last().getByLabel('Label').fill('Ferry');
    // To the pixel: a per mille is a part of one.
    for (const [label, place] of [
      [/left/, 250],
      [/top/, 50],
    ] as const) {
      const number = rows.last().getByLabel(label);
      expect(Math.abs(Number(await number.inputValue()) - place)).toBeLessThanOrEqual(3);
      await number.fill(String(place));
    }

    await page.getByRole('button', { name: /^Move Ferry/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: 'Move Ferry, now at 260, 51' }).waitFor();
    await rows.first().getByLabel(/top/).fill('300');
    await page.getByRole('button', { name: 'Remove the mark Cloakroom' }).click();
    await page.getByRole('button', { name: 'Add a mark' }).click();
    await rows.last().getByLabel('Label').fill('Middle');
    // A click on a mark puts no other one there.
    await page.getByRole('button', { name: /^Move Quay 1/ }).click();
    expect(await rows.count()).toBe(8);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Map is saved.').waitFor();
    const marks = (await pageOf('Map'))?.marks ?? [];
    expect(marks.filter(({ room }) => room === 'Great Hall')).toMatchObject([{ y: 300 }]);
    expect(marks.filter(({ label }) => label !== null)).toMatchObject([
      { label: 'Check-in' },
      { label: 'Ferry', x: 260, y: 51 },
      { label: 'Middle', x: 500, y: 500 },
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('move by keyboard, and back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Pages');
    const before = await titles(page);
    await page.getByRole('button', { name: 'Move Map' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.getByText('The order is saved.').waitFor();
    expect((await read()).map(({ title }) => title)).toEqual([before[0], before[2], before[1]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.sortable li').nth(2).getByRole('link', { name: 'Map' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show what another organizer has saved since the form opened', async () => {
    const { page, context } = await demo.open();
    await page.goto('/admin/c/1/pages?id=2');
    await page.getByLabel('Title').fill('Mine');
    await demo.api('PUT', `${PAGES}/2`, { title: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Theirs' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Mine is saved.').waitFor();
    expect(await pageOf('Mine')).toBeDefined();
    await context.close();
  });

  it('have no buttons for a key that reads', async () => {
    const { secret } = await demo.key({ name: 'reader', preset: 'read-only' });
    const { page, context, problems } = await demo.open({}, secret);
    await go(page, 'Pages');
    await page.getByRole('link', { name: 'Wi-Fi and venue' }).waitFor();
    expect(await page.locator('main button').count()).toBe(0);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.getByRole('dialog').getByText('Great Hall').waitFor();
    expect(await page.getByRole('dialog').getByRole('button').count()).toBe(1);
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
