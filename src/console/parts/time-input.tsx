import { t } from '../lib/text.ts';

/** A time in 24 hours: that of the browser would be American wherever the conference is. */
export const TimeInput = ({
  name,
  label,
  value,
}: {
  name: string;
  label: string;
  value: string;
}) => (
  <label class="field">
    {label}
    <input
      name={name}
      required
      inputMode="numeric"
      pattern="([01][0-9]|2[0-3]):[0-5][0-9]"
      title={t('time.form')}
      defaultValue={value}
      autocomplete="off"
    />
  </label>
);
