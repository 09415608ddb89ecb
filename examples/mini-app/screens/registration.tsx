import type { TicketType } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Choice } from '../cards.tsx';
import { api, CONFERENCE_ID, HERE, reads } from '../lib/api.ts';
import { joined, language, t } from '../lib/text.ts';
import { Form, MainAction, Mark, useChange } from '../parts.tsx';
import { places } from './entry.tsx';

const TAKES_PEOPLE = ['open', 'waitlist'];
const textOf = ({ name, description, translations }: TicketType) =>
  translations[language.get()] ?? { name, description };

/** A seat at the conference, of a ticket type where there are several. */
export function Registration() {
  const conference = useQuery(reads.conference).data;
  const state = useQuery({ ...reads.state, refetchInterval: places }).data;
  const [typeId, choose] = useState('');
  const { status = 'none', waitlist_position: place } = state?.conferences[CONFERENCE_ID] ?? {};
  const { run, isBusy } = useChange(
    ['state', 'agenda'],
    (body: { ticket_type_id?: number; access_code?: string }) =>
      api.call('registerForConference', { ...HERE, body }),
  );
  if (status === 'waitlisted') {
    const text = t('conference.waitlisted', { place: place ?? 0 });
    return <Mark kind="note" icon="clock" text={text} />;
  }
  if (!conference || !state || !['none', 'cancelled'].includes(status)) return null;
  const types = conference.ticket_types;
  const open = types.filter(({ registration_state: one }) => TAKES_PEOPLE.includes(one));
  const chosen = open.find(({ id }) => String(id) === typeId) ?? (open.length > 1 ? undefined : open[0]);
  const phase = chosen?.registration_state ?? conference.registration_state;
  const text = t(phase === 'waitlist' ? 'event.wait' : 'conference.register');
  return (
    <>
      {types.length > 0 && (
        <Choice
          kind="chips"
          label={t('conference.types')}
          of={open.map((type) => ({ value: String(type.id), text: textOf(type).name }))}
          chosen={String(chosen?.id ?? '')}
          choose={choose}
        />
      )}
      {chosen && <TypeText of={chosen} />}
      {TAKES_PEOPLE.includes(phase) && (open.length === 0 || chosen) && (
        <MainAction
          {...{ isBusy, text }}
          icon="ticket"
          run={() => run(chosen ? { ticket_type_id: chosen.id } : {})}
        />
      )}
      {types.length > 0 && (
        <Form
          class="row"
          text={t('conference.code.submit')}
          isBusy={isBusy}
          send={(given) => run({ access_code: String(given.get('code')).trim() })}
        >
          <label>
            {t('conference.code')}
            <input name="code" required autocomplete="off" autocapitalize="off" dir="ltr" />
          </label>
        </Form>
      )}
    </>
  );
}

function TypeText({ of }: { of: TicketType }) {
  const { registration_state: state, spots_left: left } = of;
  const seats = state === 'waitlist' ? t('event.full') : left !== null && t('event.left', { count: left });
  return <p class="muted">{joined(textOf(of).description, seats)}</p>;
}
