import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole } from '../../support/console.ts';
import { expectPicture } from '../../support/pictures.ts';

const LOOKS = [
  ['laptop-light', { viewport: { width: 1_440, height: 900 }, colorScheme: 'light' }],
  ['laptop-dark', { viewport: { width: 1_440, height: 900 }, colorScheme: 'dark' }],
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
] as const;

describeInBrowser('every part of the console', () => {
  const demo = demoConsole({ isEmpty: true });

  it.each(LOOKS)('looks as in its picture: %s', async (name, look) => {
    const { page, context, problems } = await demo.visitor({ ...look, locale: 'en' });
    await page.goto('/admin/parts');
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    await expectPicture(page, name, { fullPage: true });
    expect(problems).toEqual([]);
    await context.close();
  });
});
