import type { FormAnswer, RegistrationWish, TicketType } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Choice } from '../cards.tsx';
import { api, CONFERENCE_ID, HERE, reads } from '../lib/api.ts';
import { joined, language, t } from '../lib/text.ts';
import { Button, Form, Mark, useChange } from '../parts.tsx';
import { places } from './entry.tsx';
import { Asking } from './form.tsx';

const OLD = ['state', 'agenda'] as const;

/** What the reader has at the conference, and what there is to do about it. */
export function Registration() {
  const conference = useQuery(reads.conference).data;
  const state = useQuery({ ...reads.state, refetchInterval: places }).data;
  const { status = 'none', waitlist_position: place } = state?.conferences[CONFERENCE_ID] ?? {};
  const [typeId, choose] = useState('');
  const [code, enter] = useState('');
  const register = useChange<RegistrationWish>([...OLD], (body) =>
    api.call('registerForConference', { ...HERE, body }),
  );
  const withdraw = useChange([...OLD], () => api.call('cancelRegistration', HERE));
  if (!conference || !state) return null;
  const { guests_per_person: guests, transfers_until: until, form_questions: asked } = conference;
  const mine = (guests > 0 || until || asked.length > 0) && (
    <Button kind="bare" icon="ticket" text={t('seat.title')} to={{ screen: 'seat' }} />
  );
  if (status === 'waitlisted') {
    const text = t('conference.waitlisted', { place: place ?? 0 });
    return (
      <>
        <Mark kind="note" icon="clock" text={text} />
        {mine}
      </>
    );
  }
  if (status === 'requested') {
    return (
      <div class="note">
        <Mark kind="fact" icon="clock" text={t('event.requested')} />
        <Button {...withdraw} text={t('event.withdraw')} />
      </div>
    );
  }
  if (status === 'declined') return <Mark kind="note" icon="x" text={t('event.declined')} />;
  if (!['none', 'cancelled'].includes(status)) return <>{mine}</>;
  const types = conference.ticket_types;
  const open = types.filter(({ registration_state: one }) => one in ACTION_OF);
  const type =
    open.find(({ id }) => String(id) === typeId) ?? (open.length === 1 ? open[0] : undefined);
  // What a code opens is not shown: the service knows.
  const phase = (code ? 'open' : (type ?? conference).registration_state) as keyof typeof ACTION_OF;
  const wish = code ? { access_code: code } : type ? { ticket_type_id: type.id } : {};
  const send = (answers: FormAnswer[] | undefined) =>
    register.run({ ...wish, ...(answers && { answers }) });
  return (
    <>
      <Choice
        kind="chips"
        label={t('conference.types')}
        of={open.map((one) => ({ value: String(one.id), text: textOf(one).name }))}
        chosen={code ? '' : String(type?.id)}
        choose={(id) => {
          enter('');
          choose(id);
        }}
      />
      {type && !code && <TypeText of={type} />}
      {phase in ACTION_OF && (code || type || open.length === 0) && (
        <Asking
          of={conference.form_questions}
          action={{ ...register, run: send }}
          text={t(ACTION_OF[phase])}
        />
      )}
      {types.length > 0 && (
        <Form
          class="row"
          text={t('conference.code.submit')}
          send={(given) => enter(String(given.get('code')).trim())}
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

const textOf = ({ name, description, translations }: TicketType) =>
  translations[language.get()] ?? { name, description };
function TypeText({ of }: { of: TicketType }) {
  const { registration_state: state, spots_left: count } = of;
  const seats =
    state === 'waitlist' ? t('event.full') : count !== null && t('event.left', { count });
  return <p class="muted">{joined(textOf(of).description, seats)}</p>;
}

const ACTION_OF = {
  open: 'conference.register',
  waitlist: 'event.wait',
  approval: 'event.request',
} as const;
