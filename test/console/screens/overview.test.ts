import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, LOOKS } from '../../support/console.ts';

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describeInBrowser('the overview', () => {
  const demo = demoConsole();
  const conference = (name: string, from: number, to: number) =>
    demo.api<{ id: number }>('POST', '/admin/conferences', {
      name,
      starts_on: dayIn(from),
      ends_on: dayIn(to),
      timezone: 'UTC',
    });

  it.each(LOOKS)('leads from what waits to its decision on %s', async (_on, look) => {
    const { page, context, problems } = await demo.open(look);
    await page.goto('/admin/c/1/overview');
    await page.getByRole('heading', { name: 'Waiting for a decision' }).waitFor();
    await page.getByRole('group', { name: /are registered, .* in the last seven days/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('columnheader', { name: 'Registered' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: /new feedback/ }).click();
    await page.getByRole('heading', { name: 'Feedback', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?of=this&status=new');
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(LOOKS)('shows the rooms, the door and the arrivals of a day on %s', async (_on, look) => {
    const { id } = await conference('Guests by the Sea', 0, 1);
    const now = new Date();
    const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    await demo.api('POST', `/admin/conferences/${id}/rooms`, { name: 'Deck', capacity: 60 });
    await demo.api('POST', '/admin/agenda', {
      conference_id: id,
      title: 'Build a tide clock',
      room: 'Deck',
      starts_at: inMinutes(-10),
      ends_at: inMinutes(50),
    });
    await demo.api('POST', `/admin/conferences/${id}/attendees`, {
      first_name: 'Noor',
      check_in: true,
    });
    const { page, context, problems } = await demo.open(look);
    await page.goto(`/admin/c/${id}/overview`);
    await page.getByText(/^Day 1 of 2/).waitFor();
    await page.getByText('of 1 arrived').waitFor();
    const deck = page.getByRole('row', { name: /^Deck 60 seats Build a tide clock/ });
    await deck.getByText('0 of 60').waitFor();
    await page.getByRole('group', { name: /^1 have arrived/ }).waitFor();
    await page.getByRole('heading', { name: 'Door devices' }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says what a draft lacks', async () => {
    const { id } = await conference('Computing by the Sea', 400, 402);
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/${id}/overview`);
    await page.getByText('The description is missing').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
