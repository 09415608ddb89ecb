import { t } from '../lib/text.ts';

interface Props {
  readonly label: string;
  readonly ids: readonly number[] | undefined;
  readonly set: (ids: readonly number[] | undefined) => void;
}

/** Ids, separated by commas. */
export const IdsField = ({ label, ids, set }: Props) => (
  <label class="field">
    {label}
    <input
      defaultValue={ids?.join(', ') ?? ''}
      pattern=" *[0-9]+( *, *[0-9]+)* *"
      title={t('audience.ids')}
      inputMode="numeric"
      autocomplete="off"
      onInput={({ currentTarget: { value, validity } }) => {
        const given = value.match(/\d+/g)?.map(Number) ?? [];
        // What is no list of ids must not turn into no filter: the service refuses an empty list.
        set(value.trim() === '' ? undefined : validity.valid ? given : []);
      }}
    />
  </label>
);
