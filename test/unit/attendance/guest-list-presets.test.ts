import {
  guestList,
  nearestPreset,
  presetLike,
} from '../../../src/domain/attendance/guest-list-presets.ts';
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
    ['pretix', { status: 'not canceled' }, undefined],
    ['pretix', { 'admission item': 'No' }, 'admission item is No'],
    ['pretix', { admission: 'yes', status: 'paid' }, undefined],
    ...['admission', 'admission item', 'admission product'].flatMap((column) => [
      ['pretix', { [column]: 'False' }, `${column} is False`] as const,
      ['pretix', { [column]: 'piano' }, undefined] as const,
      ['pretix', { [column]: '007' }, undefined] as const,
    ]),
    ['pretix', { 'add-on to position id': '1', status: 'paid' }, 'add-on to position id is 1'],
    ['luma', { approval_status: 'x'.repeat(60) }, `approval_status is ${'x'.repeat(50)}`],
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

  it.each([
    ['luma', {}, { code: 'no_guest_status', params: { column: 'approval_status' } }],
    [
      'luma',
      { approval_status: 'declined' },
      { code: 'no_guest', params: { column: 'approval_status', value: 'declined' } },
    ],
  ] as const)('of %s says to a program why it leaves out %j', (preset, cells, why) => {
    expect(guestList(preset, {}).leftOut(cells)).toMatchObject(why);
  });

  it.each([
    [
      'pretix',
      { 'attendee name: given name': 'Ada', 'attendee name: family name': 'L' },
      { first_name: 'Ada', last_name: 'L' },
    ],
    [
      'pretix',
      { 'attendee name: first name': 'Ada', 'attendee name: last name': 'L' },
      { first_name: 'Ada', last_name: 'L' },
    ],
    [
      'pretix',
      { 'attendee name': 'Ada', company: 'Looms', product: 'VIP', 'e-mail': 'a@x.io' },
      { first_name: 'Ada', company: 'Looms', ticket_type: 'VIP', email: 'a@x.io' },
    ],
    [
      'luma',
      {
        guest_id: 'g',
        api_id: 'a',
        qr_code_url: 'u',
        ticket_name: 'VIP',
        first_name: 'Ada',
        last_name: 'L',
      },
      { ticket_code: 'g', scan_code: 'u', ticket_type: 'VIP', first_name: 'Ada', last_name: 'L' },
    ],
    ['luma', { guest_api_id: 'g', api_id: 'a' }, { ticket_code: 'g' }],
    ['luma', { api_id: 'a' }, { ticket_code: 'a' }],
    [
      'eventbrite',
      { 'barcode number': '1', 'attendee email': 'a@x.io', 'first name': 'Ada', 'last name': 'L' },
      { ticket_code: '1', email: 'a@x.io', first_name: 'Ada', last_name: 'L' },
    ],
    [
      'eventbrite',
      { barcode: '1', 'email address': 'a@x.io', surname: 'L', company: 'Looms' },
      { ticket_code: '1', email: 'a@x.io', last_name: 'L', company: 'Looms' },
    ],
    [
      'eventbrite',
      { 'attendee first name': 'Ada', 'attendee last name': 'L', 'job title': 'Engineer' },
      { first_name: 'Ada', last_name: 'L', job_title: 'Engineer' },
    ],
    [
      'eventbrite',
      { name: 'Ada', 'attendee surname': 'L', 'ticket type': 'VIP' },
      { last_name: 'L', ticket_type: 'VIP' },
    ],
  ] as const)('of %s reads %j', (preset, cells, row) => {
    expect(guestList(preset, {}).rowOf(cells)).toEqual(row);
  });

  it('of the organizer has columns of its own', () => {
    const keys = ['messenger_id', 'username', 'ticket_code', 'email'];
    const own = guestList(undefined, undefined);
    expect(own).toMatchObject({ keys, required: [], hasRepeated: false });
    expect(own.known).toEqual(own.columns);
    expect(own.columns).toEqual(expect.arrayContaining([...keys, 'name', 'full_name']));
    expect(own.naming).toEqual([
      'messenger_id',
      'username',
      'name',
      'full_name',
      'attendee_name',
      'guest_name',
      'first_name',
      'last_name',
    ]);
    expect(own.rowOf({ full_name: 'Ada Lovelace' })).toEqual({
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
  });

  it('of named columns has them alone', () => {
    const named = guestList(undefined, { name: 'Who', email: 'Mail' });
    expect(named).toMatchObject({
      keys: ['mail', 'who'],
      required: [],
      known: [],
      columns: ['mail', 'who'],
      naming: ['who'],
      hasRepeated: true,
    });
  });

  it('of a shop has the columns that decide on a row', () => {
    const luma = guestList('luma', undefined);
    expect(luma).toMatchObject({ required: ['approval_status'], known: [], hasRepeated: true });
    expect(luma.columns.at(-1)).toBe('approval_status');
    expect(luma.columns).toHaveLength(new Set(luma.columns).size);
    expect(guestList('pretix', undefined).columns).toContain('admission item');
  });

  it.each([{ first_name: 'Given' }, { last_name: 'Family' }])(
    'reads no whole name beside %j',
    (columns) => {
      const cells = { name: 'Ada Lovelace', given: 'A', family: 'L' };
      const unnamed = { name: 'Ada Lovelace', email: 'a@x.io' };
      expect(guestList('luma', columns).rowOf(unnamed)).toEqual({ email: 'a@x.io' });
      expect(guestList('luma', columns).naming).not.toContain('name');
      const [[field, column] = ['', '']] = Object.entries(columns);
      expect(guestList('luma', columns).rowOf(cells)).toEqual({
        [field]: column === 'Given' ? 'A' : 'L',
      });
    },
  );

  it.each([
    ['Ada  King', { first_name: 'Ada', last_name: 'King' }],
    [' King', { first_name: '', last_name: 'King' }],
    ['Ada', { first_name: 'Ada' }],
  ])('splits %j', (name, row) => {
    expect(guestList('luma', {}).rowOf({ name })).toEqual(row);
  });
});

it.each([
  [['order code', 'secret', 'total'], 'pretix'],
  [['order code', 'total'], undefined],
  [['guest_id', 'qr_code_url'], 'luma'],
  [['email', 'name', 'company'], undefined],
  [['attendee first name', 'barcode #', 'email'], 'eventbrite'],
])('the columns %j are nearest to the list of %p', (columns, preset) => {
  expect(nearestPreset(columns)).toBe(preset);
});
