import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

describeInBrowser('the palette', () => {
  const demo = demoConsole();
  const words = (page: Page) => page.getByRole('combobox', { name: /^Person, session/ });
  const option = (page: Page, kind: string, name: string | RegExp) =>
    page.getByRole('group', { name: kind }).getByRole('option', { name });

  it('finds each kind by keyboard, with one request for the words', async () => {
    const { page, context, problems } = await demo.open();
    await demo.api('POST', '/admin/quests', { conference_id: 1, title: 'Sail around the quay' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/[?&]q=/.test(request.url())) asked.push(new URL(request.url()).search);
    });
    await page.keyboard.press('Control+k');
    await words(page).and(page.locator(':focus')).waitFor();
    await words(page).pressSequentially('sail');
    await option(page, 'Sessions', /Evening sail/).waitFor();
    await option(page, 'Quests', 'Sail around the quay').waitFor();
    expect(asked.every((one) => one.includes('q=sail'))).toBe(true);
    expect(asked).toHaveLength(3);
    expect(await axe(page)).toEqual([]);
    await words(page).fill('mína');
    await words(page).fill('mina');
    await option(page, 'Attendees and guests', /Mina Okafor/).waitFor();
    const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
    expect(await chosen.innerText()).toContain('Mina Okafor');
    expect(await words(page).getAttribute('aria-activedescendant')).toBe(
      await chosen.getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Attendees', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=Mina%20Okafor');

    await page.keyboard.press('Meta+k');
    await option(page, 'Recent', /Mina Okafor/).waitFor();
    await words(page).fill('wei zh');
    await option(page, 'Speakers', /Wei Zhang/).click();
    await page.getByRole('heading', { name: 'Wei Zhang', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Find' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens screens and forms, and only those of the key', async () => {
    const { page, context, problems } = await demo.open();
    const find = async (text: string) => {
      await page.keyboard.press('Control+k');
      await words(page).fill(text);
    };
    await find('operat');
    await option(page, 'Screens', 'Operation').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Operation', level: 1 }).waitFor();
    for (const [name, title] of [
      ['Add an item', 'Add an item'],
      ['Add a quest', 'Add a quest'],
    ] as const) {
      await find(name);
      await option(page, 'Actions', name).click();
      await page.getByRole('dialog', { name: title }).waitFor();
      expect(new URL(page.url()).search).toBe('');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const name of ['Import an agenda', 'Import guests']) {
      await find(name);
      await option(page, 'Actions', name).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    const { secret } = await demo.key({ name: 'Reader', preset: 'read-only' });
    const reader = await demo.open({}, secret);
    await reader.page.keyboard.press('Control+k');
    await words(reader.page).fill('Add');
    await reader.page.getByText(/^\d+ results?$/).waitFor();
    expect(await option(reader.page, 'Actions', /./).count()).toBe(0);
    expect([...problems, ...reader.problems]).toEqual([]);
    await context.close();
    await reader.context.close();
  });

  it('shows nothing on an answer to other words', async () => {
    const { page, context } = await demo.open();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/attendees\?.*q=mina/, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press('Control+k');
    const first = page.waitForRequest(/attendees\?.*q=mina/);
    await words(page).fill('mina');
    await first;
    await words(page).fill('jonas');
    await option(page, 'Attendees and guests', /Jonas/).waitFor();
    release();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await page.getByRole('option', { name: /Mina/ }).count()).toBe(0);
    await context.close();
  });

  it('shows the keys of the screen and of all, but not while someone types', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Review');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByText('Approve the proof').waitFor();
    await dialog.getByText('Ctrl K / ⌘ K').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await go(page, 'People');
    await page.getByRole('searchbox').first().press('?');
    expect(await dialog.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is a button on a phone', async () => {
    const [, [, phone]] = LOOKS;
    const { page, context, problems } = await demo.open(phone);
    await page.getByRole('button', { name: 'Find' }).click();
    await words(page).fill('door');
    await option(page, 'Screens', 'Door').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await option(page, 'Screens', 'Door').click();
    await page.getByText('Online').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describeInBrowser('a list without rows', () => {
  const demo = demoConsole();

  it('offers to add where nothing is, and to clear the filters where they find nothing', async () => {
    const { id } = await demo.api<{ id: number }>('POST', '/admin/conferences', {
      name: 'Nothing by the Sea',
      starts_on: '2096-05-14',
      ends_on: '2096-05-15',
    });
    const { page, context, problems } = await demo.open();
    for (const [screen, sentence, buttons] of [
      ['attendees', 'No one is in this list.', ['Import guests', 'Add a person']],
      ['events', 'No events.', ['Import', 'Add an event']],
      ['quests', 'No quests in this list.', ['Add a quest']],
      ['speakers', 'No speakers yet.', ['Add']],
      ['agenda', 'Nothing on this day yet.', ['Import', 'Add an item']],
    ] as const) {
      await page.goto(`/admin/c/${id}/${screen}`);
      const state = page.locator('.state', { hasText: sentence });
      await state.getByRole('button').first().waitFor();
      expect([screen, await state.getByRole('button').count()]).toEqual([
        screen,
        expect.any(Number),
      ]);
      expect(buttons.length).toBeGreaterThan(0);
      expect(await axe(page)).toEqual([]);
    }
    await page.goto(`/admin/c/${id}/events?q=nowhere&sort=-starts_at`);
    const state = page.locator('.state', { hasText: 'No events.' });
    await state.getByRole('button', { name: 'Clear filters' }).click();
    await state.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?sort=-starts_at');
    await state.getByRole('button').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
