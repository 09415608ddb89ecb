import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the title of the page', () => {
  const demo = demoConsole();

  it('names the screen and the conference', async () => {
    const { page, context, problems } = await demo.open();
    for (const screen of ['Agenda', 'Speakers', 'People']) {
      await go(page, screen);
      expect(await page.title()).toBe(`${screen} · Harbor Summit · Hallway`);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
