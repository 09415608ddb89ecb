import { guestList, presetLike } from '../../../src/domain/attendance/guest-list-presets.ts';
import { GUEST_LIST_HEADERS, type GuestListHeader, PRESET_OF } from '../../support/guest-lists.ts';

const LISTS = Object.keys(GUEST_LIST_HEADERS) as GuestListHeader[];
const columnsOf = (list: GuestListHeader) => GUEST_LIST_HEADERS[list].toLowerCase().split(',');

describe('presetLike', () => {
  it.each(LISTS)('recognizes %s', (list) => {
    expect(presetLike(columnsOf(list))).toBe(PRESET_OF[list]);
  });

  it.each([
    [['messenger_id', 'username', 'ticket_code', 'email', 'first_name', 'ticket_type']],
    [['name', 'email', 'company']],
    [['order code', 'price']],
  ])('does not recognize %j', (columns) => {
    expect(presetLike(columns)).toBeUndefined();
  });
});

describe('guestList', () => {
  it.each(LISTS)('finds its required columns and a key in %s', (list) => {
    const { keys, required } = guestList(PRESET_OF[list], {});
    expect(columnsOf(list)).toEqual(expect.arrayContaining([...required]));
    expect(columnsOf(list).some((name) => keys.includes(name))).toBe(true);
  });

  it.each([
    [{ secret: 'k3y', 'order code': 'AB1CD', 'position id': '2' }, 'k3y'],
    [{ 'ticket secret': 'k3y', 'order code': 'AB1CD', 'position id': '2' }, 'k3y'],
    [{ 'order code': 'AB1CD', 'position id': '2' }, 'AB1CD-2'],
    [{ 'order code': 'AB1CD' }, undefined],
  ])('has the ticket code of pretix from %j', (cells, code) => {
    expect(guestList('pretix', {}).rowOf(cells).ticket_code).toBe(code);
  });

  it.each([
    [{ 'barcode #': '1114', 'attendee #': '18' }, '1114'],
    [{ 'attendee #': '18' }, '18'],
  ])('has the ticket code of Eventbrite from %j', (cells, code) => {
    expect(guestList('eventbrite', {}).rowOf(cells).ticket_code).toBe(code);
  });

  it.each([
    [{ 'attendee email': 'a@x.io', email: 'buyer@x.io' }, 'a@x.io'],
    [{ email: 'buyer@x.io' }, 'buyer@x.io'],
  ])('prefers the address of the attendee in %j', (cells, email) => {
    expect(guestList('pretix', {}).rowOf(cells).email).toBe(email);
  });

  it.each([
    [{ name: 'Ada King Lovelace' }, { first_name: 'Ada King', last_name: 'Lovelace' }],
    [{ name: '王小明' }, { first_name: '王小明' }],
    [{ name: 'A. L.', last_name: 'Lovelace' }, { last_name: 'Lovelace' }],
  ])('has the names of %j', (cells, row) => {
    expect(guestList('luma', {}).rowOf(cells)).toEqual(row);
  });

  it('reads a cell that the guest of Eventbrite has not filled in as empty', () => {
    const cells = { 'attendee #': '18', 'first name': 'Info Requested', email: 'Info Requested' };
    expect(guestList('eventbrite', {}).rowOf(cells)).toEqual({ ticket_code: '18' });
  });

  it.each([
    ['luma', { approval_status: 'approved' }, undefined],
    ['luma', { approval_status: 'declined' }, 'approval_status is declined'],
    ['luma', { approval_status: 'pending_approval' }, 'approval_status is pending_approval'],
    ['luma', {}, 'approval_status is empty'],
    ['eventbrite', { 'attendee status': 'Attending' }, undefined],
    ['eventbrite', { 'attendee status': 'Checked In' }, undefined],
    ['eventbrite', { 'attendee status': 'Not Attending' }, 'attendee status is Not Attending'],
    ['pretix', { status: 'paid' }, undefined],
    ['pretix', { status: 'Canceled (paid fee)' }, 'status is Canceled (paid fee)'],
    ['pretix', { status: 'canceled' }, 'status is canceled'],
    ['pretix', {}, undefined],
    [undefined, { status: 'canceled' }, undefined],
  ] as const)('of %s leaves out %j: %s', (preset, cells, reason) => {
    expect(guestList(preset, {}).leftOut(cells)?.message).toBe(reason);
  });

  it('reads named columns in any letter case, in place of those of the preset', () => {
    const list = guestList('luma', { company: 'What company do you work for/with?' });
    const cells = { email: 'a@x.io', 'what company do you work for/with?': 'Engines' };
    expect(list.rowOf(cells)).toEqual({ email: 'a@x.io', company: 'Engines' });
    expect(list.columns).toContain('what company do you work for/with?');
    expect(guestList(undefined, { ticket_code: ' Secret ' }).rowOf({ secret: 'k3y' })).toEqual({
      ticket_code: 'k3y',
    });
  });
});
