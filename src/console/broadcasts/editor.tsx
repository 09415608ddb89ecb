import { useQuery } from '@tanstack/preact-query';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Audience, NotificationJob } from '../../client/operations.d.ts';
import { Access } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { ATTENDANCES } from './audience.ts';
import { AudienceFields } from './audience-fields.tsx';
import { type Choices, useChoices } from './choices.ts';
import { ConfirmSend } from './confirm-send.tsx';
import { type Content, contentOf, emptyContent, isEditable } from './content.ts';
import { type DeviceDraft, useDraft } from './draft.ts';
import { MomentField } from './moment-field.tsx';
import { OpeningFields } from './opening-fields.tsx';
import { Reach } from './reach.tsx';
import { SaveButtons } from './save-buttons.tsx';
import { isSame } from './saving.ts';
import { TextFields } from './text-fields.tsx';
import { useContent, type Written } from './use-content.ts';
import { useSaving } from './use-saving.ts';

/** Writes a broadcast: a new one, a copy of `from`, or one that has not started. */
export function Editor({ conference }: { conference: Conference }) {
  const isLimited = useContext(Access)?.conference_ids != null;
  const { idOf, of, oneOf } = useFilters();
  const id = idOf('edit');
  const source = id ?? idOf('from');
  const job = useQuery({
    queryKey: ['broadcasts', 'one', source],
    queryFn: () => api.call('getBroadcast', { params: { id: source ?? 0 } }),
    enabled: source !== undefined,
    // An older version would be refused when it is saved.
    gcTime: 0,
  });
  if (source === undefined) {
    const audience = firstAudience({
      users: of('users'),
      event_id: idOf('event'),
      attendance: oneOf('attendance', ATTENDANCES),
      conference,
      isLimited,
    });
    return <Form key="new" conference={conference} first={emptyContent(audience)} />;
  }
  if (!job.data) return job.error ? <Failure error={job.error} again={job.refetch} /> : <Loading />;
  const content = contentOf(job.data);
  return id === undefined ? (
    <Form key="copy" conference={conference} first={{ ...content, scheduled_at: null }} />
  ) : (
    <Form key={id} conference={conference} job={job.data} first={content} />
  );
}

interface Named {
  readonly users: string | undefined;
  readonly event_id: number | undefined;
  readonly attendance: (typeof ATTENDANCES)[number] | undefined;
  readonly conference: Conference;
  readonly isLimited: boolean;
}

/** All of the conference, or those whom the address names: users, or the attendees of an event. */
function firstAudience(named: Named): Audience {
  const { users, event_id, attendance, conference, isLimited } = named;
  const { id } = conference;
  if (event_id) return { event_ids: [event_id], ...(attendance && { attendance: [attendance] }) };
  const user_ids = users?.match(/\d+/g)?.map(Number);
  if (!user_ids) return { conference_ids: [id] };
  // A key of some conferences reaches users with a seat there.
  return { user_ids, ...(isLimited && { conference_ids: [id] }) };
}

interface FormProps {
  readonly conference: Conference;
  /** Undefined for a new one. */
  readonly job?: NotificationJob;
  readonly first: Content;
}

function Form({ conference, job, first }: FormProps) {
  const list = `/c/${conference.id}/broadcasts`;
  const [, go] = useLocation();
  // One that starts while it is edited stays here: the service refuses it with the reason.
  const [isOpen] = useState(!job || isEditable(job));
  const choices = useChoices(conference);
  const draft = useDraft(conference);
  const [start] = useState(draft.kept?.content ?? first);
  const written = useContent(start);
  const leave = (text: string) => {
    draft.drop();
    say(text);
    go(list, { replace: true });
    return queries.invalidateQueries({ queryKey: ['broadcasts'] });
  };
  // What a colleague has saved since the draft is a conflict, as in a form that was open all the time.
  const read = job && { ...job, version: draft.kept?.version ?? job.version };
  const saving = useSaving({ job: read, written, leave });
  const { base, checked } = saving;
  useEffect(() => {
    if (written.content === start || saving.isDone) return;
    if (isSame(first, written.content)) draft.drop();
    else draft.keep(written.content, base?.version);
  }, [written.content]);
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t(base ? 'compose.edit' : 'broadcasts.write')}</h1>
        {base?.status === 'scheduled' && (
          <span class="tag warn">{t('broadcasts.status.scheduled')}</span>
        )}
        <Link class="btn" href={list}>
          {t('compose.list')}
        </Link>
      </div>
      <KeptDraft
        draft={draft}
        timezone={conference.timezone}
        discard={() => written.replace(first)}
      />
      {isOpen ? (
        <form
          class="compose"
          onChange={written.settle}
          onReset={draft.drop}
          onSubmit={(event) => {
            event.preventDefault();
            written.settle();
            saving.check();
          }}
        >
          <Fields
            key={written.replaced}
            written={written}
            conference={conference}
            choices={choices}
          />
          <div>
            <Reach content={written.settled} mine={written.content} />
            <SaveButtons
              saving={saving}
              mine={written.content}
              conference={conference}
              choices={choices}
            />
          </div>
        </form>
      ) : (
        <Empty title={t('compose.started')} />
      )}
      {checked && (
        <ConfirmSend
          {...checked}
          conference={conference}
          choices={choices}
          close={saving.back}
          send={(isForced) => saving.send(checked.content, isForced)}
          isBusy={saving.isBusy}
          problem={saving.sendProblem}
        />
      )}
    </>
  );
}

interface FieldsProps {
  readonly written: Written;
  readonly conference: Conference;
  readonly choices: Choices;
}

function Fields({ written: { content, set }, conference, choices }: FieldsProps) {
  return (
    <div>
      <TextFields
        content={content}
        set={set}
        spoken={choices.filters?.language_codes.map(({ value }) => value) ?? []}
      />
      <AudienceFields
        audience={content.audience}
        set={(audience) => set({ audience })}
        conference={conference}
        choices={choices}
      />
      <OpeningFields content={content} set={set} conference={conference} choices={choices} />
      <Channels {...content} set={set} />
      <MomentField
        name="scheduled_at"
        label={t('compose.when')}
        value={content.scheduled_at}
        timezone={conference.timezone}
        set={(scheduled_at) => set({ scheduled_at })}
      />
      <p class="muted">{t('compose.when.more')}</p>
    </div>
  );
}

const CHANNELS = ['in_app', 'messenger'] as const satisfies Content['channels'];

function Channels({ channels, set }: Pick<Content, 'channels'> & Pick<Written, 'set'>) {
  const chosen = channels.length === 1 ? channels[0] : 'both';
  return (
    <label class="field">
      {t('compose.field.channels')}
      <select
        value={chosen}
        onChange={({ currentTarget }) =>
          set({
            channels: CHANNELS.filter(
              (one) => currentTarget.value === 'both' || currentTarget.value === one,
            ),
          })
        }
      >
        {(['both', ...CHANNELS] as const).map((one) => (
          <option key={one} value={one}>
            {t(`compose.channel.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface KeptDraftProps {
  readonly draft: DeviceDraft;
  readonly timezone: string;
  readonly discard: () => void;
}

/** Says that what was written before is here again. */
function KeptDraft({ draft, timezone, discard }: KeptDraftProps) {
  if (!draft.kept) return null;
  return (
    <div class="note warn bar" role="status">
      {t('compose.draft', { moment: zoneOf(timezone).moment(draft.kept.at), zone: timezone })}
      <button
        type="button"
        class="btn"
        onClick={() => {
          draft.drop();
          draft.forget();
          discard();
        }}
      >
        {t('compose.draft.discard')}
      </button>
    </div>
  );
}
