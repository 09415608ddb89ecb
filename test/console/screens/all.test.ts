import en from '../../../src/console/texts/en.json' with { type: 'json' };
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

/** Their names in the menu. */
const SCREENS = Object.entries(en).flatMap(([key, text]) =>
  key.startsWith('menu.') ? [text] : [],
);

describeInBrowser('every screen', () => {
  const demo = demoConsole();

  it.each(LOOKS)('has nothing that axe finds wrong on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    for (const name of SCREENS) {
      await go(page, name);
      expect([name, await axe(page)]).toEqual([name, []]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
