import { t } from '../lib/text.ts';

interface Props<F extends string> {
  readonly fields: readonly F[];
  /** As it was read when the form opened. */
  readonly read: Readonly<Record<F, unknown>>;
  /** What another organizer has saved since then. */
  readonly theirs: Readonly<Record<F, unknown>>;
  /** What this form would save. */
  readonly mine: Readonly<Partial<Record<F, unknown>>>;
  readonly label: (field: F) => string;
  /** The text of a value that is not a text. */
  readonly show?: (field: F, value: unknown) => string;
}

/** What another organizer saved since a form opened, beside what would replace it. */
export function Conflict<F extends string>({
  fields,
  read,
  theirs,
  mine,
  label,
  show = textOf,
}: Props<F>) {
  const changed = fields.filter(
    (field) => field in mine || JSON.stringify(theirs[field]) !== JSON.stringify(read[field]),
  );
  return (
    <section role="alert">
      <p class="note warn">{t('conflict.more')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((field) => (
            <tr key={field}>
              <th scope="row">{label(field)}</th>
              <td>{show(field, theirs[field])}</td>
              <td>{field in mine ? show(field, mine[field]) : t('conflict.same')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const textOf = (_: string, value: unknown): string => String(value ?? '–');
