import type { Page } from 'playwright-core';
import { axe, describeInBrowser } from '../support/browser.ts';
import { demoConsole } from '../support/console.ts';

const SMALL = { viewport: { width: 320, height: 640 } };
/** As titles are in some languages: one word, which no line has room for. */
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
const TASKS = [
  { type: 'link', config: { url: 'https://harbor.example/dockyard' } },
  { type: 'text', config: { max_length: 500 } },
  { type: 'photo' },
  { type: 'code', config: { code: 'PIER-1' } },
  {
    type: 'quiz',
    config: {
      options: [
        { id: 'a', label: WORD },
        { id: 'b', label: 'B' },
      ],
      correct_option_ids: ['a'],
    },
  },
  {
    type: 'poll',
    config: {
      options: [
        { id: 'a', label: WORD },
        { id: 'b', label: 'B' },
      ],
    },
  },
  { type: 'connections', config: { count: 40 } },
  { type: 'profile', config: { fields: ['bio'] } },
  { type: 'external' },
];
/** What is wider than the phone, and what scrolls sideways inside of it. */
const WIDE = `[...document.querySelectorAll('*')]
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowX);
    return width > 0 &&
      (left < -1 || right > innerWidth + 1 || (scrolls && one.scrollWidth > one.clientWidth));
  })
  .map((one) => one.outerHTML.slice(0, 100))`;

describeInBrowser('the mini app on the narrowest phone', () => {
  const demo = demoConsole();
  const create = async (title: string, given: object = {}) => {
    const quest = await demo.api<{ id: number }>('POST', '/admin/quests', {
      title,
      description: WORD,
      conference_id: 1,
      is_active: true,
      ...given,
    });
    for (const task of TASKS) {
      const body = { title: `${WORD} ${task.type}`, description: WORD, points: 10, ...task };
      await demo.api('POST', `/admin/quests/${quest.id}/tasks`, body);
    }
    return quest.id;
  };
  /** Calls the API as Mina, whose launch data the demo signs. */
  const asMina = async (method: string, path: string, body?: object) => {
    const { headers } = await fetch(`${demo.url()}/demo/open?person=0`, { redirect: 'manual' });
    const launchData = new URLSearchParams(headers.get('location')?.split('#')[1]);
    const answer = await fetch(`${demo.url()}/api/v1${path}`, {
      method,
      headers: {
        'X-Messenger-Auth': launchData.get('tgWebAppData') ?? '',
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([path, answer.ok]).toEqual([path, true]);
    return answer.json() as Promise<{ user_quest_task_id: number }>;
  };
  const decide = async (quest_id: number, decision: 'approve' | 'reject') => {
    const { data } = await demo.api<{ data: { id: number }[] }>(
      'GET',
      `/admin/quests/registration-requests?quest_id=${quest_id}`,
    );
    const path = `/admin/quests/registration-requests/${data[0]?.id}/${decision}`;
    await demo.api('POST', path, decision === 'reject' ? { reason: WORD } : undefined);
  };
  /** Sends the texts of the first task of a quest, and decides on it. */
  const send = async (quest_id: number, decision?: 'approve' | 'reject') => {
    const { tasks } = await demo.api<{ tasks: { id: number; type: string }[] }>(
      'GET',
      `/admin/quests/${quest_id}`,
    );
    const task_id = tasks.find(({ type }) => type === 'text')?.id;
    const sent = await asMina('POST', '/quests/tasks/complete', { task_id, text: WORD });
    if (!decision) return;
    const path = `/admin/quests/tasks/${sent.user_quest_task_id}/${decision}`;
    await demo.api('POST', path, decision === 'reject' ? { reason: WORD } : undefined);
  };
  const expectNarrow = async (page: Page, name: string) => {
    await page.locator('main h1').first().waitFor();
    await page.locator('.spinner').first().waitFor({ state: 'detached' });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect([name, width, await page.evaluate(WIDE)]).toEqual([name, 320, []]);
    expect([name, await axe(page)]).toEqual([name, []]);
  };
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('button', { name }).click();

  it('has nothing to scroll sideways in any state of a quest', async () => {
    const approval = { registration_mode: 'approval' };
    await create(`Open ${WORD}`);
    for (const status of ['asked', 'requested', 'declined', 'admitted']) {
      const id = await create(`${status} ${WORD}`, approval);
      if (status === 'asked') continue;
      await asMina('POST', `/quests/${id}/request-registration`, {});
      if (status !== 'requested') await decide(id, status === 'admitted' ? 'approve' : 'reject');
    }
    for (const status of ['pending', 'approved', 'rejected'] as const) {
      const id = await create(`${status} ${WORD}`);
      await asMina('POST', `/quests/${id}/start`);
      const decisions = { pending: undefined, approved: 'approve', rejected: 'reject' } as const;
      await send(id, decisions[status]);
    }
    const { page, context, problems } = await demo.visitor(SMALL);
    await page.goto('/demo/open?person=0');
    await tab(page, 'Quests');
    await expectNarrow(page, 'quests');
    const names = ['Open', 'asked', 'requested', 'declined', 'admitted'];
    for (const name of [...names, 'pending', 'approved', 'rejected']) {
      await page.getByRole('button', { name: `${name} ${WORD}` }).click();
      await page.getByRole('heading', { level: 1, name: `${name} ${WORD}` }).waitFor();
      await expectNarrow(page, name);
      if (name === 'Open' || name === 'admitted') {
        await page.getByRole('button', { name: 'Start' }).click();
        await page.locator('form').first().waitFor();
        await page.evaluate(
          `for (const one of document.querySelectorAll('details')) one.open = true`,
        );
        await expectNarrow(page, `${name}, started`);
      }
      await page.getByRole('button', { name: 'Back' }).click();
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has nothing to scroll sideways on any other screen', async () => {
    const { starts_on } = await demo.api<{ starts_on: string }>('GET', '/conferences/1');
    const event = { title: WORD, description: WORD, conference_id: 1 };
    const created = await demo.api<{ id: number }>('POST', '/admin/events', {
      ...event,
      starts_at: `${starts_on}T20:00:00Z`,
      ends_at: `${starts_on}T21:00:00Z`,
    });
    const profile = { headline: WORD, looking_for: WORD, offering: WORD, company: WORD };
    for (const id of [1, 2]) {
      await demo.api('PATCH', `/admin/users/${id}`, { last_name: WORD.slice(0, 50), ...profile });
    }
    await demo.api('POST', '/admin/notifications', { title: WORD, body: WORD, user_id: 1 });
    const { page, context, problems } = await demo.visitor(SMALL);
    await page.goto('/demo/open?person=0');
    await expectNarrow(page, 'agenda');
    await page.getByRole('button', { name: 'Mine' }).click();
    await expectNarrow(page, 'mine');
    await tab(page, 'People');
    await expectNarrow(page, 'people');
    await tab(page, 'Code');
    await page.getByRole('img', { name: 'Your ticket for the conference' }).waitFor();
    await expectNarrow(page, 'ticket');
    await page.getByRole('button', { name: 'My code' }).click();
    await page.getByRole('img', { name: 'Your code' }).waitFor();
    await expectNarrow(page, 'code');
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await page.getByLabel('Or type the code').waitFor();
    await expectNarrow(page, 'scanner');
    await tab(page, 'Inbox');
    await page.getByRole('button', { name: WORD }).first().waitFor();
    await page.getByLabel('Language').waitFor();
    await expectNarrow(page, 'inbox');
    for (const start of ['a_6', 'e_1', `e_${created.id}`, 'u_2', 'u_5', 't_4_HARBOR-7', 'x_9']) {
      await page.goto('about:blank');
      await page.goto(`/demo/open?person=0&startapp=${start}`);
      await expectNarrow(page, start);
    }
    await page.goto('/demo/?conference=1');
    await page.getByRole('button', { name: 'Open as Jonas' }).waitFor();
    await expectNarrow(page, 'chooser');
    expect(problems).toEqual([]);
    await context.close();
  });
});
