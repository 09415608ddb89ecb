import type { Page } from 'playwright-core';
import { ADMIN_API_KEY } from '../../support/api.ts';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go, LOOKS } from '../../support/console.ts';
import { openPool } from '../../support/database.ts';
import { aQuest, aTask, people } from '../../support/factories.ts';
import { redAndBlue } from '../../support/media-files.ts';
import { aParticipation, aSubmission } from '../../support/quests.ts';
import { until } from '../../support/until.ts';

const CONFERENCE_ID = 1;

interface Listed {
  readonly data: { readonly user_quest_task_id: number }[];
}

describeInBrowser('the review of proofs', () => {
  const demo = demoConsole();

  /** Proofs of other people, each of which waits, after those of the demo. */
  async function proofs(count: number, media_ids: readonly number[] = []) {
    await using db = openPool(demo.database().url);
    const quest = await aQuest(db, { conference_id: CONFERENCE_ID });
    const task = await aTask(db, quest, { type: 'text' });
    const senders = await people(db, count);
    for (const [index, user] of senders.entries()) {
      const media_id = media_ids[index] ?? null;
      await aParticipation(db, [user, quest]);
      await aSubmission(db, [user, task], { status: 'pending', media_id });
    }
    return quest.id;
  }
  const listed = async (quest_id: number, status: string) => {
    const query = `quest_id=${quest_id}&status=${status}&limit=100`;
    return (await demo.api<Listed>('GET', `/admin/quests/submissions?${query}`)).data;
  };
  /** The decisions on proofs that the audit log has. */
  const decisions = async () => {
    const actions = 'quest_submission.approve,quest_submission.reject';
    const { data } = await demo.api<{ data: { subject_id: string }[] }>(
      'GET',
      `/admin/audit-log?action=${actions}&limit=100`,
    );
    return data.map(({ subject_id }) => subject_id);
  };
  /** The id of a new picture. */
  const picture = async (): Promise<number> => {
    const body = new FormData();
    body.set('file', new Blob([await redAndBlue(40, 20).png().toBuffer()]), 'proof.png');
    const headers = { 'X-API-Key': ADMIN_API_KEY };
    const sent = await fetch(`${demo.url()}/api/v1/admin/images`, {
      method: 'POST',
      headers,
      body,
    });
    return ((await sent.json()) as { id: number }).id;
  };
  const reviewer = async (name: string) => {
    const { secret } = await demo.key({ name, preset: 'quests' });
    const opened = await demo.open({}, secret);
    await go(opened.page, 'Review');
    return opened;
  };
  /** Presses a key, and waits until another proof is shown, or the dialog that asks for the reason. */
  const press = async (page: Page, key: string) => {
    const [before = ''] = await page.locator('article h2').allInnerTexts();
    await page.keyboard.press(key);
    const other = page.locator('article h2', { hasNotText: new RegExp(`^${before}$`) });
    await other
      .or(page.locator('dialog'))
      .or(page.getByText('Nothing to review.'))
      .first()
      .waitFor();
  };
  /** Decides what earlier tests have left. */
  const clear = async () => {
    const { data } = await demo.api<Listed>('GET', '/admin/quests/submissions?limit=100');
    const ids = data.map(({ user_quest_task_id }) => user_quest_task_id);
    if (ids.length > 0)
      await demo.api('POST', '/admin/quests/tasks/bulk-review', { ids, decision: 'approve' });
  };
  const isEmpty = async (page: Page) => (await page.locator('article').count()) === 0;

  it('review proofs by keyboard, and take a decision back', async () => {
    const { page, context, problems } = await demo.open();
    await go(page, 'Review');
    await page.getByText('2 wait').waitFor();
    const first = await page.locator('article h2').innerText();
    await page.keyboard.press('a');
    await page.getByText('1 waits').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 wait').waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: first }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel(/Reason/).fill('Too dark');
    await page.keyboard.press('Enter');
    await page.getByText('1 waits').waitFor();

    await page.getByRole('link', { name: 'Rejected' }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: first }) });
    await row.getByText('Too dark').waitFor();
    expect(await axe(page)).toEqual([]);
    await row.getByRole('button', { name: /^Undo/ }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Waiting' }).click();
    await page.getByText('2 wait').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('say when another reviewer was faster, and go on to the next', async () => {
    await proofs(3);
    const { page, context, problems } = await demo.open();
    // Without the stream, the page learns of the other decision from the 409 alone.
    await page.route('**/admin/stream?*', (route) => route.abort());
    await go(page, 'Review');
    const shown = page.locator('article h2');
    const [before, path] = [await shown.innerText(), '/admin/quests/tasks'];
    const pending = await demo.api<Listed>('GET', '/admin/quests/submissions');
    await demo.api('POST', `${path}/${pending.data[0]?.user_quest_task_id}/approve`);
    await page.keyboard.press('r');
    await page.getByLabel(/Reason/).fill('Too dark');
    await page.keyboard.press('Enter');
    await page.getByText(/ was faster\. The decision: approved\./).waitFor();
    expect(await shown.innerText()).not.toBe(before);

    // With it, the proof that is shown stays, and says so.
    await page.unroute('**/admin/stream?*');
    await page.reload();
    const next = await shown.innerText();
    await demo.api('POST', `${path}/${pending.data[1]?.user_quest_task_id}/approve`);
    await page.getByText('Another reviewer has decided this one.').waitFor();
    expect(await shown.innerText()).toBe(next);
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await press(page, 'a');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('load the pictures of the next proofs once, before they are shown', async () => {
    await clear();
    const quest_id = await proofs(3, [await picture(), await picture(), await picture()]);
    const [, , third] = await listed(quest_id, 'pending');
    const { page, context, problems } = await demo.open();
    const loaded: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'image') return;
      loaded.push(new URL(response.url()).pathname);
    });
    await go(page, 'Review');
    await until(() => new Set(loaded).size === 3);
    // The list is read again after a change, with other signatures.
    const again = page.waitForResponse(/quests\/submissions\?/);
    await demo.api('POST', `/admin/quests/tasks/${third?.user_quest_task_id}/approve`);
    await again;
    await press(page, 'j');
    const image = page.locator('article img');
    await image.evaluate((shown) => (shown as unknown as { decode(): Promise<void> }).decode());
    expect(loaded).toHaveLength(3);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('let two reviewers decide 30 proofs at once: none twice, none left', async () => {
    const quest_id = await proofs(30);
    const before = new Set(await decisions());
    const [one, other] = [await reviewer('One'), await reviewer('Other')];
    const approveAll = async (page: Page) => {
      while (!(await isEmpty(page))) await press(page, 'a');
    };
    const rejectAll = async (page: Page) => {
      while (!(await isEmpty(page))) {
        await press(page, 'r');
        if ((await page.locator('dialog').count()) === 0) continue;
        await page.getByLabel(/Reason/).fill('Too dark');
        await press(page, 'Enter');
        await page.locator('dialog').waitFor({ state: 'detached' });
      }
    };
    await Promise.all([approveAll(one.page), rejectAll(other.page)]);
    await until(async () => (await listed(quest_id, 'pending')).length === 0);
    const [approved, rejected] = [
      await listed(quest_id, 'approved'),
      await listed(quest_id, 'rejected'),
    ];
    expect(approved.length + rejected.length).toBe(30);
    const added = (await decisions()).filter((id) => !before.has(id));
    expect(added).toHaveLength(new Set(added).size);
    expect([...one.problems, ...other.problems]).toEqual([]);
    await one.context.close();
    await other.context.close();
  });

  it('decide 50 proofs by keyboard alone, more than a page of them', async () => {
    await clear();
    const quest_id = await proofs(60);
    const { page, context, problems } = await reviewer('Fast');
    for (let left = 50; left > 0; left -= 1) {
      await press(page, left % 10 === 0 ? 'r' : 'a');
      if (left % 10 !== 0) continue;
      await page.keyboard.type('Too dark');
      await page.keyboard.press('Enter');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
    await page.getByText(/wait/).first().waitFor();
    // A decision is sent while the next proof is shown.
    await until(async () => (await listed(quest_id, 'pending')).length === 10);
    const status = async (name: string) => (await listed(quest_id, name)).length;
    expect([await status('approved'), await status('rejected')]).toEqual([45, 5]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(LOOKS)('have nothing that axe finds wrong on %s', async (_, look) => {
    await proofs(4);
    const { page, context, problems } = await demo.open(look);
    const refused = { status: 409, json: { error: 'It is being restored', code: 'CONFLICT' } };
    await page.route('**/quests/submissions?*', (route) => route.fulfill(refused), { times: 1 });
    await go(page, 'Review');
    await page.getByText('This is not possible in its current state').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('article').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Approved' }).click();
    await page.getByRole('table').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
