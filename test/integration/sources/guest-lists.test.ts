import type { ReadSource, SourceContent } from '../../../src/domain/sources/sources.ts';
import { OutboundHttp } from '../../../src/integrations/outbound-http.ts';
import { GuestLists, guestsIn } from '../../../src/integrations/sources/guest-lists.ts';
import {
  aLumaGuest,
  aPosition,
  FakeLuma,
  FakePretix,
  type FakeShop,
  LUMA_KEY,
  PRETIX_TOKEN,
} from '../../support/fake-shops.ts';

const http = new OutboundHttp({ allowPrivate: true });
const lists = new GuestLists(http, { silenceSeconds: 1 });
const NEVER = new AbortController().signal;

afterAll(() => http.close());

type GuestSource = ReadSource & { readonly kind: 'pretix' | 'luma' };
const sourceOf = (kind: GuestSource['kind'], shop: FakeShop): GuestSource => ({
  id: 1,
  conference_id: 1,
  kind,
  url: shop.url,
  settings: kind === 'pretix' ? { organizer: 'octo', event: 'conf' } : { event: 'evt-1' },
  absent: 'keep',
  cursor: null,
});
async function guestsOf(content: SourceContent) {
  const guests = [];
  for await (const guest of guestsIn(content)) guests.push(guest);
  return guests;
}

describe('a list of pretix', () => {
  const read = async (shop: FakePretix, given: Partial<ReadSource> = {}) =>
    lists.fetch({ ...sourceOf('pretix', shop), ...given } as GuestSource, PRETIX_TOKEN, NEVER);

  test('has the positions of admission, over all pages, with the name of their item', async () => {
    await using shop = await new FakePretix().start();
    shop.put('AAA', [
      aPosition(1, { attendee_email: 'ada@example.org', company: 'Analytical' }),
      aPosition(2, { item: 2 }),
      aPosition(3, { addon_to: 10_001 }),
    ]);
    shop.put('BBB', [aPosition(1, { secret: 'b-secret', attendee_name_parts: null })]);
    shop.put('CCC', [aPosition(1, { secret: 'c-secret' })], { testmode: true });
    shop.put('DDD', [aPosition(1, { secret: 'd-secret' })], { status: 'n' });
    shop.put('EEE', [aPosition(1, { secret: 'e-secret' })], {
      status: 'n',
      valid_if_pending: true,
    });

    await using content = await read(shop);

    const guests = await guestsOf(content);
    expect(guests.filter(({ state }) => state === 'guest')).toEqual([
      {
        key: 'AAA-1',
        state: 'guest',
        order: 'AAA',
        row: {
          ticket_code: 'secret-of-position-1',
          email: 'ada@example.org',
          first_name: 'Ada',
          last_name: 'Lovelace',
          company: 'Analytical',
          ticket_type: 'Conference',
        },
      },
      expect.objectContaining({
        key: 'BBB-1',
        row: expect.objectContaining({ email: 'bbb@example.org', last_name: 'Lovelace' }),
      }),
      expect.objectContaining({ key: 'EEE-1' }),
    ]);
    expect(
      guests.flatMap((guest) => (guest.state === 'left_out' ? [guest.reason.message] : [])),
    ).toEqual(['admission is false', 'addon_to is 10001', 'testmode is true', 'status is n']);
  });

  test('says which tickets are cancelled: of canceled orders, expired ones, and canceled positions', async () => {
    await using shop = await new FakePretix().start();
    shop.put('AAA', [aPosition(1)], { status: 'c' });
    shop.put('BBB', [aPosition(1, { secret: 'b-secret' })], { status: 'e' });
    shop.put('CCC', [
      aPosition(1, { secret: 'c1-secret' }),
      aPosition(2, { secret: 'c2-secret', canceled: true }),
    ]);

    await using content = await read(shop);

    const cancelled = (await guestsOf(content)).filter(({ state }) => state === 'cancelled');
    expect(cancelled.map(({ key }) => key)).toEqual(['AAA-1', 'BBB-1', 'CCC-2']);
    expect(shop.calls[0]?.url.searchParams.get('include_canceled_positions')).toBe('true');
  });

  test('continues from the time of its first page, with an overlap of five minutes', async () => {
    await using shop = await new FakePretix().start();
    shop.put('AAA', [aPosition(1)]);
    await using whole = await read(shop);
    await using changes = await read(shop, { cursor: '2026-05-01T10:00:00.000Z' });

    expect(Date.parse(whole.cursor ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(shop.calls[0]?.url.searchParams.has('modified_since')).toBe(false);
    expect(shop.calls.at(-2)?.url.searchParams.get('modified_since')).toBe(
      '2026-05-01T09:55:00.000Z',
    );
    expect(changes.content_hash).toEqual(whole.content_hash);
  });

  test('costs one request when nothing has changed, and is unchanged then', async () => {
    await using shop = await new FakePretix().start();
    await using content = await read(shop, { cursor: '2026-05-01T10:00:00.000Z' });
    await using first = await read(shop);

    expect(content).toMatchObject({ isUnchanged: true, isEmpty: false });
    expect(first).toMatchObject({ isUnchanged: false, isEmpty: true });
    expect(shop.calls).toHaveLength(2);
  });

  test('has the same hash when the order of its pages differs, or what no guest list has', async () => {
    await using shop = await new FakePretix().start();
    shop.put('AAA', [aPosition(1)]);
    shop.put('BBB', [aPosition(1, { secret: 'b-secret' })]);
    await using before = await read(shop);
    shop.orders.delete('AAA');
    shop.put('AAA', [aPosition(1)], { payments: [{ state: 'confirmed' }], comment: 'paid' });
    await using after = await read(shop);
    shop.put('AAA', [aPosition(1, { company: 'Analytical' })]);
    await using changed = await read(shop);

    expect(after.content_hash).toEqual(before.content_hash);
    expect(changed.content_hash).not.toEqual(before.content_hash);
  });

  test('takes an order once that moves from one page to the next', async () => {
    await using shop = await new FakePretix().start();
    for (const code of ['AAA', 'BBB', 'CCC']) {
      shop.put(code, [aPosition(1, { secret: `${code}-secret` })]);
    }
    const { next } = shop;
    shop.next = (url) => {
      const first = shop.orders.get('AAA');
      if (first) shop.orders.set('ZZZ', { ...first });
      return next(url);
    };
    await using content = await read(shop);
    expect((await guestsOf(content)).map(({ key }) => key)).toEqual(['AAA-1', 'BBB-1', 'CCC-1']);
  });

  test('says which orders it cannot read, and reads the others', async () => {
    await using shop = await new FakePretix().start();
    shop.put('AAA', [aPosition(1), { positionid: 'x' }]);
    shop.put('BBB', [], { positions: null });
    await using content = await read(shop);
    const guests = await guestsOf(content);
    expect(guests.map(({ state }) => state)).toEqual(['guest', 'unreadable', 'unreadable']);
    expect(guests.map(({ key }) => key)).toEqual([
      'AAA-1',
      'AAA-?2',
      expect.stringMatching(/^unreadable-[0-9a-f]{16}$/),
    ]);
  });

  test('takes only the wanted items, in the language of the source', async () => {
    await using shop = await new FakePretix().start();
    shop.put('AAA', [aPosition(1), aPosition(2, { item: 3, secret: 'late-secret' })]);
    const settings = { organizer: 'octo', event: 'conf', lang: 'de', ticket_types: ['Konferenz'] };
    await using content = await read(shop, { settings });
    expect(await guestsOf(content)).toMatchObject([
      { state: 'guest', row: { ticket_type: 'Konferenz' } },
      { state: 'left_out', reason: { message: 'item is unknown' } },
    ]);
  });

  test('waits as long as the shop asks, and then goes on', async () => {
    await using shop = await new FakePretix().start();
    shop.put('AAA', [aPosition(1)]);
    shop.first.push({ status: 429, headers: { 'retry-after': '1' } });
    const started = performance.now();
    await using content = await read(shop);
    expect(await guestsOf(content)).toHaveLength(1);
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  test('ends at once while it waits, when its signal aborts', async () => {
    await using shop = await new FakePretix().start();
    shop.first.push({ status: 429, headers: { 'retry-after': '600' } });
    const abort = new AbortController();
    const reading = lists.fetch(sourceOf('pretix', shop), PRETIX_TOKEN, abort.signal);
    const failed = expect(reading).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    while (shop.calls.length === 0) await new Promise(setImmediate);
    abort.abort();
    await failed;
  });

  test.each([
    ['another origin', 'http://127.0.0.1:1/api/v1/orders/?page=2'],
    ['another scheme', 'https://127.0.0.1/orders/'],
    ['no address', 'http://['],
  ])('fails when its next page is at %s, and sends no token there', async (_name, next) => {
    await using shop = await new FakePretix().start();
    for (const code of ['AAA', 'BBB', 'CCC']) shop.put(code, [aPosition(1)]);
    shop.next = () => next;
    await expect(read(shop)).rejects.toMatchObject({
      message: 'The next page is at another origin',
    });
  });

  test.each([301, 302, 401, 403, 404, 410, 500])('fails with the status %i', async (status) => {
    await using other = await new FakePretix().start();
    await using shop = await new FakePretix().start();
    shop.first.push({ status, headers: { location: other.url } });
    await expect(read(shop)).rejects.toMatchObject({ name: 'SourceStatusError', status });
    expect(other.calls).toHaveLength(0);
  });

  test.each([
    ['no JSON', '<html>'],
    ['another JSON', { detail: 'hello' }],
  ])('fails when it is %s', async (_name, body) => {
    await using shop = await new FakePretix().start();
    shop.first.push({ body });
    await expect(read(shop)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});

describe('a list of Luma', () => {
  const read = (shop: FakeLuma) => lists.fetch(sourceOf('luma', shop), LUMA_KEY, NEVER);

  test('has the approved guests, with the code of their ticket and of its picture', async () => {
    await using shop = await new FakeLuma().start();
    shop.guests = [
      aLumaGuest('gst-1'),
      aLumaGuest('gst-2', { approval_status: 'declined' }),
      aLumaGuest('gst-3', { approval_status: 'session' }),
      aLumaGuest('gst-4', { user_first_name: null, user_last_name: null, event_tickets: [] }),
      { id: 'gst-5' },
    ];
    await using content = await read(shop);
    const guests = await guestsOf(content);
    expect(guests.map(({ state }) => state)).toEqual([
      'guest',
      'cancelled',
      'left_out',
      'guest',
      'unreadable',
    ]);
    expect(guests[0]).toMatchObject({
      key: expect.stringMatching(/^luma-[0-9a-f]{16}$/),
      order: null,
      row: {
        ticket_code: 'gst-1',
        scan_code: 'https://luma.com/check-in/evt-1?pk=g-gst-1',
        email: 'gst-1@example.org',
        first_name: 'Grace',
        last_name: 'Hopper',
        ticket_type: 'Standard',
      },
    });
    expect(guests[3]).toMatchObject({ row: { first_name: 'Grace', last_name: 'Hopper' } });
    expect(shop.calls.map(({ url }) => url.searchParams.get('event_id'))).toEqual(
      Array(3).fill('evt-1'),
    );
  });

  test('is unchanged by check-ins, and always whole', async () => {
    await using shop = await new FakeLuma().start();
    shop.guests = [aLumaGuest('gst-1')];
    await using before = await read(shop);
    const event_tickets = [{ name: 'Standard', checked_in_at: '2026-05-01T10:00:00Z' }];
    shop.guests = [aLumaGuest('gst-1', { event_tickets })];
    await using after = await read(shop);
    shop.guests = [];
    await using empty = await read(shop);
    expect(after.content_hash).toEqual(before.content_hash);
    expect(after.cursor).toBeNull();
    expect(empty).toMatchObject({ isEmpty: true, isUnchanged: false });
  });

  test('fails when a page repeats', async () => {
    await using shop = await new FakeLuma().start();
    const body = { entries: [], has_more: true, next_cursor: '2' };
    shop.first.push({ body }, { body }, { body });
    await expect(read(shop)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});
