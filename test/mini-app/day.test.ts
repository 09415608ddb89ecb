import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';
import { demoConsole } from '../support/console.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describeInBrowser('the day of two attendees', () => {
  const demo = demoConsole();
  const openAs = async (person: number) => {
    const opened = await demo.visitor({ ...PHONE, permissions: [] });
    await opened.page.addInitScript(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no'))`,
    );
    await opened.page.goto(`/demo/open?person=${person}`);
    await opened.page.getByRole('heading', { name: 'Harbor Summit' }).waitFor();
    return opened;
  };
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('button', { name }).click();
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).first().click();

  it('has a ticket, an agenda, a seat that comes back, a quest, and a person who was met', async () => {
    const [mina, jonas] = [await openAs(0), await openAs(1)];
    const { page } = mina;

    // The ticket for the door, and what to hear.
    await press(page, 'Ticket');
    await page.getByRole('img', { name: 'Your ticket for the conference' }).waitFor();
    await tab(page, 'Agenda');
    await press(page, 'Keep Calm interfaces');
    await page.getByRole('button', { name: 'Keep Calm interfaces', pressed: true }).waitFor();
    await press(page, 'Mine');
    await page.getByRole('button', { name: 'Calm interfaces', exact: true }).waitFor();

    // A seat, given up by mistake.
    await page.getByRole('button', { name: 'Mine', pressed: true }).waitFor();
    await page.locator('.segment button').first().click();
    await press(page, 'Evening sail');
    await press(page, 'Attend');
    await page.getByRole('img', { name: 'Your ticket' }).waitFor();
    await press(page, 'Give up my place');
    await page.getByRole('dialog').getByRole('button', { name: 'Give up my place' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('img', { name: 'Your ticket' }).waitFor();
    await press(page, 'Back');

    // A quest, with the code at the lighthouse.
    await tab(page, 'Quests');
    await press(page, 'Harbor hunt');
    await press(page, 'Start');
    const task = page.getByRole('listitem').filter({ hasText: 'Find the lighthouse' });
    await task.locator('summary').click();
    await task.getByLabel('Code').fill('HARBOR-7');
    await task.getByRole('button', { name: 'Send' }).click();
    await task.getByText('Done').waitFor();
    await page.getByText(/^Place \d/).waitFor();

    // Jonas types the code that she shows: both have met, and each has the contact of the other.
    await tab(page, 'Code');
    await press(page, 'My code');
    const code = await page.locator('figure code').innerText();
    await tab(jonas.page, 'Code');
    await press(jonas.page, 'Scan');
    await jonas.page.getByLabel('Or type the code').fill(code);
    await press(jonas.page, 'Find');
    await jonas.page.getByRole('heading', { name: 'Mina Okafor' }).waitFor();
    await press(jonas.page, 'Connect now');
    const contact = jonas.page.getByRole('link', { name: 'Write in Telegram' });
    expect(await contact.getAttribute('href')).toBe('https://t.me/mina_demo');
    await jonas.page.getByLabel('My note').fill('Has the key of the crane.');
    await press(jonas.page, 'Save');
    await jonas.page.getByRole('status').getByText('Saved').waitFor();
    const met = page.getByRole('listitem').filter({ hasText: 'You have met' });
    await met.getByRole('button', { name: 'Jonas Lindqvist' }).click();
    await page.getByText('@jonas_demo').waitFor();

    // Her inbox has what happened, and opens it; the organizers hear what was missing.
    await tab(page, 'Inbox');
    await page
      .getByRole('button', { name: /Jonas Lindqvist/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Jonas Lindqvist' }).waitFor();
    await tab(page, 'Inbox');
    await page.getByLabel('Tell the organizers').fill('More benches at the pier, please.');
    await press(page, 'Send');
    await page.getByText('Thank you. The organizers read it.').waitFor();
    expect([...mina.problems, ...jonas.problems]).toEqual([]);
    await mina.context.close();
    await jonas.context.close();
  }, 180_000);
});
