import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the review of proofs', () => {
  const demo = demoConsole();

  it('review proofs by keyboard, and take a decision back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Review');
    await page.getByText('2 wait').waitFor();
    const first = await page.locator('article h2').innerText();
    await page.keyboard.press('a');
    await page.getByText('1 waits').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 wait').waitFor();
    await page.getByRole('heading', { name: first }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel(/Reason/).fill('Too dark');
    await page.keyboard.press('Enter');
    await page.getByText('1 waits').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
