import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';
import { overflow, SCREENS, smallControls, WIDTHS } from '../../support/console-layout.ts';

/** What opens inside a screen, by its address. */
const INNER = [
  'speakers?id=1',
  'events?event=3',
  'quests?quest=1',
  'quests?quest=1&part=participants',
  'quests?quest=1&part=reminders',
  'quests?quest=1&part=codes',
  'conferences?id=1',
  'people?id=1',
  'media?id=1',
  'broadcasts?edit=new',
  'keys?tab=administrators',
  'moderation?tab=requests',
  'moderation?tab=reports',
  'review?tab=approved',
  'attendees?status=invited',
  'attendees?import=file',
  'agenda?import=file',
];
/** The widest in light, the others in both. */
const LOOKS = WIDTHS.flatMap((width) =>
  (width === 390 ? (['light', 'dark'] as const) : (['light'] as const)).map(
    (colorScheme) => [width, colorScheme] as const,
  ),
);

describeInBrowser('every screen', () => {
  const demo = demoConsole();
  let opened: Awaited<ReturnType<typeof demo.open>>;
  beforeAll(async () => {
    opened = await demo.open({ viewport: { width: 1_440, height: 900 } });
  });
  afterAll(() => opened?.context.close());

  /** Narrow screens have nothing that scrolls the page sideways, and nothing too small for a finger. */
  const expectGood = async (name: string) => {
    const { page, problems } = opened;
    for (const [width, colorScheme] of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      // Else a color that is changing is measured.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const small = width < 1_000 ? await smallControls(page) : [];
      const found = [...small, ...(await axe(page))];
      expect([name, width, await overflow(page), found]).toEqual([name, width, 0, []]);
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
    expect(problems.splice(0)).toEqual([]);
  };

  it.each(SCREENS)('has nothing that axe finds wrong, at any width: %s', async (name) => {
    await go(opened.page, name);
    await expectGood(name);
  });

  it.each(INNER)('has nothing that axe finds wrong, at any width: %s', async (address) => {
    const { page } = opened;
    await page.goto(`/admin/c/1/${address}`);
    await page.locator('main h1').waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
    await expectGood(address);
  });
});
