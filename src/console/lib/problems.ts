import { ApiError } from '../../client/api-error.ts';
import { language, t, textIf } from './text.ts';

type Params = Readonly<Record<string, unknown>>;

/** What an answer says by a code: of a refusal, a row of an import, or a warning. */
export interface Said {
  readonly field?: string | null | undefined;
  readonly code: string;
  readonly params: Params;
}

/** The name of a field for a reader; undefined where the console has none. */
export const labelOf = (field: string): string | undefined =>
  textIf(`field.${field.split('.').at(-1)}`);

/** The sentence of a code; undefined for a code that this version does not know. */
export function saidBy({ code, params }: Said, label = labelOf): string | undefined {
  const words = Object.entries(params).map(([name, value]) => [name, wordOf(name, value, label)]);
  const sentence =
    (code === 'gone' ? textIf(`gone.${params.what}`) : undefined) ??
    textIf(`reason.${code}`, Object.fromEntries(words));
  return sentence && params.item
    ? t('reason.item', { item: String(params.item), sentence })
    : sentence;
}

/** As `saidBy`, with the name of its field before it, and a general sentence for an unknown code. */
export function lineOf(said: Said): string {
  const sentence = saidBy(said) ?? t('state.failed');
  const label = said.field ? labelOf(said.field) : undefined;
  return label ? t('reason.at', { label, sentence }) : sentence;
}

function wordOf(name: string, value: unknown, label: typeof labelOf): string | number {
  if (Array.isArray(value)) {
    const words = value.map((one) => String(wordOf(name, one, label)));
    return new Intl.ListFormat(language(), { type: 'unit' }).format(words);
  }
  if (typeof value === 'number') return value;
  const text = String(value);
  if (name === 'field' || name === 'fields') return label(text) ?? text;
  if (name === 'format') return textIf(`format.${text}`) ?? t('format.other');
  if (name === 'note') return textIf(`note.${text}`) ?? text;
  if (name === 'status') return textIf(`state.is.${text}`) ?? text;
  return textIf(`type.${text}`) ?? text;
}

/** The sentence of the code of an error, also of one of many in a list. */
export const codeText = (code: string | null | undefined): string =>
  textIf(`error.${code}`) ?? t('state.failed');

/** Why something failed, in words of the console: never the sentence of the service. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError))
    return error instanceof Error ? error.message : t('state.failed');
  if (error.code === 'NETWORK') return t('state.offline');
  const { code, requestId: id } = error;
  const known = error.errors.filter((one) => saidBy(one));
  if (known.length > 0) return known.map(lineOf).join(' ');
  const unknown = [t('state.failed'), id && t('state.request', { id })].filter(Boolean).join(' ');
  return textIf(`error.${code}`) ?? unknown;
}
