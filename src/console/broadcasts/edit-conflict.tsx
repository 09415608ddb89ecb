import type { NotificationJob, RelativeTime } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { changesOf } from '../lib/edits.ts';
import { languageName, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Conflict } from '../parts/conflict.tsx';
import { wordsOf } from './audience.ts';
import type { Choices } from './choices.ts';
import { type Content, contentOf } from './content.ts';
import { openingText } from './opening-fields.tsx';
import { anchorText } from './times.ts';

const FIELDS = [
  'title',
  'body',
  'translations',
  'audience',
  'channels',
  'action_url',
  'start',
  'scheduled_at',
  'anchor',
  'pin',
  'ignore_gap',
  'asks',
] as const satisfies readonly (keyof Content)[];

interface Props {
  readonly base: NotificationJob;
  readonly theirs: NotificationJob;
  readonly mine: Content;
  readonly context: { readonly conference: Conference; readonly choices: Choices };
  /** Nothing is saved by this: what is kept goes on being edited, from their version. */
  readonly keep: (whose: 'mine' | 'theirs') => void;
}

/** What another organizer has saved since the form opened, beside what is written here. */
export function EditConflict({ base, theirs, mine, context, keep }: Props) {
  const read = contentOf(base);
  return (
    <>
      <Conflict
        fields={FIELDS}
        read={read}
        theirs={contentOf(theirs)}
        mine={changesOf(read, mine)}
        label={(field) => t(`compose.field.${field}`)}
        show={(field, value) => shown(field, value, context)}
      />
      {theirs.status !== base.status && (
        <p class="note warn">
          {t('compose.status', { status: t(`broadcasts.status.${theirs.status}`) })}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="btn" onClick={() => keep('theirs')}>
          {t('conflict.keep-theirs')}
        </button>
        <button type="button" class="btn" onClick={() => keep('mine')}>
          {t('compose.keep-mine')}
        </button>
      </div>
    </>
  );
}

function shown(
  field: keyof Content,
  value: unknown,
  { conference, choices }: Props['context'],
): string {
  if (field === 'audience')
    return wordsOf(value as Content['audience'], conference, choices.titles).join(', ');
  if (field === 'translations')
    return Object.entries(value as Content['translations'])
      .map(([tag, { title, body }]) => `${languageName(tag)}: ${title}. ${body}`)
      .join(' · ');
  if (field === 'channels')
    return (value as Content['channels']).map((one) => t(`compose.channel.${one}`)).join(', ');
  if (field === 'start')
    return openingText({ action_url: null, start: value as Content['start'] }, choices);
  if (field === 'anchor')
    return value ? anchorText(value as RelativeTime, conference, choices.titles) : '–';
  if (field === 'pin') {
    const pin = value as Content['pin'];
    const time = pin && zoneOf(conference.timezone).moment(pin.until);
    return pin ? t(`pin.shown.${pin.visibility ?? 'registered'}`, { time: time ?? '' }) : '–';
  }
  if (field === 'ignore_gap' || field === 'asks') return value ? '✓' : '–';
  if (field === 'scheduled_at')
    return value ? zoneOf(conference.timezone).moment(String(value)) : t('compose.now');
  return String(value ?? '–');
}
