import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the operation', () => {
  const demo = demoConsole();

  it('names jobs in words', async () => {
    const { page, context, problems } = await demo.open();
    const job = { id: '1', created_at: '2026-05-14T07:00:00.000Z', started_at: null, retries: 3 };
    const row = {
      ...job,
      name: 'send-messages',
      state: 'failed',
      due_at: job.created_at,
      error: null,
    };
    await page.route('**/admin/operations/jobs**', (route) =>
      route.fulfill({ json: { data: [row], pagination: { next_cursor: null } } }),
    );
    await page.route('**/admin/operations/jobs/1/retry', (route) =>
      route.fulfill({ json: { ...row, state: 'waiting' } }),
    );
    await go(page, 'Operation');
    await page.getByRole('rowheader', { name: 'Messages in the messenger' }).waitFor();
    await page.getByRole('button', { name: 'Retry Messages in the messenger' }).click();
    await page.getByText('Messages in the messenger: Waiting.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('pauses the sending with a reason and an end, and resumes it', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Operation');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause the sending' }).click();
    await page.getByLabel(/Reason/).fill('The hall is being evacuated');
    await page.getByLabel('What is paused').selectOption('All messages');
    await page.getByLabel(/Until the day/).fill('2099-05-14');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Paused: no messages are sent.').waitFor();
    await page.getByText('The hall is being evacuated').waitFor();
    await page.getByText('Thu, May 14, 09:00').waitFor();
    expect(await demo.api('GET', '/admin/operations/sending')).toMatchObject({
      paused: true,
      scope: 'all',
      until: '2099-05-14T07:00:00.000Z',
    });
    await page.getByRole('button', { name: 'Resume the sending' }).click();
    await page.getByText('Paused: no messages are sent.').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });
});
