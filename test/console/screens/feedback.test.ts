import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the feedback', () => {
  const demo = demoConsole();

  it('is read, marked in bulk, filtered and exported', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Feedback');
    const boxes = page.getByRole('checkbox');
    await boxes.first().check();
    expect(await axe(page)).toEqual([]);
    const message = await page.getByRole('rowheader').first().innerText();
    await page.getByRole('button', { name: 'Mark as done (1)' }).click();
    await page.getByText('1 changed, 0 failed.').waitFor();
    await page.getByRole('cell', { name: 'Done' }).waitFor();
    await page.getByRole('link', { name: 'Done 1' }).click();
    await page.getByText('Loading…').waitFor({ state: 'detached' });
    expect(await page.getByRole('cell', { name: 'New', exact: true }).count()).toBe(0);
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([message]);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has the ratings of sessions, whose comments are shared with the speakers', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Feedback');
    await page.getByRole('link', { name: 'Ratings', exact: true }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('img') });
    await row.getByRole('cell', { name: '4', exact: true }).waitFor();
    await row.getByRole('img', { name: '5 stars: 1' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Kept' }).click();
    await row.getByRole('link', { name: /comments on/ }).click();
    await page.getByRole('rowheader', { name: 'The best hour of the day.' }).waitFor();
    await page.getByRole('checkbox', { name: 'The best hour of the day.' }).check();
    await page.getByRole('button', { name: 'Share with the speakers (1)' }).click();
    await page.getByText('1 changed, 0 failed.').waitFor();
    await page.getByRole('rowheader', { name: 'Shared' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
