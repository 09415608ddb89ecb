import { invalid } from '../../errors.ts';
import { type TranslatedText, templatesOf } from './languages.ts';

/** The variables that every template can use. Values come from the recipient. */
export const TEMPLATE_VARIABLES = [
  { name: 'first_name', description: 'The recipient’s first name.', example: 'Ada' },
  { name: 'last_name', description: 'The recipient’s last name.', example: 'Lovelace' },
  {
    name: 'username',
    description: 'The recipient’s messenger username, without @.',
    example: 'ada',
  },
  {
    name: 'conference_name',
    description:
      'The first conference of the audience that the recipient has a seat at, or attends as `attendance` asks. Without conferences in the audience: their next conference.',
    example: 'Analytical Days',
  },
  {
    name: 'event_title',
    description:
      'The first event of the audience that the recipient has a seat at, or attends as `attendance` asks. Without events in the audience: their next event.',
    example: 'Engines that weave',
  },
  {
    name: 'quest_title',
    description: 'The title of the quest of the audience.',
    example: 'Harbor hunt',
  },
  {
    name: 'quest_progress',
    description:
      'The number of tasks of the audience’s quest that the recipient has done: `3 of 8`.',
    example: '3 of 8',
  },
  { name: 'points', description: 'The recipient’s points.', example: '120' },
] as const;
/** The variables whose values come from the quest of the audience. */
const QUEST_VARIABLES: readonly string[] = ['quest_title', 'quest_progress'];
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]['name'];

/** Literal text, or a variable with the fallback for an empty value. */
export type TemplatePart =
  | { readonly text: string }
  | { readonly variable: string; readonly fallback: string };

/**
 * Splits a template such as `Hello {{first_name|there}}` into its parts.
 * @throws AppError VALIDATION_ERROR naming `field`, for double braces without a variable
 */
export function parseTemplate(field: string, template: string): TemplatePart[] {
  const [before = '', ...pieces] = template.split('{{');
  const parts: TemplatePart[] = [{ text: before }];
  for (const piece of pieces) {
    const end = piece.indexOf('}}');
    if (end < 0) throw broken(field);
    parts.push(variablePart(field, piece.slice(0, end)), { text: piece.slice(end + 2) });
  }
  return parts.filter((part) => !('text' in part) || part.text !== '');
}

/**
 * A valid template without some variables: an administrator who does not see contacts does not read
 * them in a rendered text. Each variable is replaced by its fallback.
 */
export const withoutVariables = (
  template: string,
  isLeftOut: (variable: string) => boolean,
): string =>
  parseTemplate('body', template)
    .map((part) => {
      if ('text' in part) return part.text;
      const { variable, fallback } = part;
      return isLeftOut(variable) ? fallback : `{{${variable}|${fallback}}}`;
    })
    .join('');

/**
 * Checks that each title and body, also of a translation, is a valid template.
 * @param options.columns variables in addition to `TEMPLATE_VARIABLES`
 * @param options.namesQuest whether the audience names a quest
 * @throws AppError VALIDATION_ERROR naming the field and the unknown variable, or a variable of a
 *   quest without a quest in the audience
 */
export function checkTemplates(
  texts: TranslatedText,
  { columns = [], namesQuest }: { columns?: readonly string[]; namesQuest: boolean },
): void {
  const known = new Set([...TEMPLATE_VARIABLES.map(({ name }) => name), ...columns]);
  for (const { field, template } of templatesOf(texts)) {
    for (const part of parseTemplate(field, template)) {
      if (!('variable' in part)) continue;
      const { variable } = part;
      if (!known.has(variable))
        throw invalid(field, `expected a known variable, got "${variable}"`, 'unknown_variable', {
          variable,
        });
      if (!namesQuest && QUEST_VARIABLES.includes(variable) && !columns.includes(variable))
        throw invalid(
          field,
          `expected an audience with a quest_id for "${variable}"`,
          'variable_needs_quest',
          { variable },
        );
    }
  }
}

function variablePart(field: string, inside: string): TemplatePart {
  const [name = '', ...fallback] = inside.split('|');
  const variable = name.trim();
  if (variable === '' || /[{}]/.test(inside)) throw broken(field);
  return { variable, fallback: fallback.join('|').trim() };
}

const broken = (field: string) =>
  invalid(
    field,
    'expected {{variable}} or {{variable|fallback}} after two opening braces',
    'braces',
  );
