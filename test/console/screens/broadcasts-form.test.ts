import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';
import { cardOf, check, jobsOf, write } from '../../support/console-broadcasts.ts';

const OPENING = 'Opening: what the harbor taught us';

describeInBrowser('the form of a broadcast', () => {
  const demo = demoConsole();

  it('count their readers with every filter, and never lose one that is cleared by mistake', async () => {
    const { page, context, problems } = await demo.open();
    await write(page, 'For some');
    const reach = page.getByRole('region', { name: 'Readers' });
    await reach.getByText('Reaches 6 people').waitFor();
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByLabel(/^Arabic \(1\)/).check();
    await reach.getByText('Reaches 1 person').waitFor();
    await page.getByLabel(/^Arabic \(1\)/).uncheck();
    await page.getByRole('button', { name: 'Attendance' }).click();
    await page.getByLabel('On the waitlist').check();
    await reach.getByText('Reaches 0 people').waitFor();
    const empty = await check(page);
    await empty.getByText('Nobody would get it.').waitFor();
    expect(await empty.getByRole('button', { name: 'Send to 0 people' }).isDisabled()).toBe(true);
    await empty.getByRole('button', { name: 'Back to the text' }).click();
    await page.getByRole('button', { name: 'On the waitlist' }).click();
    await page.getByRole('button', { name: 'Remove this filter' }).click();

    await page.getByRole('button', { name: 'Attendees of Harbor Summit' }).click();
    await page
      .getByRole('combobox', { name: 'To whom', exact: true })
      .selectOption('Attendees of events');
    await reach.getByText(/Events: At least 1 of them/).waitFor();
    await page.getByRole('checkbox', { name: OPENING }).check();
    await reach.getByText(/Reaches [1-5] /).waitFor();
    const dialog = await check(page);
    await dialog.getByText(`Attendees of ${OPENING}`).waitFor();
    await dialog.getByRole('button', { name: 'Back to the text' }).click();

    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('button', { name: 'Only these users, by id' }).click();
    const users = page.getByLabel('Only these users, by id');
    await users.fill('1, x');
    await users.blur();
    await reach.getByText(/People: At least 1 of them/).waitFor();
    await users.fill('');
    await users.blur();
    await reach.getByText(/Reaches [1-5] /).waitFor();
    await page.getByRole('button', { name: `Attendees of ${OPENING}` }).click();
    await page
      .getByRole('combobox', { name: 'To whom', exact: true })
      .selectOption('All users of the service');
    await page.getByText(/reaches users of the whole service/).waitFor();
    await reach.getByText('Reaches 6 people').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have a text for each language, from right to left where it is written so, and open a page', async () => {
    const { page, context, problems } = await demo.open();
    await write(page, 'Welcome', 'Hello {{first_name|there}}');
    for (const [language, title, body] of [
      ['German', 'Willkommen', 'Hallo {{first_name|du}}'],
      ['Spanish', 'Bienvenidos', 'Hola {{first_name|}}'],
      ['Arabic', 'مرحبا', '{{first_name}}، أهلا'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a language' }).click();
      await page.getByRole('button', { name: language, exact: true }).click();
      await page.getByLabel(`${language}: Title`).fill(title);
      await page.getByLabel(`${language}: Text`).fill(body);
    }
    await page.getByRole('combobox', { name: 'Button opens' }).selectOption('An event');
    await page.getByRole('combobox', { name: 'An event' }).selectOption(OPENING);
    await page.getByRole('button', { name: 'Spanish 1' }).waitFor();
    await page.getByRole('button', { name: 'German 0' }).waitFor();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    const arabic = preview.locator('blockquote[lang="ar"]');
    await arabic.getByText('مرحبا').waitFor();
    expect(await arabic.getAttribute('dir')).toBe('rtl');
    expect(await preview.getByText(`An event: ${OPENING}`).count()).toBe(1);
    expect(await page.getByLabel('Arabic: Text').getAttribute('dir')).toBe('rtl');
    const dialog = await check(page);
    await dialog.getByText(/Arabic: 1 person/).waitFor();
    await dialog.getByText(`An event: ${OPENING}`).waitFor();
    await dialog.getByRole('button', { name: 'Send to 6 people' }).click();
    await cardOf(page, 'Welcome')
      .getByText(/also in Arabic, German, Spanish/)
      .waitFor();
    const [job] = await jobsOf(demo, 'Welcome');
    expect(job).toMatchObject({
      start: { kind: 'event' },
      translations: { ar: { title: 'مرحبا', body: '{{first_name}}، أهلا' } },
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('insert variables where the cursor is, and show the text as one reader sees it, in both schemes', async () => {
    const { page, context, problems } = await demo.open();
    await write(page, 'Good news', 'Hello !');
    const text = page.getByLabel('Text', { exact: true });
    await text.press('ArrowLeft');
    await page.getByRole('button', { name: 'First name' }).press('Enter');
    expect(await text.inputValue()).toBe('Hello {{first_name}}!');
    await page.keyboard.type('?');
    expect(await text.inputValue()).toBe('Hello {{first_name}}?!');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByText('Hello Mina?!').waitFor();
    await preview.getByLabel('As seen by').selectOption({ index: 1 });
    await preview.getByText('Hello Mina?!').waitFor({ state: 'detached' });
    await preview.getByText(/Hello \S+\?!/).waitFor();
    await preview.getByRole('button', { name: 'Dark' }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByText(/kept on this device/).waitFor();
    // A language that is not written yet is shown before it is sent.
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByRole('button', { name: 'Spanish', exact: true }).click();
    await page.getByRole('button', { name: /^All other languages/ }).click();
    await page.getByRole('button', { name: 'Send to 6 people' }).click();
    await page.locator('[lang="es"]:focus:invalid').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are tested on who writes them, and say what is missing for it', async () => {
    const { page, context, problems } = await demo.open();
    await write(page, 'Only for me');
    await page.getByRole('button', { name: 'Test to me' }).click();
    await page.getByText('Your key belongs to no person.').waitFor();
    await page.getByText(/A test goes to your own chat/).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();

    const { data } = await demo.api<{ data: { messenger_id: number }[] }>(
      'GET',
      '/admin/users?q=Mina',
    );
    const account = await demo.api<{ id: number }>('POST', '/admin/administrators', {
      name: 'Mina',
      messenger_id: data[0]?.messenger_id,
    });
    const { secret } = await demo.api<{ secret: string }>('POST', '/admin/api-keys', {
      name: 'Messages',
      preset: 'broadcasts',
      administrator_id: account.id,
    });
    const own = await demo.open({}, secret);
    await write(own.page, 'Only for me');
    await own.page.getByRole('button', { name: 'Test to me' }).click();
    await own.page.getByText('A test is on its way to your chat.').waitFor();
    expect(await jobsOf(demo, 'Only for me')).toEqual([]);
    expect(own.problems).toEqual([]);
    await own.context.close();
  });

  it('are only read by who may not send them', async () => {
    const { secret } = await demo.key({ name: 'Reader', preset: 'read-only' });
    const { page, context, problems } = await demo.open({}, secret);
    await go(page, 'Broadcasts');
    await page.getByRole('heading', { name: 'Doors open at nine' }).waitFor();
    for (const name of ['Write a broadcast', 'Edit', 'Use as a template'])
      expect(await page.getByRole('link', { name }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /Reschedule|Recall|Stop|drafts/ }).count()).toBe(
      0,
    );
    expect(problems).toEqual([]);
    await context.close();
  });
});
