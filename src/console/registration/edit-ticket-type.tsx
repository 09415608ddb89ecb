import type { AdminTicketType, NewTicketType } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { number, t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { zoneOf } from '../lib/zone.ts';
import { EditDialog, type Sending } from '../parts/edit-dialog.tsx';
import { Check, Choice, TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { say } from '../parts/toasts.tsx';
import { refreshTicketTypes } from './read-ticket-types.ts';

const MODES = ['open', 'approval', 'invited', 'closed'] as const;
const SHOWN = ['name', 'description', 'capacity', 'registration', 'opens_at', 'closes_at'] as const;
type Shown = Pick<AdminTicketType, (typeof SHOWN)[number] | 'is_hidden'>;
/** A code is written and never read: it is sent where one was typed. */
type Fields = Shown & { readonly access_code?: string };
type Row = AdminTicketType & { readonly access_code?: string };

interface Props {
  readonly conference: Pick<Conference, 'id' | 'timezone'>;
  /** Undefined for a new one. */
  readonly type: AdminTicketType | undefined;
  readonly close: () => void;
}

/** The form of a ticket type. To save one that an import brought offers it to people. */
export function EditTicketType({
  conference: { id: conference_id, timezone },
  type,
  close,
}: Props) {
  const clock = wallTimeOf(timezone);
  const update = (type_id: number, body: Partial<Fields>, ifMatch: number | undefined) =>
    api.call('updateTicketType', { params: { conference_id, type_id }, body, ifMatch });
  const save = (changes: Partial<Fields>, { ifMatch, idempotencyKey }: Sending): Promise<Row> => {
    if (type) return update(type.id, changes, ifMatch);
    const body: NewTicketType = { name: '', ...changes };
    return api.call('createTicketType', { params: { conference_id }, body, idempotencyKey });
  };
  const saved = async ({ id, name, version }: Row, undo: Partial<Fields>) => {
    const { access_code: _, ...before } = undo;
    say(
      t('ticket-types.saved', { name }),
      type &&
        (async () => {
          await update(id, before, version).catch((error: unknown) => say(sentenceOf(error)));
          await refreshTicketTypes();
        }),
    );
    await refreshTicketTypes();
  };
  const fieldsOf = (form: FormData): Fields => ({
    name: textOf(form, 'name'),
    description: textOf(form, 'description') || null,
    capacity: Number(textOf(form, 'capacity')) || null,
    registration: MODES.find((mode) => mode === form.get('registration')) ?? 'open',
    opens_at: momentOf(form, 'opens_at', { clock, before: type?.opens_at }),
    closes_at: momentOf(form, 'closes_at', { clock, before: type?.closes_at }),
    is_hidden: form.has('is_hidden'),
    ...(textOf(form, 'access_code') && { access_code: textOf(form, 'access_code') }),
  });
  const shown = (field: keyof Fields, value: unknown): string => {
    if (field === 'registration')
      return t(`ticket-types.registration.${value as Shown['registration']}`);
    if (field === 'is_hidden') return t(value ? 'ticket-types.hidden' : 'ticket-types.listed');
    if (typeof value === 'number') return number(value);
    const isTime = field === 'opens_at' || field === 'closes_at';
    return isTime && value ? zoneOf(timezone).moment(String(value)) : String(value ?? '–');
  };
  const moment = { clock, timezone };
  return (
    <EditDialog<Fields, Row>
      title={type ? t('ticket-types.edit', { name: type.name }) : t('ticket-types.new')}
      read={type}
      fieldsOf={fieldsOf}
      save={save}
      saved={saved}
      close={close}
      label={(field) => t(`ticket-types.field.${field}`)}
      show={shown}
    >
      <TextField
        name="name"
        label={t('ticket-types.field.name')}
        required
        maxLength={100}
        value={type?.name}
      />
      <TextArea
        name="description"
        label={t('ticket-types.field.description')}
        maxLength={500}
        rows={2}
        value={type?.description}
      />
      <TextField
        name="capacity"
        label={t('ticket-types.capacity')}
        type="number"
        min={1}
        max={1_000_000}
        value={type?.capacity}
      />
      <Choice
        name="registration"
        label={t('ticket-types.field.registration')}
        values={MODES}
        value={type?.registration ?? 'open'}
        textOf={(mode) => t(`ticket-types.registration.${mode}`)}
      />
      <MomentInput
        name="opens_at"
        label={t('ticket-types.field.opens_at')}
        value={type?.opens_at ?? null}
        {...moment}
      />
      <MomentInput
        name="closes_at"
        label={t('ticket-types.field.closes_at')}
        value={type?.closes_at ?? null}
        {...moment}
      />
      <Check name="is_hidden" isChecked={type?.is_hidden ?? false}>
        {t('ticket-types.field.is_hidden')}
      </Check>
      <TextField
        name="access_code"
        label={t(
          type?.has_access_code ? 'ticket-types.new-code' : 'ticket-types.field.access_code',
        )}
        maxLength={40}
      />
      <p class="muted">{t('ticket-types.code.more')}</p>
    </EditDialog>
  );
}
