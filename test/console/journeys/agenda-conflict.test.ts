import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the agenda, edited by two', () => {
  const demo = demoConsole();

  it('show the two organizers of one item what both have done', async () => {
    const [mine, theirs] = [await demo.open(), await demo.open()];
    for (const { page } of [mine, theirs]) {
      await go(page, 'Agenda');
      await page.locator('.slot').first().click();
      await page.getByRole('dialog').waitFor();
    }
    const save = async (page: Page, field: string, value: string) => {
      await page.getByLabel(field, { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText(/would be notified/).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await save(theirs.page, 'Title', 'A late opening');
    await theirs.page.getByText('A late opening is saved.').waitFor();
    await save(mine.page, 'Room', 'Cellar');
    await mine.page.getByText('Another organizer has saved this since you opened it.').waitFor();
    await mine.page.getByRole('cell', { name: 'A late opening' }).waitFor();
    expect(await axe(mine.page)).toEqual([]);
    await mine.page.getByRole('button', { name: 'Save mine' }).click();
    await mine.page.getByText('A late opening is saved.').waitFor();
    await mine.page.getByRole('heading', { name: 'Cellar' }).waitFor();

    // The room can be read before the item: a drag of the item as it was would be a conflict.
    await mine.page.locator('.slot[data-room="Cellar"]').waitFor();

    // What a mouse moves is checked before it is saved.
    const card = mine.page.locator('.slot', { hasText: 'A late opening' });
    const time = await card.locator('time').innerText();
    const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
    await mine.page.mouse.move(x + 20, y + 8);
    await mine.page.mouse.down();
    await mine.page.mouse.move(x + 20, y + 88, { steps: 5 });
    await mine.page.mouse.up();
    await mine.page.getByText(/would be notified/).waitFor();
    await mine.page.getByRole('button', { name: 'Save' }).click();
    await mine.page.getByRole('button', { name: 'Undo' }).last().waitFor();
    await card.getByText(time).waitFor({ state: 'detached' });
    await mine.page.getByRole('button', { name: 'Undo' }).last().click();
    await card.getByText(time).waitFor();
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
  });
});
