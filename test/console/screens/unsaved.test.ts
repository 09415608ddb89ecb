import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, signIn, signOut } from '../../support/console.ts';
import { cardOf, check, write } from '../../support/console-broadcasts.ts';

/** Forms of several kinds: the screen, the button that opens one, and a field of it. */
const FORMS = [
  ['Agenda', 'Add an item', 'Title'],
  ['Quests', 'Add a quest', 'Title'],
  ['Conferences', 'Add a conference', 'Name'],
] as const;

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' });
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();
const discard = (page: Page) =>
  question(page).getByRole('button', { name: 'Discard', exact: true }).click();
const draftsOf = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('hallway-draft')));

describeInBrowser('what is typed into a form', () => {
  const demo = demoConsole();

  it.each(FORMS)('is not thrown away by Escape or Back: %s', async (screen, button, label) => {
    const { page, context, problems } = await demo.open();
    await go(page, screen);
    const url = page.url();
    const form = page.locator('dialog:has(form)');
    const field = form.getByLabel(label, { exact: true }).first();
    const open = () => page.getByRole('button', { name: button }).first().click();
    await open();
    await field.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await question(page).count()).toBe(0);

    await open();
    await field.fill('Typed words');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Typed words');
    await page.goBack();
    await keep(page);
    expect([page.url(), await field.inputValue()]).toEqual([url, 'Typed words']);
    const asked = page.waitForEvent('dialog');
    void page.evaluate('setTimeout(() => location.reload())');
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await field.inputValue()).toBe('Typed words');

    // What was taken back is nothing to lose.
    await field.fill('');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await open();
    await field.fill('Typed words');
    await page.goBack();
    await discard(page);
    await page.waitForURL((now) => now.href !== url);
    expect(await form.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is asked about by nothing once it is saved', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Quests');
    await page.getByRole('button', { name: 'Add a quest' }).click();
    await page.getByLabel('Title').fill('Saved words');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Saved words' }).waitFor();
    await go(page, 'Agenda');
    await page.getByRole('button', { name: 'Rooms' }).click();
    const row = page.getByRole('dialog').locator('form').first();
    await row.getByRole('textbox').first().fill('Saved hall');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await page.getByLabel('Name of Saved hall').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Saved hall').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is kept on the device as a draft of a broadcast until it is sent or discarded', async () => {
    const { page, context, problems } = await demo.open();
    const title = page.getByLabel('Title', { exact: true });
    await write(page, 'Kept words');
    for (const away of [
      () => page.getByRole('link', { name: 'Speakers', exact: true }).click(),
      () => page.getByRole('main').getByRole('link', { name: 'Broadcasts' }).click(),
      async () => {
        await page.getByRole('button', { name: /^Conference:/ }).click();
        await page.getByRole('link', { name: 'All conferences' }).click();
      },
      () => signOut(page),
      () => page.goBack(),
    ]) {
      await away();
      await keep(page);
      expect(await title.inputValue()).toBe('Kept words');
    }
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/Your draft of .* kept on this device, is here again/).waitFor();
    expect(await title.inputValue()).toBe('Kept words');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Broadcasts' }).click();
    await page.getByRole('link', { name: 'Write a broadcast' }).click();
    expect(await title.inputValue()).toBe('Kept words');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    expect([await title.inputValue(), await draftsOf(page)]).toEqual(['', []]);

    await title.fill('Thrown away');
    await page.getByRole('link', { name: 'Speakers', exact: true }).click();
    await discard(page);
    await page.getByRole('heading', { name: 'Speakers', level: 1 }).waitFor();
    expect(await draftsOf(page)).toEqual([]);

    await write(page, 'Sent words');
    expect(await draftsOf(page)).toHaveLength(1);
    const dialog = await check(page);
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    await cardOf(page, 'Sent words').waitFor();
    expect(await draftsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is of one administrator, and leaves the device at the sign-out', async () => {
    const { secret } = await demo.key({ name: 'Another writer', preset: 'broadcasts' });
    const { page, context, problems } = await demo.open();
    await write(page, 'Private words');
    expect(await draftsOf(page)).toHaveLength(1);
    // The session ends, as after 14 hours: another administrator signs in on the same device.
    await context.clearCookies();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await signIn(page, secret);
    await page.getByRole('navigation').getByRole('link').first().waitFor();
    await go(page, 'Broadcasts');
    await page.getByRole('link', { name: 'Write a broadcast' }).click();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('');
    expect(await draftsOf(page)).toHaveLength(1);
    await signOut(page);
    await page.getByLabel('Admin key').waitFor();
    expect(await draftsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('of an older version of a broadcast is compared with what a colleague has saved', async () => {
    const job = await demo.api<{ id: number; version: number }>(
      'POST',
      '/admin/notifications/jobs',
      {
        title: 'Both write',
        body: 'One',
        audience: { conference_ids: [1] },
      },
    );
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/1/broadcasts?edit=${job.id}`);
    await page.getByLabel('Text', { exact: true }).fill('Mine');
    await demo.api('PUT', `/admin/notifications/jobs/${job.id}`, {
      title: 'Both write',
      body: 'Theirs',
      audience: { conference_ids: [1] },
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/kept on this device, is here again/).waitFor();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Theirs').first().waitFor();
    const { body } = await demo.api<{ body: string }>('GET', `/admin/notifications/jobs/${job.id}`);
    expect(body).toBe('Theirs');
    expect(problems).toEqual([]);
    await context.close();
  });
});
