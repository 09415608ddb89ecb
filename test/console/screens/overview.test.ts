import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';

describeInBrowser('the overview', () => {
  const demo = demoConsole();

  it('leads from a number to its list, and shows the arrivals of a day', async () => {
    const { page, context, problems } = await demo.open();
    const [conference] = ((await demo.api('GET', '/admin/conferences')) as Conferences).data;
    await go(page, 'Overview');
    await page.getByLabel(/^Day/).fill(conference?.starts_on ?? '');
    await page.getByRole('meter', { name: '0 at 09:00' }).waitFor();
    expect(await page.getByRole('meter').count()).toBe(24);
    await page.getByLabel('By').selectOption('5 minutes');
    await page.getByRole('meter', { name: '0 at 09:05' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'New feedback' }).click();
    await page.getByRole('heading', { name: 'Feedback' }).waitFor();
    expect(new URL(page.url()).search).toBe('?of=this&status=new');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('counts a guest who arrived as a seat', async () => {
    const { id } = (await demo.api('POST', '/admin/conferences', {
      name: 'Guests by the Sea',
      starts_on: '2098-05-14',
      ends_on: '2098-05-16',
    })) as { id: number };
    await demo.api('POST', `/admin/conferences/${id}/attendees`, {
      first_name: 'Noor',
      check_in: true,
    });
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/${id}/overview`);
    const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await tile('Arrived').getByText('1', { exact: true }).waitFor();
    expect(await tile('Seats').locator('strong').innerText()).toBe('1');
    await page.getByRole('link', { name: 'Invited, without an account' }).click();
    await page.getByText('Noor').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says what a draft lacks', async () => {
    const { id } = (await demo.api('POST', '/admin/conferences', {
      name: 'Computing by the Sea',
      starts_on: '2099-05-14',
      ends_on: '2099-05-16',
    })) as { id: number };
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/${id}/overview`);
    await page.getByText('The description is missing').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

interface Conferences {
  readonly data: readonly { readonly starts_on: string }[];
}
