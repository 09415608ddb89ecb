import { axe, describeInBrowser } from '../support/browser.ts';
import { demoConsole, go } from '../support/console.ts';
import { until } from '../support/until.ts';

/** The opening of the demo, whose questions are moderated. */
const ITEM = 1;
const PHONE = { viewport: { width: 390, height: 844 } };
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describeInBrowser('a session that runs', () => {
  const demo = demoConsole();
  const openAs = async (person: number) => {
    const opened = await demo.visitor(PHONE);
    await opened.page.goto(`/demo/open?person=${person}&startapp=a_${ITEM}`);
    await opened.page.locator('main h1').first().waitFor();
    return opened;
  };

  it('is rated, asked about and moderated, and a latecomer reads what is pinned', async () => {
    const times = { starts_at: inHours(-0.5), ends_at: inHours(0.5), notify: false };
    await demo.api('PUT', `/admin/agenda/${ITEM}`, times);
    const mina = await openAs(0);
    await mina.page.getByRole('button', { name: /^Opening/ }).click();

    // Stars first, then words.
    await mina.page.getByRole('button', { name: '4 of 5 stars' }).click();
    await mina.page.getByLabel('What was good, what was not?').fill('Clear, and short.');
    await mina.page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await axe(mina.page)).toEqual([]);

    await mina.page.getByText('The organizers see your name, nobody else does').waitFor();
    const question = 'Who repairs the cranes at night?';
    await mina.page.getByRole('textbox', { name: 'Your question' }).fill(question);
    await mina.page.getByRole('button', { name: 'Ask', exact: true }).click();
    await mina.page.getByText('Waits for approval').waitFor();

    const { page, context, problems } = await demo.open(PHONE);
    await go(page, 'Stage');
    const waiting = page.getByRole('listitem').filter({ hasText: question });
    await waiting.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('The question is shown.').waitFor();
    await go(page, 'Feedback');
    await page.getByRole('rowheader', { name: 'Clear, and short.' }).waitFor();

    const jonas = await openAs(1);
    await jonas.page.getByRole('button', { name: /^Opening/ }).click();
    const shown = jonas.page.getByRole('listitem').filter({ hasText: question });
    await shown.getByRole('button', { name: 'Vote', exact: true }).click();
    await shown.getByText('Votes: 1').waitFor();

    const pin = { conference_id: 1, until: inHours(48), visibility: 'registered' };
    await demo.api('POST', '/admin/notifications/bulk-send', {
      ...{ title: 'Lunch moves to Pier 4', body: 'From noon on.', channels: [] },
      ...{ audience: { conference_ids: [1] }, pin },
    });
    await until(async () => {
      const { data } = await demo.api<{ data: { status: string }[] }>(
        'GET',
        '/admin/notifications/jobs?limit=1',
      );
      return data[0]?.status === 'completed';
    });
    const late = await openAs(1);
    await late.page.getByText('Lunch moves to Pier 4').waitFor();
    for (const one of [mina, jonas, late]) {
      expect(one.problems).toEqual([]);
      await one.context.close();
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
