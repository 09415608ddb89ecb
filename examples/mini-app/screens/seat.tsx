import { shareLink } from '@hallway/client/messenger';
import { useQuery } from '@tanstack/preact-query';
import { Head, Line, List } from '../cards.tsx';
import { api, CONFERENCE_ID, HERE, read, reads } from '../lib/api.ts';
import { joined, t } from '../lib/text.ts';
import { Ask, Button, Form, Mark, useChange } from '../parts.tsx';
import { hasSeat } from './entry.tsx';
import { OpenQuestions } from './form.tsx';

const OLD = ['state', 'agenda'] as const;

/** The guests whom the reader brings along, and the registration that they give away. */
export function Seat() {
  const conference = useQuery(reads.conference).data;
  const status = useQuery(reads.state).data?.conferences[CONFERENCE_ID]?.status;
  const own = useQuery(read('state', 'getMyConferenceAttendance', HERE)).data;
  const isComing = status === 'registered' || status === 'waitlisted';
  if (!conference || !own) return null;
  return (
    <>
      <Head title={t('seat.title')} />
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
