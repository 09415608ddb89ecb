import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { NotificationJob } from '../../client/operations.d.ts';
import { queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Problem } from '../parts/problem.tsx';
import { Relative } from '../parts/relative.tsx';
import { Empty } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { AudienceCard } from './audience-card.tsx';
import { ChatPreview } from './chat-preview.tsx';
import { useChoices } from './choices.ts';
import { ConfirmSend } from './confirm-send.tsx';
import { type Content, isEditable } from './content.ts';
import { type DeviceDraft, useDraft } from './draft.ts';
import { EditConflict } from './edit-conflict.tsx';
import { MessageCard } from './message-card.tsx';
import { PinCard } from './pin-card.tsx';
import { isSame } from './saving.ts';
import { SendButtons } from './send-buttons.tsx';
import { useContent } from './use-content.ts';
import { useReach } from './use-reach.ts';
import { useSaving } from './use-saving.ts';
import { WhenCard } from './when-card.tsx';

/** The buttons of the page send it from above. */
const FORM = 'broadcast';

interface Props {
  readonly conference: Conference;
  /** Undefined for a new one. */
  readonly job?: NotificationJob;
  readonly first: Content;
}

/** The page of one broadcast: to whom, what and when, beside how one of its readers will see it. */
export function Composer({ conference, job, first }: Props) {
  const list = `/c/${conference.id}/broadcasts`;
  const [, go] = useLocation();
  // One that starts while it is edited stays here: the service refuses it with the reason.
  const [isOpen] = useState(!job || isEditable(job));
  const choices = useChoices(conference);
  const draft = useDraft(conference);
  // A draft of an older version of this page lacks fields.
  const [start] = useState({ ...first, ...draft.kept?.content });
  const written = useContent(start);
  const { content, set } = written;
  const [chosen, show] = useState<string | null>(null);
  const language = chosen !== null && chosen in content.translations ? chosen : null;
  const reach = useReach(written.settled);
  const leave = (text: string) => {
    draft.drop();
    say(text);
    go(list, { replace: true });
    return queries.invalidateQueries({ queryKey: ['broadcasts'] });
  };
  // What a colleague has saved since the draft is a conflict, as in a form that was open all the time.
  const read = job && { ...job, version: draft.kept?.version ?? job.version };
  const saving = useSaving({ job: read, written, leave });
  const { base, theirs, checked } = saving;
  useEffect(() => {
    if (content === start || saving.isDone) return;
    if (isSame(first, content)) draft.drop();
    else draft.keep(content, base?.version);
  }, [content]);
  if (!isOpen) return <Empty title={t('compose.started')} />;
  return (
    <>
      <div class="bar composing">
        <div class="grow">
          <h1 tabIndex={-1} dir="auto">
            {content.title.trim() || t('broadcasts.write')}
          </h1>
          <p class="muted">
            <Link href={list}>{t('broadcasts.title')}</Link>
            {` · ${t(`broadcasts.status.${base?.status ?? 'draft'}`)}`}
            {draft.at && (
              <>
                {`, ${t('compose.kept')} `}
                <Relative to={draft.at} />
              </>
            )}
          </p>
        </div>
        {!theirs && (
          <SendButtons
            form={FORM}
            saving={saving}
            content={content}
            language={language}
            reach={reach.data}
            conference={conference}
          />
        )}
      </div>
      <KeptDraft
        draft={draft}
        timezone={conference.timezone}
        discard={() => written.replace(first)}
      />
      {theirs && base && (
        <EditConflict
          base={base}
          theirs={theirs}
          mine={content}
          context={{ conference, choices }}
          keep={saving.keep}
        />
      )}
      <div class="split">
        <form
          id={FORM}
          class="stack"
          onChange={written.settle}
          onReset={draft.drop}
          onSubmit={(event) => {
            event.preventDefault();
            written.settle();
            saving.check();
          }}
        >
          <div class="stack" key={written.replaced}>
            <AudienceCard
              audience={content.audience}
              set={(audience) => set({ audience })}
              reach={reach}
              conference={conference}
              choices={choices}
            />
            <PinCard content={content} set={set} conference={conference} />
            <MessageCard
              content={content}
              set={set}
              language={language}
              show={show}
              preview={reach.data}
              conference={conference}
              choices={choices}
            />
            <WhenCard content={content} set={set} conference={conference} choices={choices} />
          </div>
          <Problem error={saving.problem ?? choices.error} />
        </form>
        <ChatPreview
          content={written.settled}
          language={language}
          preview={reach.data}
          conference={conference}
          choices={choices}
        />
      </div>
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
