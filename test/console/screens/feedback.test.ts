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
});
