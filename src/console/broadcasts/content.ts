import type {
  Audience,
  BroadcastEdit,
  NotificationJob,
  PinInput,
  RelativeTime,
} from '../../client/operations.d.ts';

/** What an organizer writes. Every edit sends all of it. */
export interface Content
  extends Required<Pick<BroadcastEdit, 'title' | 'body' | 'action_url' | 'channels'>> {
  readonly translations: Readonly<Record<string, Text>>;
  readonly start: NonNullable<BroadcastEdit['start']> | null;
  readonly audience: Audience;
  /** Null for as soon as it is confirmed, or for a relative time. */
  readonly scheduled_at: string | null;
  readonly anchor: RelativeTime | null;
  readonly pin: PinInput | null;
  readonly ignore_gap: boolean;
  /** Whether it asks those with a seat if they still come. */
  readonly asks: boolean;
}

export interface Text {
  readonly title: string;
  readonly body: string;
}

export const emptyContent = (audience: Audience): Content => ({
  title: '',
  body: '',
  translations: {},
  action_url: null,
  start: null,
  channels: ['in_app', 'messenger'],
  audience,
  scheduled_at: null,
  anchor: null,
  pin: null,
  ignore_gap: false,
  asks: false,
});

export const contentOf = (job: NotificationJob): Content => ({
  title: job.title,
  body: job.body,
  translations: job.translations,
  action_url: job.action_url,
  start: job.start as Content['start'],
  channels: job.channels,
  audience: job.audience as Audience,
  ...timeOf(job),
  pin: job.pin,
  ignore_gap: job.ignore_gap,
  asks: job.type === 'seat_check',
});

/** A relative time without its conference or event is none any more. */
function timeOf({
  anchor,
  scheduled_at,
}: NotificationJob): Pick<Content, 'scheduled_at' | 'anchor'> {
  if (!anchor) return { scheduled_at, anchor };
  const isKept = anchor.conference_id !== undefined || anchor.event_id !== undefined;
  return { scheduled_at: null, anchor: isKept ? anchor : null };
}

/** The content as the service takes it. */
export const sentOf = ({ anchor, scheduled_at, asks, ...content }: Content) => ({
  ...content,
  ...(asks && { ask: 'seat' as const }),
  scheduled_at: anchor ?? scheduled_at,
});

/** Whether it has not started, and its recipients are not those of a quest or a spreadsheet. */
export const isEditable = ({ status, type, audience }: NotificationJob): boolean =>
  (status === 'draft' || status === 'scheduled') &&
  type !== 'quest_reminder' &&
  !audience.spreadsheet;

/** The content as a preview takes it, which has no time. */
export const previewOf = ({ scheduled_at: _, anchor: __, asks: ___, ...content }: Content) =>
  content;
