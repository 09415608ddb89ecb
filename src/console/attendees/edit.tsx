import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { changesOf } from '../lib/edits.ts';
import { t } from '../lib/text.ts';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { invitationOf, refreshAttendees, sayDone, titleOf, userOf } from './operations.ts';
import type { AttendeeProps } from './part-props.ts';
import { useTicketTypes } from './ticket-types.ts';

const fieldsOf = ({ ticket_type, desk_note }: AdminConferenceAttendee) => ({
  ticket_type,
  desk_note,
});
type Fields = ReturnType<typeof fieldsOf>;

/** An empty text is none. */
const filledOf = (form: FormData, name: string): string | null => textOf(form, name) || null;

/** Changes the ticket type and the note of an attendee. */
export function EditAttendee({ row, conference, close }: AttendeeProps) {
  const params = userOf(conference.id, row);
  const save = (body: Partial<Fields>, ifMatch: number | undefined) =>
    api.call('updateConferenceAttendee', { params, body, ...(ifMatch && { ifMatch }) });
  return (
    <EditDialog<Fields, Fields & { version: number }>
      title={t('attendees.edit-name', { name: titleOf(row) })}
      read={{ ...fieldsOf(row), version: row.version ?? 0 }}
      fieldsOf={(form) => ({
        ticket_type: filledOf(form, 'ticket_type'),
        desk_note: filledOf(form, 'desk_note'),
      })}
      save={async (changes, { ifMatch }) => {
        const { version, ...saved } = await save(changes, ifMatch);
        return { ...fieldsOf({ ...saved, version }), version: version ?? 0 };
      }}
      saved={(saved) => {
        const before = changesOf<Fields>(saved, fieldsOf(row));
        sayDone(t('edit.saved', { name: titleOf(row) }), () => save(before, saved.version));
        return refreshAttendees();
      }}
      close={close}
      label={(field) => t(field === 'desk_note' ? 'attendees.note' : 'attendees.ticket-type')}
    >
      <TicketTypeField conference_id={conference.id} value={row.ticket_type} />
      <TextArea
        name="desk_note"
        label={t('attendees.note')}
        value={row.desk_note}
        maxLength={1_000}
        dir="auto"
      />
    </EditDialog>
  );
}

const GUEST_FIELDS = [
  ['first_name', 'walk-in.first-name', 256],
  ['last_name', 'walk-in.last-name', 256],
  ['company', 'walk-in.company', 200],
  ['job_title', 'people.field.job_title', 200],
] as const;
type GuestFields = Record<(typeof GUEST_FIELDS)[number][0] | 'ticket_type', string | null> & {
  username?: string | null;
};

const guestFieldsOf = ({ invitee, ticket_type }: AdminConferenceAttendee): GuestFields => ({
  first_name: invitee?.first_name ?? null,
  last_name: invitee?.last_name ?? null,
  company: invitee?.company ?? null,
  job_title: invitee?.job_title ?? null,
  username: invitee?.username ?? null,
  ticket_type,
});

/** Corrects the invitation of a guest. It has no version: of two organizers, the last one is kept. */
export function EditGuest({ row, conference, close }: AttendeeProps) {
  const seesContacts = useMay()('people:contacts');
  const before = guestFieldsOf(row);
  const params = invitationOf(conference.id, row);
  const save = (body: Partial<GuestFields>) => api.call('updateInvitation', { params, body });
  return (
    <EditDialog<GuestFields, GuestFields & { version: number }>
      title={t('attendees.edit-name', { name: titleOf(row) })}
      read={{ ...before, version: 0 }}
      fieldsOf={(form) => ({
        first_name: filledOf(form, 'first_name'),
        last_name: filledOf(form, 'last_name'),
        company: filledOf(form, 'company'),
        job_title: filledOf(form, 'job_title'),
        ticket_type: filledOf(form, 'ticket_type'),
        ...(seesContacts && { username: filledOf(form, 'username') }),
      })}
      save={async (changes) => {
        await save(changes);
        return { ...before, ...changes, version: 0 };
      }}
      saved={(saved) => {
        sayDone(t('edit.saved', { name: titleOf(row) }), () => save(changesOf(saved, before)));
        return refreshAttendees();
      }}
      close={close}
      label={String}
    >
      {GUEST_FIELDS.map(([name, label, maxLength]) => (
        <TextField
          key={name}
          name={name}
          label={t(label)}
          value={before[name]}
          maxLength={maxLength}
        />
      ))}
      <TicketTypeField conference_id={conference.id} value={row.ticket_type} />
      {seesContacts && (
        <TextField name="username" label={t('people.username')} value={before.username} />
      )}
    </EditDialog>
  );
}

/** A new type, or one that someone has. */
function TicketTypeField({
  conference_id,
  value,
}: {
  conference_id: number;
  value: string | null;
}) {
  const types = useTicketTypes(conference_id);
  return (
    <>
      <TextField
        name="ticket_type"
        label={t('attendees.ticket-type')}
        value={value}
        maxLength={100}
        list="ticket-types"
      />
      <datalist id="ticket-types">
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </>
  );
}
