import {
  changesShown,
  type StoredChanges,
  statesNow,
} from '../../../src/domain/messaging/change-notifications.ts';
import type { SubjectNow } from '../../../src/domain/messaging/subjects.ts';

const at = (hour: number) => `2026-05-14T${String(hour).padStart(2, '0')}:00:00.000Z`;
const fields = { status: 'scheduled', starts_at: at(9), ends_at: at(10), room: 'Attic' };
const state = (given: object = {}) => ({
  ...fields,
  title: 'Looms',
  timezone: 'UTC',
  event_id: null,
  place: 'Attic',
  ...given,
});
const notice = (given: object): StoredChanges => ({
  data: { agenda_item_id: 7 },
  before: { 'agenda_item:7': fields },
  args: { 'agenda_item:7': state(given) },
});

describe('a notice of changes', () => {
  it.each([
    ['a new room', { room: 'Hall' }, 'agenda_item_updated', ['room']],
    ['another end', { ends_at: at(11) }, 'agenda_item_updated', ['ends_at']],
    ['a cancellation', { status: 'cancelled' }, 'agenda_item_cancelled', ['status']],
    ['nothing', {}, 'agenda_item_updated', []],
    ['another title', { title: 'Dyes' }, 'agenda_item_updated', []],
  ])('of %s has the differing fields', (_what, given, type, changed) => {
    const shown = changesShown(notice(given), 'agenda_item_updated');
    expect(shown.type).toBe(type);
    expect(Object.keys(shown.data.changes as object)).toEqual(changed);
  });

  it('of a conference that is over says why', () => {
    const conference = { name: 'Sea', status: 'published', starts_on: '2026-05-14' };
    const stored = {
      data: { conference_id: 3 },
      before: { 'conference:3': { status: 'published' } },
      args: { 'conference:3': { ...conference, status: 'archived' } },
    } as unknown as StoredChanges;
    expect(changesShown(stored, 'conference_updated')).toMatchObject({
      type: 'conference_cancelled',
      args: { name: 'Sea', reason: 'archived' },
      data: { conference_id: 3, reason: 'archived' },
    });
  });
});

describe('a notice of many', () => {
  const many: StoredChanges = {
    data: { conference_id: 3 },
    before: { 'agenda_item:7': fields, 'agenda_item:8': fields, 'agenda_item:9': fields },
    args: {
      'agenda_item:7': state({ starts_at: at(12), event_id: 4 }),
      'agenda_item:8': state({ title: 'Same' }),
      'agenda_item:9': state({ title: 'Dyes', starts_at: at(8) }),
    },
  };

  it('names what differs, by start', () => {
    expect(changesShown(many, 'programme_changed')).toMatchObject({
      args: { conference: null, lines: [{ title: 'Dyes' }, { title: 'Looms' }], more: 0 },
      data: {
        conference_id: 3,
        event_ids: [4],
        agenda_item_ids: [9, 7],
        changes: [
          { agenda_item_id: 9, event_id: null, changes: { starts_at: { to: at(8) } } },
          { agenda_item_id: 7, event_id: 4 },
        ],
      },
    });
  });

  it('names all in a chat', () => {
    const { data } = changesShown(many, 'programme_changed', 'all');
    expect(data.agenda_item_ids).toEqual([9, 8, 7]);
  });

  it('of an import has items in the data only', () => {
    const imported = { ...many, data: { conference_id: 3, conference: 'Sea' } };
    const { args, data } = changesShown(imported, 'programme_changed');
    expect(args).toEqual({ conference: 'Sea', lines: [], more: 0 });
    expect(data).toEqual({ conference_id: 3, event_ids: [4], agenda_item_ids: [9, 7] });
  });
});

describe('the states of now', () => {
  it.each<[string, SubjectNow | undefined, string]>([
    ['those of the row', { kind: 'thing', ...state({ status: 'scheduled' }) }, 'scheduled'],
    ['cancelled without a row', undefined, 'cancelled'],
  ])('are %s', (_what, now, status) => {
    const things = new Map(now ? [['agenda_item:7', now]] : []);
    expect(statesNow(notice({}).args, things)).toMatchObject({ 'agenda_item:7': { status } });
  });
});
