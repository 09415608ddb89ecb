import { t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';
import { textOf } from './form-dialog.tsx';

interface Props {
  /** Of the two fields: `<name>_day` and `<name>_time`. */
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly clock: WallTime;
  readonly timezone: string;
  readonly required?: boolean;
}

/** A day and a time in the zone of the conference, or none. */
export const MomentInput = ({ name, label, value, clock, timezone, required = false }: Props) => (
  <fieldset class="moment">
    <legend>{t('moment.zone', { label, zone: timezone })}</legend>
    <input
      name={`${name}_day`}
      type="date"
      required={required}
      aria-label={t('moment.day', { label })}
      defaultValue={value ? clock.day(value) : ''}
    />
    <input
      name={`${name}_time`}
      inputMode="numeric"
      placeholder="00:00"
      pattern="([01][0-9]|2[0-3]):[0-5][0-9]"
      title={t('time.form')}
      aria-label={t('moment.time', { label })}
      defaultValue={value ? clock.time(value) : ''}
      autocomplete="off"
    />
  </fieldset>
);

/** What was typed into a `MomentInput`; null without a day. The seconds of an unchanged time stay. */
export function momentOf(
  form: FormData,
  name: string,
  { clock, before }: { readonly clock: WallTime; readonly before?: string | null | undefined },
): string | null {
  const day = textOf(form, `${name}_day`);
  const time = textOf(form, `${name}_time`) || '00:00';
  if (!day) return null;
  const isSame = before && clock.day(before) === day && clock.time(before) === time;
  return isSame ? before : clock.instant(day, time);
}
