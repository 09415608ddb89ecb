import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

interface Speaker {
  readonly id: number;
  readonly version: number;
}

const names = (page: Page) => page.locator('.speaker a').allTextContents();
const picture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0a6' } })
    .png()
    .toBuffer(),
});

describeInBrowser('the speakers', () => {
  const demo = demoConsole();
  const newSpeaker = (body: object) => demo.api<Speaker>('POST', '/admin/speakers', body);

  it.each(LOOKS)('are a lineup, and one by one, on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Speakers');
    await page.getByRole('list', { name: 'Lineup' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Henrike Vos' }).click();
    await page.getByRole('link', { name: 'Opening: what the harbor taught us' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByText('Social networks and website').click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    // A session opens the day of the agenda that shows it.
    await page.getByRole('link', { name: 'Opening: what the harbor taught us' }).click();
    await page.getByRole('heading', { name: 'Agenda' }).waitFor();
    await page.getByRole('button', { name: /Opening: what the harbor/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('move by keyboard and by mouse, and back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Speakers');
    const handle = page.getByRole('button', { name: 'Move Henrike Vos' });
    await handle.focus();
    const before = await names(page);
    const saved = page.getByText('The order is saved.');
    await page.keyboard.press('ArrowDown');
    // The handle keeps the focus, so the next key moves the same speaker.
    await page.keyboard.press('ArrowDown');
    await saved.nth(1).waitFor();
    expect(await names(page)).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
    await page.reload();
    await handle.waitFor();
    expect((await names(page)).indexOf('Henrike Vos')).toBe(2);

    await handle.dragTo(page.locator('.speakers li').first());
    await saved.waitFor();
    expect(await names(page)).toEqual(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await saved.nth(0).waitFor();
    await page.locator('.speakers li').nth(2).getByRole('link', { name: 'Henrike Vos' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are filtered by the address, and each state is readable', async () => {
    const { page, context, problems } = await demo.open();
    await page.goto('/admin/c/1/speakers?missing=photo');
    await page.getByRole('link', { name: 'Ruben Aalders' }).waitFor();
    expect(await names(page)).toEqual(['Ruben Aalders']);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Missing: No photo' }).click();
    await page.getByRole('button', { name: 'No session' }).click();
    await page.getByRole('link', { name: 'A. Benali' }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter “Missing”' }).click();
    await page.getByLabel('Search').fill('nobody of this name');
    await page.getByText('No speaker has these filters.').waitFor();
    expect(await axe(page)).toEqual([]);

    const broken = (status: number, code: string) => ({
      status,
      headers: { 'X-Request-Id': 'asked-before' },
      json: { error: 'It broke', code },
    });
    await page.route('**/admin/speakers?**', (route) =>
      route.fulfill(broken(500, 'INTERNAL_ERROR')),
    );
    await page.goto('/admin/c/1/speakers');
    await page.getByText('asked-before').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/admin/speakers?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Henrike Vos' }).waitFor();
    await page.route('**/admin/speakers?**', (route) => route.fulfill(broken(403, 'FORBIDDEN')));
    await page.reload();
    await page.getByText('Your key does not allow this.').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are added once with a photo, leave the lineup and come back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Speakers');
    await page.getByRole('button', { name: 'Add a speaker' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    const photo = page.getByLabel('Choose a photo');
    await photo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await page.getByRole('alert').filter({ hasText: /JPEG/ }).waitFor();
    await photo.setInputFiles(await picture('grace.png'));
    await page.getByRole('img', { name: 'The photo of the speaker' }).waitFor();
    await page.getByLabel('Name or company of the user').fill('jonas');
    await page.getByRole('radio', { name: /Jonas Lindqvist/ }).check();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await page.getByRole('img', { name: 'Photo of Grace Hopper' }).waitFor();
    const { data } = await demo.api<{ data: { user_id: number }[] }>(
      'GET',
      '/admin/speakers?q=hopper',
    );
    expect(data).toMatchObject([{ user_id: 2 }]);

    await page.getByRole('button', { name: 'Remove from the lineup' }).click();
    await page.getByText('In no lineup.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove from the lineup' }).click();
    await page.getByText('In no lineup.').waitFor();
    await page.getByRole('link', { name: 'All speakers' }).click();
    await page.getByRole('button', { name: 'Add from another conference' }).click();
    await page.getByLabel('Name, company or number').fill('grace');
    await page.getByRole('radio', { name: /Grace Hopper/ }).check();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add to the lineup' }).click();
    await page.getByRole('list', { name: 'Lineup' }).getByText('Grace Hopper').waitFor();
    // A speaker on the agenda stays: the service says why.
    await page.getByRole('link', { name: 'Wei Zhang' }).click();
    await page.getByRole('button', { name: 'Remove from the lineup' }).click();
    await page.getByText('Sessions of this conference with this speaker: 1.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show the change of another organizer beside an edit, and can be undone', async () => {
    const speaker = await newSpeaker({ name: 'Mary Somerville', conference_id: 1 });
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/1/speakers?id=${speaker.id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await demo.api('PUT', `/admin/speakers/${speaker.id}`, { company: 'Burntisland' });
    await page.getByLabel('Job title').fill('Astronomer');
    await page.getByRole('dialog').getByText('Social networks and website').click();
    await page.getByLabel('GitHub').fill('mary');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another organizer has saved this').waitFor();
    await page.getByRole('cell', { name: 'Burntisland' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('definition').filter({ hasText: 'Astronomer' }).waitFor();
    const stored = () => demo.api('GET', `/admin/speakers/${speaker.id}`);
    const theirs = { company: 'Burntisland' };
    expect(await stored()).toMatchObject({
      ...theirs,
      title: 'Astronomer',
      socials: { github: { handle: 'mary' } },
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: 'Astronomer' })
      .waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject({ ...theirs, title: null, socials: {} });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are merged after what moves is named, and deleted by their typed name', async () => {
    const { page, context, problems } = await demo.open();
    await page.goto('/admin/c/1/speakers?id=5');
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name, company or number').fill('benali');
    await dialog.getByRole('radio', { name: /Aïcha Benali/ }).check();
    await dialog.getByText('Aïcha Benali takes over what is missing: Biography.').waitFor();
    await dialog.getByText('0 sessions of this conference').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel(/^Type/).fill('A. Benali');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('A. Benali is merged into Aïcha Benali.').waitFor();
    await page.getByRole('heading', { name: 'Aïcha Benali' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'four continents' }).waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Closing panel').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog input:invalid').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel(/^Type/).fill('Aïcha Benali');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Aïcha Benali is deleted.').waitFor();
    await page.getByRole('link', { name: 'Henrike Vos' }).waitFor();
    expect(await names(page)).not.toContain('Aïcha Benali');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have no buttons for a key that reads', async () => {
    const { secret } = await demo.key({ name: 'reader', preset: 'read-only' });
    const { page, context, problems } = await demo.open({}, secret);
    await go(page, 'Speakers');
    await page.getByRole('list', { name: 'Lineup' }).waitFor();
    expect(await page.locator('main button:not(.filters *)').count()).toBe(0);
    await page.getByRole('link', { name: 'Wei Zhang' }).click();
    await page.getByRole('definition').first().waitFor();
    expect(await page.locator('main button:not(.filters *)').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
