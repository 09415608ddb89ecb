import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly timezone: string;
  readonly required?: boolean;
  /** Called with what is complete and valid; the browser refuses to send the form otherwise. */
  readonly set: (value: string | null) => void;
}

/** A day and a time in the zone of the conference, reported as it is typed. */
export function MomentField({ set, value, ...input }: Props) {
  const { name, timezone } = input;
  const clock = wallTimeOf(timezone);
  const read = (fields: HTMLElement) => {
    const [day, time] = fields.querySelectorAll('input');
    const form = day?.form;
    if (!day || !time || !form) return;
    // A time without a day would be none: a broadcast for 08:00 would be sent at once.
    const isHalf = time.value !== '' && day.value === '' && !day.validity.badInput;
    day.setCustomValidity(isHalf ? t('compose.day.missing') : '');
    if (day.validity.valid && time.validity.valid) {
      set(momentOf(new FormData(form), name, { clock, before: value }));
    }
  };
  return (
    <div onInput={(event) => read(event.currentTarget)}>
      <MomentInput {...input} value={value} clock={clock} />
    </div>
  );
}
