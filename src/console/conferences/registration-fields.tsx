import type { AdminConference } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { textOf } from '../parts/form-dialog.tsx';
import { TimeInput } from '../parts/time-input.tsx';
import { Choice, oneOf } from './choice.tsx';

const MODES = ['open', 'approval', 'invited', 'closed'] as const;
const WAITLISTS = ['auto', 'manual', 'off'] as const;
const ACCESSES = ['anyone', 'registered'] as const;
const MOMENTS = ['registration_closes_at', 'guest_claim_by', 'transfers_until'] as const;
export const REGISTRATION_FIELDS = [
  'registration_mode',
  'waitlist',
  'event_access',
  'guests_per_person',
  ...MOMENTS,
] as const satisfies readonly (keyof AdminConference)[];
type Fields = Pick<AdminConference, (typeof REGISTRATION_FIELDS)[number]>;

interface Props {
  readonly conference: AdminConference | undefined;
  readonly timezone: string;
}

/** Who comes to a conference, and how. */
export function RegistrationFields({ conference, timezone }: Props) {
  const clock = wallTimeOf(timezone);
  return (
    <>
      <Choice
        name="registration_mode"
        values={MODES}
        value={conference?.registration_mode}
        text={(one) => t(`conferences.registration.${one}`)}
      />
      <Choice
        name="waitlist"
        values={WAITLISTS}
        value={conference?.waitlist}
        text={(one) => t(`conferences.waitlist.${one}`)}
      />
      <Choice
        name="event_access"
        values={ACCESSES}
        value={conference?.event_access}
        text={(one) => t(`conferences.access.${one}`)}
      />
      <label class="field">
        {t('conferences.field.guests_per_person')}
        <input
          name="guests_per_person"
          type="number"
          min={0}
          max={10}
          defaultValue={conference?.guests_per_person ?? 0}
        />
      </label>
      {MOMENTS.map((name) => {
        const value = conference?.[name];
        return (
          <div key={name} class="columns">
            <label class="field">
              {t(`conferences.field.${name}`)}
              <input
                name={`${name}_day`}
                type="date"
                defaultValue={value ? clock.day(value) : ''}
              />
            </label>
            <TimeInput
              name={name}
              label={t('conferences.field.time')}
              value={value ? clock.time(value) : '23:59'}
            />
          </div>
        );
      })}
    </>
  );
}

/** What the fields say. */
export function registrationOf(form: FormData, timezone: string): Fields {
  const moment = (name: (typeof MOMENTS)[number]) => {
    const day = textOf(form, `${name}_day`);
    return day ? wallTimeOf(timezone).instant(day, textOf(form, name)) : null;
  };
  return {
    registration_mode: oneOf(form, 'registration_mode', MODES),
    waitlist: oneOf(form, 'waitlist', WAITLISTS),
    event_access: oneOf(form, 'event_access', ACCESSES),
    guests_per_person: Number(textOf(form, 'guests_per_person')),
    registration_closes_at: moment('registration_closes_at'),
    guest_claim_by: moment('guest_claim_by'),
    transfers_until: moment('transfers_until'),
  };
}
