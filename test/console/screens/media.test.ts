import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, filterBy, go, LOOKS } from '../../support/console.ts';

interface Stored {
  readonly id: number;
  readonly url: string | null;
}

const files = (page: Page) => page.getByRole('list', { name: 'Media' });
const picture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#06a' } })
    .png()
    .toBuffer(),
});

describeInBrowser('the media', () => {
  const demo = demoConsole();
  const stored = async (filter = '') =>
    (await demo.api<{ data: Stored[] }>('GET', `/admin/media?sort=id&limit=100&${filter}`)).data;

  it.each(LOOKS)('are shown with their owner and their uses on %s', async (_, look) => {
    const { page, context, problems } = await demo.open(look);
    await go(page, 'Media');
    await files(page).getByRole('link', { name: 'Image 1', exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('Search').fill('mina');
    await page.getByText('By Mina Okafor').first().waitFor();
    await page.getByText('By organizers').first().waitFor({ state: 'detached' });
    await files(page).getByRole('link', { name: 'Image 1' }).click();
    await page.getByRole('img', { name: 'Image 1' }).waitFor();
    await page.getByRole('link', { name: 'Photo of Mina Okafor' }).waitFor();
    await page.getByRole('link', { name: 'Mina Okafor', exact: true }).waitFor();
    await page.getByText(/Uploaded \(Europe\/Amsterdam\)/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'All files of this user' }).click();
    const chip = page.getByRole('button', { name: 'Uploaded by: Mina Okafor' });
    await chip.waitFor();
    await page.getByRole('button', { name: 'Remove the filter “Uploaded by”' }).click();
    await chip.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('open a private proof on request, which is audited', async () => {
    const [proof] = await stored('purpose=proof');
    const { page, context, problems } = await demo.open();
    await page.goto('/admin/c/1/media?purpose=proof');
    await files(page)
      .getByRole('link', { name: `Proof ${proof?.id}` })
      .click();
    await page.getByRole('button', { name: 'Show the file' }).click();
    const image = page.getByRole('img', { name: `Proof ${proof?.id}` });
    await image.and(page.locator('img[src*="signature="]')).waitFor();
    expect(await axe(page)).toEqual([]);
    const { data } = await demo.api<{ data: object[] }>(
      'GET',
      '/admin/audit-log?action=media.open',
    );
    expect(data).toMatchObject([{ subject_id: proof?.id }]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are uploaded one after the other, each with its state', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Media');
    const before = await stored();
    await page.getByRole('button', { name: 'Upload images' }).click();
    const dialog = page.getByRole('dialog');
    // The first attempt of the last file is lost on its way.
    let lost = 0;
    await page.route('**/admin/images', (route) => {
      const isLost = route.request().postDataBuffer()?.includes('lost.png') && lost++ < 3;
      return isLost ? route.abort() : route.continue();
    });
    await dialog
      .getByLabel('Images')
      .setInputFiles([
        { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
        await picture('quay.png'),
        await picture('lost.png'),
      ]);
    const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    await row('words.png')
      .getByText(/cannot be read. Possible: JPEG/)
      .waitFor();
    await row('quay.png').getByText('Stored').waitFor();
    await row('lost.png').getByText('The service cannot be reached.').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Try again: lost.png' }).click();
    await row('lost.png').getByText('Stored').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const after = await stored();
    expect(after).toHaveLength(before.length + 2);
    await files(page)
      .getByRole('link', { name: `Image ${after.at(-1)?.id}` })
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('that nothing shows are deleted together', async () => {
    const { page, context, problems } = await demo.open();
    const free = await stored('unused=true');
    await page.goto('/admin/c/1/media');
    await files(page).waitFor();
    await filterBy(page, 'Shown by', 'Nothing');
    const chosen = page.getByRole('checkbox');
    await chosen.first().waitFor();
    expect(await chosen.count()).toBe(free.length);
    for (let n = 0; n < free.length; n += 1) await chosen.nth(n).check();
    // A speaker has one of them as a photo since the list was read.
    const { id: taken = 0, url: photo_url } = free.find(({ url }) => url !== null) ?? {};
    await demo.api('PUT', '/admin/speakers/4', { photo_url });
    await page.getByRole('button', { name: `Delete ${free.length} files` }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${free.length - 1} deleted, 1 failed.`).waitFor();
    await page.getByText(new RegExp(`File ${taken}: A submission, a profile`)).waitFor();
    expect(await axe(page)).toEqual([]);
    expect((await stored()).map(({ id }) => id)).toContain(taken);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('that are shown are deleted by their typed title', async () => {
    const { page, context, problems } = await demo.open();
    const { image_url } = await demo.api<{ image_url: string }>('GET', '/admin/conferences/1');
    const { id = 0 } = (await stored()).find(({ url }) => url === image_url) ?? {};
    await page.goto('/admin/c/1/media?unused=false');
    await files(page)
      .getByRole('link', { name: `Image ${id}` })
      .click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Picture of the conference Harbor Summit').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog input:invalid').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel(/^Type/).fill(`Image ${id}`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`Image ${id} is deleted.`).waitFor();
    await files(page)
      .getByRole('link', { name: `Image ${id}`, exact: true })
      .waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say what is empty, failed, denied or gone', async () => {
    const { page, context, problems } = await demo.open();
    await page.goto('/admin/c/1/media?kind=video');
    await page.getByText('No file has these filters.').waitFor();
    expect(await axe(page)).toEqual([]);
    const broken = (status: number, code: string) => ({
      status,
      headers: { 'X-Request-Id': 'asked-before' },
      json: { error: 'It broke', code },
    });
    await page.route('**/admin/media?**', (route) => route.fulfill(broken(500, 'INTERNAL_ERROR')));
    await page.goto('/admin/c/1/media');
    await page.getByText('asked-before').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/admin/media?**');
    // A picture whose file is lost.
    await page.route('**/api/v1/media/*.webp', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No preview').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.goto('/admin/c/1/media?id=999999');
    await page.getByText('This file is not there any more.').waitFor();
    expect(await axe(page)).toEqual([]);

    const { secret } = await demo.key({ name: 'reader', preset: 'read-only' });
    const reader = await demo.open({}, secret);
    await go(reader.page, 'Media');
    await files(reader.page).waitFor();
    expect(await reader.page.locator('main button:not(.filters *)').count()).toBe(0);
    await reader.page.route('**/admin/media?**', (route) =>
      route.fulfill(broken(403, 'FORBIDDEN')),
    );
    await reader.page.reload();
    await reader.page.getByText('Your key does not allow this.').waitFor();
    expect(await axe(reader.page)).toEqual([]);
    expect([...problems, ...reader.problems]).toEqual([]);
    await reader.context.close();
    await context.close();
  });
});
