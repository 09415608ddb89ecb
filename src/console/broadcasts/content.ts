import type { Audience, BroadcastEdit, NotificationJob } from '../../client/operations.d.ts';

/** What an organizer writes. Every edit sends all of it. */
export interface Content
  extends Required<Pick<BroadcastEdit, 'title' | 'body' | 'action_url' | 'channels'>> {
  readonly translations: Readonly<Record<string, Text>>;
  readonly start: NonNullable<BroadcastEdit['start']> | null;
  readonly audience: Audience;
  /** Null for as soon as it is confirmed. */
  readonly scheduled_at: string | null;
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
});

export const contentOf = (job: NotificationJob): Content => ({
  title: job.title,
  body: job.body,
  translations: job.translations,
  action_url: job.action_url,
  start: job.start as Content['start'],
  channels: job.channels,
  audience: job.audience as Audience,
  scheduled_at: job.scheduled_at,
});

/** Whether it has not started, and its recipients are not those of a quest or a spreadsheet. */
export const isEditable = ({ status, type, audience }: NotificationJob): boolean =>
  (status === 'draft' || status === 'scheduled') && type === 'message' && !audience.spreadsheet;

/** The content as a preview takes it, which has no time. */
export const previewOf = ({ scheduled_at: _, ...content }: Content) => content;
