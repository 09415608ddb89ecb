import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go, LOOKS, signIn, signOut } from '../../support/console.ts';
import { until } from '../../support/until.ts';

/** A day on which a key can end. */
const inAMonth = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);

describeInBrowser('the keys', () => {
  const demo = demoConsole();
  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const listed = async (name: string) => {
    const { data } = await demo.api<{
      data: { readonly name: string; readonly [field: string]: unknown }[];
    }>('GET', '/admin/api-keys');
    return data.find((key) => key.name === name);
  };

  const statusOf = async (secret: string) => {
    const headers = { 'X-API-Key': secret };
    return (await fetch(`${demo.url()}/api/v1/admin/me`, { headers })).status;
  };

  it('make a key for the door, which then sees the door alone', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Keys');
    await page.getByRole('button', { name: 'Add a key' }).click();
    await page.getByLabel('Name').fill('Main entrance');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const secret = await page.locator('code.secret').first().innerText();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'Main entrance' }).waitFor();
    expect(await page.getByText(secret).count()).toBe(0);

    await signOut(page);
    await page.getByLabel('Admin key').fill('not a key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not a key of this service.').waitFor();
    await signIn(page, secret);
    await page.getByRole('navigation').getByRole('link', { name: 'Door' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('give a person what they need, where and until when, and take an edit back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Keys');
    await page.getByRole('link', { name: 'People', exact: true }).last().click();
    await page.getByText('No people yet.').waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Jonas Weber');
    await dialog.getByLabel('E-mail').fill('jonas@example.org');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'Jonas Weber' }).waitFor();

    await page.getByRole('link', { name: 'Keys', exact: true }).last().click();
    await page.getByRole('button', { name: 'Add a key' }).click();
    await dialog.getByLabel('Holder').selectOption('Jonas Weber');
    await dialog.getByLabel('Name').fill('Program of Jonas');
    await dialog.getByRole('combobox', { name: /^For/ }).selectOption('Program and speakers');
    await dialog.getByText('6 rights').click();
    await dialog.getByRole('group', { name: 'Program' }).getByLabel('delete').uncheck();
    await dialog.getByText('5 rights').waitFor();
    await dialog.getByLabel('Ends, day').fill(inAMonth);
    await dialog.getByLabel('Only from these networks').fill('192.0.2.7, 198.51.100.0/24');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText(/^valid until .* \(/).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await row(page, 'Program of Jonas').getByText('192.0.2.7/32, 198.51.100.0/24').waitFor();
    await row(page, 'Program of Jonas').getByText('5 rights').click();
    await row(page, 'Program of Jonas').getByText('Program: read, change, import').waitFor();
    expect(await listed('Program of Jonas')).toMatchObject({
      administrator: { name: 'Jonas Weber' },
      scopes: ['content:read', 'content:write', 'content:import', 'media:read', 'media:write'],
      conference_ids: [1],
    });

    await page.getByRole('button', { name: 'Edit Program of Jonas' }).click();
    await dialog.getByLabel('All conferences').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, 'Program of Jonas').getByText('All conferences').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Program of Jonas').getByText('Harbor Summit').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('rotate a key with the ends of both secrets, and name who loses access', async () => {
    const { secret: old } = await demo.key({ name: 'Stage scanner', preset: 'door' });
    expect(await statusOf(old)).toBe(200);
    await until(async () => (await listed('Stage scanner'))?.last_used_at !== null);
    const { page, context, problems } = await demo.open();
    await go(page, 'Keys');
    await page.getByRole('button', { name: 'New secret of Stage scanner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The old secret stays valid').selectOption('for a day');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByText('no end').waitFor();
    await dialog.getByText(/^valid until /).waitFor();
    const secret = await dialog.locator('code.secret').first().innerText();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row(page, 'Stage scanner')
      .getByText(/^Old secret until /)
      .waitFor();
    expect([await statusOf(old), await statusOf(secret)]).toEqual([200, 200]);

    await page.getByRole('button', { name: 'New secret of Stage scanner' }).click();
    await dialog.getByText(/^The secret before the current one, valid until/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Revoke Stage scanner' }).click();
    await dialog.getByText(/that uses “Stage scanner” loses access/).waitFor();
    await dialog.getByText(/^It was last used .* from (127\.0\.0\.1|::1)\.$/).waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row(page, 'Stage scanner').waitFor({ state: 'detached' });
    expect([await statusOf(old), await statusOf(secret)]).toEqual([401, 401]);
    await filterBy(page, 'Status', 'revoked');
    await row(page, 'Stage scanner').waitFor();
    expect(await page.getByRole('button', { name: /Stage scanner/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('disable a person with all their keys, which are named, and take it back', async () => {
    const { id } = await demo.api<{ id: number }>('POST', '/admin/administrators', {
      name: 'Mina Okafor',
    });
    const key = { name: 'Mina, quests', preset: 'quests', administrator_id: id };
    await demo.api('POST', '/admin/api-keys', key);
    const { page, context, problems } = await demo.open();
    await page.goto(`/admin/c/1/keys?tab=administrators`);
    await page.getByRole('button', { name: 'Disable Mina Okafor' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').filter({ hasText: 'Mina, quests' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await row(page, 'Mina Okafor').getByText('disabled since').waitFor();
    expect(await listed(key.name)).toMatchObject({ status: 'disabled' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Mina Okafor').getByText('has access').waitFor();
    expect(await listed(key.name)).toMatchObject({ status: 'valid' });

    await row(page, 'Mina Okafor').getByRole('link').click();
    await row(page, key.name).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('sign out who revokes the own key, and offer no right that they do not have', async () => {
    await demo.key({ name: 'Spare owner', preset: 'owner' });
    const scopes = ['keys:manage', 'content:read', 'door:check-in', 'door:read'];
    const { secret } = await demo.api<{ secret: string }>('POST', '/admin/api-keys', {
      name: 'Key desk',
      scopes,
    });
    const { page, context, problems } = await demo.open({}, secret);
    await go(page, 'Keys');
    await page.getByRole('button', { name: 'Add a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 rights').waitFor();
    expect(
      await dialog.getByRole('combobox', { name: /^For/ }).locator('option').allInnerTexts(),
    ).toEqual(['The door']);
    await dialog.getByText('2 rights').click();
    expect(await dialog.getByRole('group', { name: 'Door' }).getByRole('checkbox').count()).toBe(2);
    expect(await dialog.getByRole('group', { name: 'People' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // More than this key has: the service says so, and nothing is lost.
    await page.getByRole('button', { name: 'Revoke Spare owner' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('alert').getByText('Your key may not do this').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Revoke Key desk' }).click();
    await dialog.getByText('You are signed in with this key').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByLabel('Admin key').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(LOOKS)(
    'say what failed, and have nothing that axe finds wrong on %s',
    async (_, look) => {
      const { page, context, problems } = await demo.open(look);
      const refused = { status: 409, json: { error: 'It is being restored', code: 'CONFLICT' } };
      await page.route('**/admin/api-keys?*', (route) => route.fulfill(refused), { times: 1 });
      await go(page, 'Keys');
      await page.getByText('This is not possible in its current state').waitFor();
      expect(await axe(page)).toEqual([]);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('table').waitFor();
      expect(await axe(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add a key' }).click();
      await page.getByText('2 rights').click();
      expect(await axe(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(problems).toEqual([]);
      await context.close();
    },
  );
});
