/**
 * The fields of a form that differ from what it was opened with. Only they are sent: what another
 * organizer changed elsewhere in the resource stays.
 */
export function changesOf<T, F extends keyof T>(
  fields: readonly F[],
  read: Pick<T, F>,
  form: Pick<T, F>,
): Partial<Pick<T, F>> {
  const differ = fields.filter(
    (field) => JSON.stringify(form[field]) !== JSON.stringify(read[field]),
  );
  return Object.fromEntries(differ.map((field) => [field, form[field]])) as Partial<Pick<T, F>>;
}
