import type { Page } from 'playwright-core';
import { type demoConsole, go } from './console.ts';

interface Job {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** The stored broadcasts with a title. */
export async function jobsOf({ api }: ReturnType<typeof demoConsole>, title: string) {
  const { data } = await api<{ data: Job[] }>('GET', '/admin/notifications/jobs?limit=100');
  return data.filter((job) => job.title === title);
}

/** Opens the form of a new broadcast, and fills in its text. */
export async function write(
  page: Page,
  title: string,
  body = 'Good morning, {{first_name|there}}!',
) {
  await go(page, 'Broadcasts');
  await page.getByRole('link', { name: 'Write a broadcast' }).click();
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Text', { exact: true }).fill(body);
}

/** Opens the question before the sending. */
export async function check(page: Page) {
  await page.getByRole('button', { name: /^(Send to \d|Schedule for)/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
  await dialog.waitFor();
  return dialog;
}

/** Both before the page is drawn again, as on a busy phone. */
export const clickTwice = (button: ReturnType<Page['getByRole']>): Promise<void> =>
  button.evaluate((element) => {
    (element as unknown as { click(): void }).click();
    (element as unknown as { click(): void }).click();
  });

/** What can be done with a broadcast of the list is behind a button. */
export async function act(page: Page, title: string, name: string) {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  const action = page.getByRole('button', { name, exact: true });
  await action.or(page.getByRole('link', { name, exact: true })).click();
}

export const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
