import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';

/** The browser itself logs that a request was refused. */
const isDefect = (problem: string) => !/status of 4\d\d/.test(problem);

describeInBrowser('a form that the service refuses', () => {
  const demo = demoConsole();

  it.each(LOOKS)(
    'says what is wrong at each field and focuses the first on %s',
    async (_on, look) => {
      const { page, context, problems } = await demo.open(look);
      await go(page, 'Events');
      await page.getByRole('button', { name: 'Add an event' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Ropes at dawn');
      const link = dialog.getByRole('textbox', { name: 'Website', exact: true });
      const tags = dialog.getByRole('textbox', { name: /^Tags/ });
      await link.fill('ftp://files.example.org/ropes');
      await tags.fill('x'.repeat(200));
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('This should be an address, as https://example.org.').waitFor();
      expect(await link.getAttribute('aria-invalid')).toBe('true');
      expect(await tags.getAttribute('aria-invalid')).toBe('true');
      const note = await link.getAttribute('aria-describedby');
      expect(await page.locator(`#${note}`).textContent()).toContain('https://example.org');
      expect(await link.evaluate((one) => one.matches(':focus'))).toBe(true);
      expect(await dialog.getByRole('alert').first().textContent()).toBe('');
      expect(await axe(page)).toEqual([]);

      await link.fill('https://files.example.org/ropes');
      expect(await link.getAttribute('aria-invalid')).toBeNull();
      await tags.fill('ropes');
      const ends = dialog.getByLabel('Ends on');
      await ends.fill('2020-01-02');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText(/^This must be after “/).waitFor();
      expect(await ends.getAttribute('aria-invalid')).toBe('true');
      expect(await dialog.textContent()).not.toContain('expected');
      expect(problems.filter(isDefect)).toEqual([]);
      await context.close();
    },
  );

  it('speaks German, also of a code that it does not know, which it says with the request', async () => {
    const { page, context, problems } = await demo.open();
    await page.evaluate("localStorage.setItem('hallway-language', 'de')");
    await page.reload();
    await page.locator('nav summary').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Konferenzen' }).click();
    await page.getByRole('button', { name: 'Konferenz hinzufügen' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Hafentag');
    await dialog.getByLabel('Erster Tag').fill('2031-06-03');
    await dialog.getByLabel('Letzter Tag').fill('2031-06-01');
    const add = dialog.getByRole('button', { name: 'Hinzufügen', exact: true });
    await add.click();
    await dialog.getByText('Das kann nicht vor „Erster Tag“ liegen.').waitFor();

    await page.route('**/api/v1/admin/conferences', (route) =>
      route.fulfill({
        status: 409,
        headers: { 'X-Request-Id': 'of-tomorrow' },
        contentType: 'application/problem+json',
        body: JSON.stringify({ detail: 'A new rule', code: 'NEW_RULE', errors: [] }),
      }),
    );
    await dialog.getByLabel('Letzter Tag').fill('2031-06-04');
    await add.click();
    await dialog.getByText(/of-tomorrow/).waitFor();
    expect(await dialog.textContent()).not.toContain('A new rule');
    expect(problems.filter(isDefect)).toEqual([]);
    await context.close();
  });

  it('names what is not there any more', async () => {
    const { page, context, problems } = await demo.open();
    const { id } = await demo.api<{ readonly id: number }>('POST', '/admin/events', {
      title: 'Short-lived',
      starts_at: '2031-06-03T10:00:00Z',
      ends_at: '2031-06-03T11:00:00Z',
      timezone: 'Europe/Lisbon',
      conference_id: (await demo.api<{ data: { id: number }[] }>('GET', '/admin/conferences'))
        .data[0]?.id,
    });
    await go(page, 'Events');
    await page.getByLabel('Search').fill('Short-lived');
    await page.getByRole('button', { name: 'Edit Short-lived' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Gone');
    await demo.api('DELETE', `/admin/events/${id}`);
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText('This event is not there any more.').waitFor();
    expect(problems.filter(isDefect)).toEqual([]);
    await context.close();
  });
});
