import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the conferences', () => {
  const demo = demoConsole();

  it('are created, published after what is missing, and deleted by their typed name', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Conferences');
    await page.getByRole('link', { name: 'Harbor Summit' }).waitFor();
    await page.getByRole('button', { name: 'Add a conference' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Computing by the Sea');
    await page.getByLabel('First day').fill('2027-05-14');
    await page.getByLabel('Last day').fill('2027-05-16');
    await page.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
    await page.getByRole('heading', { name: 'Computing by the Sea' }).waitFor();
    // Once, although the button was clicked twice; the frame offers it without a reload.
    const offered = page.locator('.menu .pop strong').filter({ hasText: /Sea|Summit/ });
    expect((await offered.allTextContents()).sort()).toEqual([
      'Computing by the Sea',
      'Harbor Summit',
    ]);
    await page.getByRole('link', { name: 'There is no agenda item and no event' }).waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The description is missing').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Computing by the Sea is published.').waitFor();
    await page.getByRole('definition').filter({ hasText: 'Published' }).waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    const remove = dialog.getByRole('button', { name: 'Delete' });
    await remove.click();
    await page.locator('dialog input:invalid').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel(/Type/).fill('Computing by the Sea');
    await remove.click();
    await page.getByRole('link', { name: 'Harbor Summit' }).waitFor();
    await page.getByRole('link', { name: 'Computing by the Sea' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say who would be notified of an edit, and show the change of another beside it', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Conferences');
    await page.getByRole('link', { name: 'Harbor Summit' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await demo.api('PUT', '/admin/conferences/1', { website: 'https://harbor.example' });
    await page.getByLabel('Venue').fill('The New Dockyard');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/people would be notified/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another organizer has saved this').waitFor();
    await page.getByRole('cell', { name: 'https://harbor.example' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('definition').filter({ hasText: 'The New Dockyard' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'https://harbor.example' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are duplicated into a draft', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Conferences');
    await page.getByRole('link', { name: 'Harbor Summit' }).click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Harbor Summit 2027');
    await page.getByLabel('First day').fill('2027-12-11');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await page.getByText(/Harbor Summit 2027 is a draft with [1-9]\d* agenda items/).waitFor();
    await page.getByRole('heading', { name: 'Harbor Summit 2027' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Draft' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
