import type { NotificationJob } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { changesOf } from '../lib/edits.ts';
import { type Content, sentOf } from './content.ts';

interface Draft {
  /** As it was read or stored last; undefined for a new one. */
  readonly base: NotificationJob | undefined;
  /** Of the new draft: pressed twice, it is made once. */
  readonly idempotencyKey: string;
}

export const isSame = (before: Content, after: Content): boolean =>
  Object.keys(changesOf(before, after)).length === 0;

/** Stores what is not sent yet. @throws ApiError */
export function saveDraft(content: Content, { base, idempotencyKey }: Draft) {
  if (base) return update(base, content, 'draft');
  const { scheduled_at, ...rest } = sentOf(content);
  const body = { ...rest, ...(scheduled_at !== null && { scheduled_at }) };
  return api.call('createBroadcastDraft', { body, idempotencyKey });
}

interface Sending extends Draft {
  readonly isForced: boolean;
  /** Called with a new draft, which is there even if it is not sent. */
  readonly stored: (draft: NotificationJob) => void;
}

/**
 * Sends what was confirmed, once: it is a draft first, and only one call can raise the version of a
 * draft. A second one, also of another tab or device, is refused with what the first one made.
 *
 * @throws ApiError
 */
export async function sendDraft(content: Content, { isForced, stored, ...draft }: Sending) {
  const base = draft.base ?? (await saveDraft(content, draft));
  stored(base);
  return update(base, content, 'scheduled', isForced);
}

const update = (
  { id, version }: NotificationJob,
  content: Content,
  status: 'draft' | 'scheduled',
  force = false,
) =>
  api.call('updateBroadcast', {
    params: { id },
    body: { ...sentOf(content), status, force },
    ifMatch: version,
  });
