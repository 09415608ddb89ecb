import { axe, describeInBrowser, PLAIN_HOST } from '../../support/browser.ts';
import { demoConsole, go, LOOKS, signIn, signOut } from '../../support/console.ts';

/** The wrong keys of an address in a minute. */
const TRIES = 20;

describeInBrowser('the frame', () => {
  const demo = demoConsole();

  it('signs out all tabs of the browser', async () => {
    const { page, context, problems } = await demo.open();
    const other = await context.newPage();
    await other.goto('/admin');
    await other.getByRole('navigation').getByRole('link').first().waitFor();
    await signOut(page);
    await other.getByLabel('Admin key').waitFor();
    expect(await other.evaluate(() => Object.keys(localStorage))).not.toContain('hallway-access');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says who is signed in, and signs out all devices of a key', async () => {
    const { secret } = await demo.key({ name: 'Content team', preset: 'content' });
    const mine = await demo.open({}, secret);
    const theirs = await demo.open({}, secret);
    const { page } = mine;
    await page.getByRole('button', { name: 'Account of Content team' }).click();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByText('Program: read, change, delete, import').waitFor();
    await page.getByText('all conferences', { exact: true }).waitFor();
    await page.getByText(/\(Europe\/Amsterdam\) without another request/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText(/Every session of this key ends/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out everywhere' }).last().click();
    await page.getByLabel('Admin key').waitFor();
    await go(theirs.page, 'Agenda').catch(() => undefined);
    await theirs.page.getByLabel('Admin key').waitFor();
    expect([...mine.problems, ...theirs.problems]).toEqual([]);
    await mine.context.close();
    await theirs.context.close();
  });

  it('asks before a sign-out everywhere throws words away', async () => {
    const { secret } = await demo.key({ name: 'Writer', preset: 'content' });
    const { page, context, problems } = await demo.open({}, secret);
    await go(page, 'Agenda');
    await page.getByRole('button', { name: 'Add an item', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Half a thought');
    // As a second hand does: a modal dialog lets no one else click.
    await page
      .getByRole('button', { name: /^Account of .*Writer/, includeHidden: true })
      .evaluate((button) => (button as unknown as { click(): void }).click());
    await page
      .getByRole('button', { name: 'Your account', includeHidden: true })
      .evaluate((button) => (button as unknown as { click(): void }).click());
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = page.getByRole('dialog', { name: 'Discard' });
    await question.waitFor();
    await question.getByRole('button').last().click();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a thought');
    expect(await page.getByText(/Every session of this key ends/).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens the mini app at a conference as an attendee, where the service has one', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Overview');
    const link = page.getByRole('link', { name: 'See as attendee' });
    const opened = context.waitForEvent('page');
    await link.click();
    const app = await opened;
    await app.getByRole('button', { name: 'Open as Mina' }).waitFor();
    expect(new URL(app.url()).searchParams.get('conference')).toBe('1');
    await go(page, 'Conferences');
    await page.getByRole('link', { name: 'Harbor' }).first().click();
    await link.waitFor();
    // A service in production has none.
    await page.route('**/demo/', (route) => route.fulfill({ status: 404 }));
    const read = page.waitForResponse('**/demo/');
    await page.reload();
    await read;
    await page
      .getByRole('heading', { name: /What|Settings/ })
      .first()
      .waitFor();
    expect(await link.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has all screens of a phone behind one button, also by keyboard', async () => {
    const [, [, phone]] = LOOKS;
    const { page, context, problems } = await demo.open(phone);
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(4);
    await page.getByRole('button', { name: /^More( \d+)?$/ }).press('Enter');
    await page.getByRole('heading', { name: 'Program' }).waitFor();
    await page
      .getByRole('link', { name: 'Overview', exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('link', { name: 'Agenda' }).press('Enter');
    await page.getByRole('heading', { name: 'Agenda', level: 1 }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: /^More( \d+)?$/ }).press('Enter');
    const open = page.getByRole('dialog').locator('[aria-current=page]');
    expect(await open.innerText()).toContain('Agenda');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('warns an owner whose key is the last one', async () => {
    const { page, context } = await demo.open();
    const access = await page.evaluate(() =>
      fetch('/api/v1/admin/me').then((one) => one.json() as Promise<object>),
    );
    const warnings = [
      {
        ...{ kind: 'last_owner_key_ends', ids: [7], message: 'It ends' },
        ...{ key: 'abcdefgh', expires_at: '2026-05-14T07:00:00.000Z' },
      },
    ];
    await page.route('**/admin/me', (route) => route.fulfill({ json: { ...access, warnings } }));
    await page.reload();
    await page.getByText(/The last owner key, abcdefgh, ends Thu, May 14, 09:00/).waitFor();
    await page.locator('main h1').waitFor();
    expect(await axe(page)).toEqual([]);
    await context.close();
  });

  it('says why nobody can sign in, and why the camera is off, over plain http', async () => {
    const { page, context } = await demo.visitor();
    const { port } = new URL(demo.url());
    await page.goto(`http://${PLAIN_HOST}:${port}/admin`);
    await page.getByText(/This address is plain HTTP: .* the camera is off/).waitFor();
    expect(await page.getByLabel('Admin key').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await context.close();

    const door = await demo.open();
    await door.page.addInitScript(() =>
      Object.defineProperty(globalThis, 'isSecureContext', { value: false }),
    );
    await door.page.reload();
    await door.page.getByRole('navigation').getByRole('link').first().waitFor();
    await go(door.page, 'Door');
    await door.page.getByText(/The camera needs HTTPS/).waitFor();
    await door.context.close();
  });

  // The last test: after it, the address of the tests has to wait.
  it('counts wrong keys, and says how long to wait', async () => {
    const { page, context, problems } = await demo.visitor();
    await page.goto('/admin');
    await signIn(page, 'not a key');
    const said = page.getByText(/This is not a key of this service\. \d+ tries are left\./);
    const [left = '0'] = /\d+/.exec(await said.innerText()) ?? [];
    expect(Number(left)).toBeLessThan(TRIES);
    expect(await axe(page)).toEqual([]);
    for (let tries = Number(left); tries > 1; tries -= 1) {
      await fetch(`${demo.url()}/api/v1/admin/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key: 'not a key' }),
      });
    }
    await signIn(page, 'not a key');
    await page.getByText('This is not a key of this service. 0 tries are left.').waitFor();
    await signIn(page, 'not a key');
    await page.getByText('Too many wrong keys. Please wait.').waitFor();
    const wait = page.getByRole('button', { name: /Wait \d+ seconds?/ });
    expect(await wait.isDisabled()).toBe(true);
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
