import type { FormAnswer, RegistrationWish, TicketType } from '@hallway/client';
import { shareLink } from '@hallway/client/messenger';
import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Choice, Line, List } from '../cards.tsx';
import { api, CONFERENCE_ID, HERE, read, reads } from '../lib/api.ts';
import { joined, language, t } from '../lib/text.ts';
import { Ask, Button, Form, Mark, useChange } from '../parts.tsx';
import { hasSeat, places } from './entry.tsx';
import { Asking, OpenQuestions } from './form.tsx';

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
  if (status === 'waitlisted') {
    const text = t('conference.waitlisted', { place: place ?? 0 });
    return <Mark kind="note" icon="clock" text={text} />;
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
  if (!['none', 'cancelled'].includes(status)) return null;
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

/** The guests whom the reader brings along, and the registration that they give away. */
export function Others() {
  const conference = useQuery(reads.conference).data;
  const status = useQuery(reads.state).data?.conferences[CONFERENCE_ID]?.status;
  const own = useQuery(read('state', 'getMyConferenceAttendance', HERE)).data;
  const isComing = status === 'registered' || status === 'waitlisted';
  if (!conference || !own) return null;
  return (
    <>
      {conference.guests_per_person > 0 && (isComing || hasSeat({ status: status ?? 'none' })) && (
        <Guests most={conference.guests_per_person} />
      )}
      {isComing && (
        <OpenQuestions
          of={conference.form_questions}
          own={own}
          old="state"
          save={(answers) => api.call('updateMyConferenceAnswers', { ...HERE, body: { answers } })}
        />
      )}
      {own.transfer && <Given link={own.transfer.claim_link} />}
      {conference.transfers_until && status === 'registered' && <Give />}
    </>
  );
}

function Guests({ most }: { most: number }) {
  const { guests = [] } = useQuery(read('state', 'listMyGuests', HERE)).data ?? {};
  const add = useChange<string>([...OLD], (first_name) =>
    api.call('addMyGuests', { ...HERE, body: { guests: [{ first_name }] } }),
  );
  const drop = useChange<number>([...OLD], (registration_id) =>
    api.call('deleteMyGuest', { params: { ...HERE.params, registration_id } }),
  );
  return (
    <section>
      <List title={t('guests.title')} of={guests}>
        {({ registration_id: id, first_name, last_name, status, is_claimed, claim_link: link }) => (
          <Line
            key={id}
            icon="users"
            title={joined(first_name, last_name)}
            more={t(is_claimed ? 'guests.claimed' : `guests.${status}`)}
          >
            {link && <Button href={shareLink(link)} icon="share-2" text={t('guests.share')} />}
            {!is_claimed && (
              <Button
                {...drop}
                kind="bare"
                icon="x"
                text={t('guests.drop')}
                run={() => drop.run(id)}
              />
            )}
          </Line>
        )}
      </List>
      {guests.length < most && (
        <Form
          text={t('guests.add')}
          isBusy={add.isBusy}
          send={(given, done) => add.run(String(given.get('name')).trim(), done)}
        >
          <label>
            {t('guests.name')}
            <input name="name" required maxLength={100} autocomplete="off" />
          </label>
        </Form>
      )}
    </section>
  );
}

function Give() {
  const give = useChange([...OLD], () => api.call('transferRegistration', HERE));
  const text = t('transfer.give');
  return <Ask {...give} icon="share-2" text={text} title={text} more={t('transfer.more')} />;
}

function Given({ link }: { link: string | null }) {
  const back = useChange([...OLD], () => api.call('cancelTransfer', HERE));
  return (
    <div class="note">
      <Mark kind="fact" icon="clock" text={t('transfer.open')} />
      {link && <Button href={shareLink(link)} icon="share-2" text={t('guests.share')} />}
      <Button {...back} text={t('transfer.back')} />
    </div>
  );
}
