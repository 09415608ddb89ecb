import { sameName } from '../../domain/programme/agenda-imports.ts';
import { type Json, recordOf, textOf } from './json-values.ts';
import type { ScheduleNotes } from './schedule-notes.ts';

const CANCELLED = /^(cancel|withdraw|reject|declin|delet)/i;
const OPEN = /^(draft|pending|submitted|nominated|waitlist|tentative|unconfirmed|accept_queue)/i;
const KNOWN = /^(accepted|confirmed|scheduled|published|public|active)$/i;

const isYes = (value: unknown): boolean =>
  value === true || /^(true|yes|1)$/i.test(textOf(value) ?? '');
const isNo = (value: unknown): boolean =>
  value === false || /^(false|no|0)$/i.test(textOf(value) ?? '');

/**
 * Whether an item takes place and is for everyone. Notes what is left out, and what is imported although
 * the schedule says more of it than we keep.
 */
export function isShown(event: Json, notes: ScheduleNotes): boolean {
  const title = textOf(event.title);
  const add = (remark: string, code: string) =>
    notes.add(remark, code, title && `“${title.slice(0, 100)}”`);
  const state = textOf(event.state) ?? textOf(event.status) ?? '';
  const isCancelled = CANCELLED.test(state) || isYes(event.cancelled ?? event.canceled);
  const hidden = [event.is_public, event.public, event.is_visible].some(isNo);
  if (isCancelled) add('Items that the schedule has as cancelled, which are left out', 'cancelled');
  else if (OPEN.test(state))
    add('Items that are not confirmed yet, which are left out', 'not_confirmed');
  else if (hidden || isYes(event.hidden) || isYes(event.private)) {
    add('Items that are not public, which are left out', 'not_public');
  } else {
    if (state !== '' && !KNOWN.test(state))
      add(`Items in the state “${state.slice(0, 40)}”, which is not read`, 'state');
    for (const field of ['do_not_record', 'do_not_stream']) {
      if (isYes(event[field])) add(`Items with \`${field}\`, which is not read`, 'recording');
    }
    if (isYes(recordOf(event.recording).optout))
      add('Items with `optout` of recordings, which is not read', 'recording');
    return true;
  }
  return false;
}

/** The room of an item; its own counts before that of the list in which it is. */
export function roomOf(event: Json, listed: string, notes: ScheduleNotes): string {
  const own = textOf(event.room);
  if (own !== null && listed.trim() !== '' && sameName(own) !== sameName(listed)) {
    notes.add(
      'Items whose `room` is not the one that lists them; `room` counts',
      'room',
      `“${own}” in “${listed}”`,
    );
  }
  return own ?? listed;
}
