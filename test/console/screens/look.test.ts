import type { Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';
import { expectPicture } from '../../support/pictures.ts';

/** The demo begins two weeks from today, so its days and times differ each night. */
const DAY = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), /;
const DATE = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+( – (\w{3} )?\d+)?(, \d{4})?/;
const TIME = /\b\d\d:\d\d( – \d\d:\d\d)?/;
const AGE = /\b\d+ (min|h|s)\b/;

const SAME = [
  [DAY.source, 'Mon, '],
  [DATE.source, 'Jan 1'],
  [TIME.source, '10:00'],
  [AGE.source, '1 min'],
] as const;

/** When all pictures are loaded, shows the same day and time in place of each, and no video of the camera. */
const withoutTimes = (page: Page) =>
  page.evaluate(`(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    for (const video of document.querySelectorAll('video')) video.style.visibility = 'hidden';
    for (const day of document.querySelectorAll('[type=date]')) day.value = '2026-01-01';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const [pattern, same] of ${JSON.stringify(SAME)})
        texts.currentNode.nodeValue = texts.currentNode.nodeValue.replaceAll(new RegExp(pattern, 'g'), same);
  })()`);

const at = (screen: string) => (page: Page) => go(page, screen);
const SCREENS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['overview', at('Overview')],
  ['door', at('Door')],
  ['agenda', at('Agenda')],
  [
    'session',
    async (page) => {
      await go(page, 'Agenda');
      await page.getByText('Calm interfaces').click();
      await page.getByRole('dialog').getByLabel('Add a speaker').waitFor();
    },
  ],
  ['attendees', at('Attendees')],
  ['broadcasts', at('Broadcasts')],
  ['quests', at('Quests')],
  [
    'moderation',
    async (page) => {
      await go(page, 'Moderation');
      await page.getByText(/^Pier 4 is booked/).waitFor();
    },
  ],
];

const LOOKS = [
  ['laptop', { viewport: { width: 1_440, height: 900 }, colorScheme: 'light' }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const;

describeInBrowser('the look of the console', () => {
  const demo = demoConsole();

  it.each(
    LOOKS.flatMap(([name, look]) =>
      SCREENS.map(([screen, show]) => ({ picture: `${screen}-${name}`, look, show })),
    ),
  )('is that of its picture: $picture', async ({ picture, look, show }) => {
    const { page, context, problems } = await demo.open({ ...look, locale: 'en' });
    await show(page);
    await withoutTimes(page);
    await expectPicture(page, picture);
    expect(problems).toEqual([]);
    await context.close();
  });
});
