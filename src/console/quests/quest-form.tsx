import type {
  AdminQuestWithTasks,
  NewQuest,
  QuestAccess,
  QuestRegistrationMode,
} from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { zoneOf } from '../lib/zone.ts';
import { EditDialog, type Sending } from '../parts/edit-dialog.tsx';
import { Check } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { PhotoInput, photoIn } from '../speakers/photo-input.tsx';
import { EventSelect } from './event-select.tsx';

const ACCESSES = ['anyone', 'registered', 'checked_in'] as const satisfies readonly QuestAccess[];
const MODES = ['open', 'approval'] as const satisfies readonly QuestRegistrationMode[];

type Fields = Pick<
  AdminQuestWithTasks,
  | 'title'
  | 'description'
  | 'image_url'
  | 'event_id'
  | 'starts_at'
  | 'ends_at'
  | 'access'
  | 'registration_mode'
  | 'max_participants'
  | 'completion_points'
  | 'is_featured'
  | 'public_api_enabled'
>;

interface Props {
  readonly conference: Conference;
  /** Undefined for a new quest. */
  readonly quest: AdminQuestWithTasks | undefined;
  readonly close: () => void;
  readonly saved: (quest: AdminQuestWithTasks) => void;
}

/** A new quest of the conference, which only organizers see at first, or a change of one. */
export function QuestForm({ conference, quest, close, saved }: Props) {
  const clock = wallTimeOf(conference.timezone);
  const { moment } = zoneOf(conference.timezone);
  const save = (changes: Partial<Fields>, { ifMatch, idempotencyKey }: Sending) => {
    if (quest) {
      return api.call('updateQuest', { params: { id: quest.id }, body: changes, ifMatch });
    }
    const body = { ...changes, conference_id: conference.id } as NewQuest;
    return api.call('createQuest', { body, idempotencyKey });
  };
  return (
    <EditDialog<Fields, AdminQuestWithTasks>
      title={t(quest ? 'quests.edit' : 'quests.new')}
      read={quest}
      fieldsOf={(form) => fieldsOf(form, clock, quest)}
      save={save}
      saved={async (row) => {
        saved(row);
        await queries.invalidateQueries({ queryKey: ['quests'] });
      }}
      close={close}
      label={(field) => t(`quests.field.${field}`)}
      show={(field, value) => {
        if (value === null || value === '') return '–';
        return field.endsWith('_at') ? moment(String(value)) : String(value);
      }}
    >
      <Texts quest={quest} conference={conference} />
      <MomentInput
        name="starts_at"
        label={t('quests.field.starts_at')}
        value={quest?.starts_at ?? null}
        clock={clock}
        timezone={conference.timezone}
      />
      <MomentInput
        name="ends_at"
        label={t('quests.field.ends_at')}
        value={quest?.ends_at ?? null}
        clock={clock}
        timezone={conference.timezone}
      />
      <Rules quest={quest} />
    </EditDialog>
  );
}

function Texts({
  quest,
  conference,
}: {
  quest: AdminQuestWithTasks | undefined;
  conference: Conference;
}) {
  return (
    <>
      <label class="field">
        {t('quests.field.title')}
        <input
          name="title"
          required
          maxLength={200}
          defaultValue={quest?.title ?? ''}
          autocomplete="off"
        />
      </label>
      <label class="field">
        {t('quests.field.description')}
        <textarea
          name="description"
          rows={3}
          maxLength={20_000}
          defaultValue={quest?.description ?? ''}
        />
      </label>
      <PhotoInput name="image_url" value={quest?.image_url ?? null} label={t('picture.label')} />
      <EventSelect
        conference_id={conference.id}
        label={t('quests.field.event_id')}
        value={quest?.event_id ?? null}
        none={t('quests.no-event')}
      />
    </>
  );
}

function Rules({ quest }: { quest: AdminQuestWithTasks | undefined }) {
  return (
    <>
      <label class="field">
        {t('quests.field.access')}
        <select name="access" defaultValue={quest?.access ?? 'registered'}>
          {ACCESSES.map((one) => (
            <option key={one} value={one}>
              {t(`quests.access.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {t('quests.field.registration_mode')}
        <select name="registration_mode" defaultValue={quest?.registration_mode ?? 'open'}>
          {MODES.map((one) => (
            <option key={one} value={one}>
              {t(`quests.mode.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <div class="pair">
        <label class="field">
          {t('quests.field.completion_points')}
          <input
            name="completion_points"
            type="number"
            required
            min={0}
            max={100_000}
            defaultValue={String(quest?.completion_points ?? 0)}
          />
        </label>
        <label class="field">
          {t('quests.field.max_participants')}
          <input
            name="max_participants"
            type="number"
            min={1}
            max={1_000_000}
            defaultValue={String(quest?.max_participants ?? '')}
            placeholder={t('quests.no-limit')}
          />
        </label>
      </div>
      <Check name="is_featured" isChecked={quest?.is_featured ?? false}>
        {t('quests.field.is_featured')}
      </Check>
      <Check name="public_api_enabled" isChecked={quest?.public_api_enabled ?? false}>
        {t('quests.field.public_api_enabled')}
      </Check>
    </>
  );
}

function fieldsOf(
  form: FormData,
  clock: ReturnType<typeof wallTimeOf>,
  quest: AdminQuestWithTasks | undefined,
): Fields {
  const number = (name: string) => (textOf(form, name) ? Number(form.get(name)) : null);
  const moment = (name: 'starts_at' | 'ends_at') =>
    momentOf(form, name, { clock, before: quest?.[name] });
  return {
    title: textOf(form, 'title'),
    description: textOf(form, 'description') || null,
    image_url: photoIn(form, 'image_url'),
    event_id: number('event_id'),
    starts_at: moment('starts_at'),
    ends_at: moment('ends_at'),
    access: ACCESSES.find((one) => one === form.get('access')) ?? 'anyone',
    registration_mode: MODES.find((one) => one === form.get('registration_mode')) ?? 'open',
    max_participants: number('max_participants'),
    completion_points: number('completion_points') ?? 0,
    is_featured: form.has('is_featured'),
    public_api_enabled: form.has('public_api_enabled'),
  };
}
