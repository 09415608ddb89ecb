import type { Form } from '../../../src/domain/registration/forms.ts';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, LOOKS } from '../../support/console.ts';

const FORM = '/admin/conferences/1/form-questions';

describeInBrowser('the form of a conference', () => {
  const demo = demoConsole();
  const read = () => demo.api<Form>('GET', FORM);

  it.each(LOOKS)('is written, translated, ordered and previewed, on %s', async (_, look) => {
    await demo.api('PUT', FORM, { form_questions: [] });
    const { page, context, problems } = await demo.open(look);
    await page.goto('/admin/c/1/registration');
    await page.getByText('Registering asks nothing yet.').waitFor();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question', { exact: true }).fill('Your loom?');
    await page.getByLabel('Required').check();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).dblclick();
    const preview = page.getByRole('group', { name: 'As attendees see it' });
    await preview.getByText('Your loom? *').waitFor();

    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Answer').selectOption('choice');
    await page.getByLabel('Question', { exact: true }).fill('What do you eat?');
    await page.getByLabel('Options, one per line').fill('Everything\nNo meat\n');
    await page.getByLabel(/^Sensitive/).check();
    await page.getByRole('button', { name: 'Add a language' }).click();
    const german = page.getByRole('group', { name: 'Language' });
    await german.getByLabel('Language tag').fill('de');
    await german.getByLabel('Question').fill('Was essen Sie?');
    await german.getByLabel('Options').fill('Alles\nKein Fleisch');
    await page.getByRole('button', { name: 'Save' }).click();
    await preview.getByRole('radio', { name: 'No meat' }).waitFor();
    await preview.getByLabel('Language').selectOption('de');
    await preview.getByRole('radio', { name: 'Kein Fleisch' }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect((await read()).form_questions).toMatchObject([
      { kind: 'text', label: 'Your loom?', is_required: true },
      {
        ...{ kind: 'choice', is_sensitive: true },
        options: [
          { id: 1, label: 'Everything' },
          { id: 2, label: 'No meat' },
        ],
        translations: { de: { label: 'Was essen Sie?', options: ['Alles', 'Kein Fleisch'] } },
      },
    ]);

    await page.getByRole('button', { name: 'What do you eat?', exact: true }).click();
    await page.getByLabel('Options').first().fill('Everything\nNo meat\nNo eggs');
    await page.getByRole('group', { name: 'German' }).getByLabel('Options').fill('A\nB');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText(/./).first().waitFor();
    await page.getByRole('button', { name: 'Remove the language' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await preview.getByRole('radio', { name: 'No eggs' }).waitFor();

    await page.getByRole('button', { name: /^Move Your loom/ }).focus();
    await page.keyboard.press('ArrowDown');
    await preview.getByText('Your loom? *').waitFor();
    await page.getByRole('button', { name: 'Remove What do you eat?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page
      .getByRole('button', { name: 'Remove What do you eat?' })
      .waitFor({ state: 'hidden' });
    expect((await read()).form_questions).toMatchObject([{ label: 'Your loom?' }]);
    expect(problems.filter((one) => !one.includes('400'))).toEqual([]);
    await context.close();
  });

  it('is not saved over what another organizer saved', async () => {
    await demo.api('PUT', FORM, { form_questions: [{ kind: 'text', label: 'Your loom?' }] });
    const { page, context } = await demo.open();
    await page.goto('/admin/c/1/registration');
    await page.getByRole('button', { name: 'Your loom?', exact: true }).click();
    await demo.api('PUT', FORM, { form_questions: [{ kind: 'text', label: 'Your tide?' }] });
    await page.getByLabel('Question', { exact: true }).fill('Which loom?');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText(/./).waitFor();
    expect((await read()).form_questions).toMatchObject([{ label: 'Your tide?' }]);
    await context.close();
  });
});
