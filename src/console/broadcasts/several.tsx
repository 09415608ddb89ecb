export interface Option<V extends string | number = string> {
  readonly value: V;
  readonly text: string;
}
interface Props<V extends string | number> {
  readonly label: string;
  /** What no choice means. */
  readonly hint?: string | undefined;
  readonly options: readonly Option<V>[];
  readonly chosen: readonly V[];
  readonly choose: (values: readonly V[]) => void;
}

/** Some of several values. A chosen one that is not offered any more stays, and is shown. */
export function Several<V extends string | number>({
  label,
  hint,
  options,
  chosen,
  choose,
}: Props<V>) {
  const gone = chosen.filter((value) => !options.some((one) => one.value === value));
  const shown = [...options, ...gone.map((value) => ({ value, text: String(value) }))];
  if (shown.length === 0) return null;
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {hint && <p class="muted">{hint}</p>}
      {shown.map(({ value, text }) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              choose(
                currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              )
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
