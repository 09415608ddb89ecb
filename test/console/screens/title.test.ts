import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, press } from '../../support/console.ts';

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

  it('is what a screen reader says first, of a screen and of what its address opens', async () => {
    const { page, context, problems } = await demo.open();
    const isFocused = (name: string) =>
      page
        .getByRole('heading', { level: 1, name, exact: true })
        .and(page.locator(':focus'))
        .waitFor();
    for (const [screen, action, opened] of [
      ['Agenda', 'Import', 'Import an agenda'],
      ['Attendees', 'Import guests', 'Import guests'],
      ['Broadcasts', 'Write a broadcast', 'Write a broadcast'],
    ] as const) {
      await go(page, screen);
      await isFocused(screen);
      await press(page, action);
      await isFocused(opened);
      await page.goBack();
      await isFocused(screen);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
