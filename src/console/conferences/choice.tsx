import { t } from '../lib/text.ts';

interface Props<V extends string> {
  readonly name: 'registration_mode' | 'waitlist' | 'event_access' | 'rating_ask';
  readonly values: readonly V[];
  readonly value: V | undefined;
  readonly text: (value: V) => string;
}

/** One of a few values of a conference; the first one for a new conference. */
export const Choice = <V extends string>({ name, values, value, text }: Props<V>) => (
  <label class="field">
    {t(`conferences.field.${name}`)}
    <select name={name} defaultValue={value}>
      {values.map((one) => (
        <option key={one} value={one} selected={one === value}>
          {text(one)}
        </option>
      ))}
    </select>
  </label>
);

/** What a form says of a choice. */
export const oneOf = <V extends string>(
  form: FormData,
  name: Props<V>['name'],
  values: readonly [V, ...V[]],
): V => values.find((value) => value === form.get(name)) ?? values[0];
