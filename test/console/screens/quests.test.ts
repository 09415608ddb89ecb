import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

describeInBrowser('the quests', () => {
  const demo = demoConsole();

  it.each(LOOKS)('have nothing that axe finds wrong on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Quests');
    await page.getByRole('link', { name: 'Harbor hunt' }).click();
    const parts = page.getByRole('navigation', { name: 'Parts of the quest' });
    for (const part of ['Participants', 'Reminders', 'Codes', 'Tasks']) {
      await parts.getByRole('link', { name: part }).click();
      await page.getByText('Loading…').waitFor({ state: 'detached' });
      expect([part, await axe(page)]).toEqual([part, []]);
    }
    await page
      .getByText(/of 4 approved/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Add a task' }).click();
    const types = page.getByRole('combobox', { name: 'Type' });
    await types.waitFor();
    const all = await types.getByRole('option').allInnerTexts();
    expect(all).toHaveLength(11);
    for (const type of all) {
      await types.selectOption(type);
      expect([type, await axe(page)]).toEqual([type, []]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are made, get a task, are published with undo, and are deleted by their title', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Quests');
    await page.getByRole('button', { name: 'Add a quest' }).click();
    await page.getByLabel('Title').fill('Night hunt');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Night hunt' }).waitFor();

    await page.getByRole('button', { name: 'Add a task' }).click();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Quiz');
    await page.getByLabel('Title').fill('What shines?');
    await page.getByLabel('Option 1', { exact: true }).fill('The moon');
    await page.getByLabel('Option 2', { exact: true }).fill('The sand');
    await page.getByLabel('Option 1 is correct').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('listitem').filter({ hasText: 'What shines?' }).waitFor();

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Hide' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('button', { name: 'Publish' }).waitFor();

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/To confirm/).fill('Night');
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/To confirm/).fill('Night hunt');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Quests' }).waitFor();
    await page.getByRole('link', { name: 'Night hunt' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have tasks that keys move, with undo, and points that are adjusted', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Quests');
    await page.getByRole('link', { name: 'Harbor hunt' }).click();
    const first = page.locator('.tasks > li').first();
    await first.getByText('Read about the dockyard').waitFor();
    await page.getByRole('button', { name: 'Move Read about the dockyard down' }).press('Enter');
    await first.getByText('A poem about the pier').waitFor();
    await page.getByText('The order is saved.').waitFor();
    await page.reload();
    await first.getByText('A poem about the pier').waitFor();
    await page.getByRole('button', { name: 'Move Read about the dockyard up' }).press('Enter');
    await first.getByText('Read about the dockyard').waitFor();
    await page.getByText('The order is saved.').waitFor();

    await page.getByRole('link', { name: 'Participants' }).click();
    await page
      .getByRole('button', { name: /^Adjust the points of/ })
      .first()
      .click();
    await page.getByLabel(/Points to give/).fill('7');
    await page.getByLabel(/Reason/).fill('You helped at the door');
    await page.getByRole('button', { name: 'Adjust the points', exact: true }).click();
    await page.getByText(/now has \d+ points in all/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show two organizers of one quest what both have done', async () => {
    const [mine, theirs] = [await demo.open(), await demo.open()];
    for (const { page } of [mine, theirs]) {
      await go(page, 'Quests');
      await page.getByRole('link', { name: 'Harbor hunt' }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
    }
    await theirs.page.getByLabel('Title').fill('Harbor hunt by night');
    await theirs.page.getByRole('button', { name: 'Save' }).click();
    await theirs.page.getByText('Harbor hunt by night is saved.').waitFor();
    await mine.page.getByLabel('Points for the whole quest').fill('60');
    await mine.page.getByRole('button', { name: 'Save' }).click();
    await mine.page.getByRole('cell', { name: 'Harbor hunt by night' }).waitFor();
    expect(await axe(mine.page)).toEqual([]);
    await mine.page.getByRole('button', { name: 'Save mine' }).click();
    await mine.page.getByText(/Points of \d+ participants/).waitFor();
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
  });
});
