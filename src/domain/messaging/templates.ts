import { invalid } from '../../errors.ts';

/** What every template can say of the person it is written to. */
export const TEMPLATE_VARIABLES = [
  { name: 'first_name', description: 'Their first name.', example: 'Ada' },
  { name: 'last_name', description: 'Their last name.', example: 'Lovelace' },
  { name: 'username', description: 'Their name in the messenger, without @.', example: 'ada' },
  {
    name: 'conference_name',
    description:
      'Of the conferences of the audience the first they have a seat at; where the audience names none, the next they go to.',
    example: 'Analytical Days',
  },
  {
    name: 'event_title',
    description:
      'Of the events of the audience the first they have a seat at; where the audience names none, the next they go to.',
    example: 'Engines that weave',
  },
  { name: 'points', description: 'How many points they have.', example: '120' },
] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]['name'];

/** Text that stands as it is, or what takes the place of a variable that is empty. */
export type TemplatePart =
  | { readonly text: string }
  | { readonly variable: string; readonly fallback: string };

/** What stands between two pairs of braces. */
const PLACEHOLDER = /\{\{(.*?)\}\}/s;

/**
 * The parts of `Hello {{first_name|there}}`, in order.
 * @throws AppError VALIDATION_ERROR naming `field`, for braces that hold no variable
 */
export function parseTemplate(field: string, template: string): TemplatePart[] {
  // Splitting by a pattern with one group gives text and what stands between braces by turns.
  return template
    .split(PLACEHOLDER)
    .map((piece, n) => (n % 2 === 0 ? textPart(field, piece) : variablePart(field, piece)))
    .filter((part) => !('text' in part) || part.text !== '');
}

/**
 * Whether a title and a body can be written to people. `columns` are variables beside those that
 * everybody has.
 * @throws AppError VALIDATION_ERROR naming the field and the variable
 */
export function checkTemplates(
  { title, body }: { readonly title: string; readonly body: string },
  columns: readonly string[] = [],
): void {
  const known = new Set([...TEMPLATE_VARIABLES.map(({ name }) => name), ...columns]);
  for (const [field, template] of Object.entries({ title, body })) {
    for (const part of parseTemplate(field, template)) {
      if ('variable' in part && !known.has(part.variable)) {
        throw invalid(field, `unknown variable "${part.variable}"`);
      }
    }
  }
}

function textPart(field: string, text: string): TemplatePart {
  if (text.includes('{{')) throw broken(field);
  return { text };
}

function variablePart(field: string, inside: string): TemplatePart {
  const [name = '', ...fallback] = inside.split('|');
  const variable = name.trim();
  if (variable === '' || /[{}]/.test(inside)) throw broken(field);
  return { variable, fallback: fallback.join('|').trim() };
}

const broken = (field: string) =>
  invalid(field, 'expected {{variable}} or {{variable|fallback}} where two braces open');
