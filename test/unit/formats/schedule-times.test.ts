import { scheduleIn } from '../../../src/formats/schedules/schedule-file.ts';

interface Given {
  readonly event: object;
  readonly day?: object;
  readonly conference?: object;
  readonly timezone?: string;
}

async function read({ event, day, conference, timezone = 'Europe/Berlin' }: Given) {
  const item = { title: 'Looms', duration: '00:45', ...event };
  const days = [{ date: '2027-05-26', ...day, rooms: { Quay: [item] } }];
  const given = { schedule: { conference: { title: 'Sea', ...conference, days } } };
  const { rows, warnings } = scheduleIn(given, timezone);
  const times = [];
  for await (const { cells } of rows) times.push([cells.starts_at, cells.ends_at]);
  return { times, warnings: warnings.map(({ message }) => message) };
}
const NINE = ['2027-05-26T07:30:00.000Z', '2027-05-26T08:15:00.000Z'];
const differ = (what: string) =>
  `Items whose \`date\` and \`start\` differ; \`date\` counts: 1 (for example “Looms”, ${what})`;

describe('the start of an item', () => {
  it.each([
    ['an instant', { date: '2027-05-26T09:30:00+02:00', start: '09:30' }],
    ['an instant of another offset', { date: '2027-05-26T08:30:00+01:00', start: '08:30' }],
    ['an instant in UTC and a local time', { date: '2027-05-26T07:30:00Z', start: '9:30:00' }],
    ['a local time with a day', { date: '2027-05-26T09:30:00', start: '09:30' }],
    ['a time of day', { start: '9:30' }],
    ['a day and a time of day', { date: '2027-05-26', start: '09:30' }],
  ])('is read from %s', async (_what, event) => {
    expect(await read({ event })).toEqual({ times: [NINE], warnings: [] });
  });

  it.each([
    [{ date: '2027-05-26T09:30:00+02:00', start: '07:30' }, differ('09:30 against 07:30')],
    // An export that writes the local time as UTC: only the zone of the conference tells.
    [
      { date: '2027-05-26T07:30:00Z', start: '07:30' },
      differ('09:30 in Europe/Berlin against 07:30'),
    ],
  ])('is `date`, and a warning says that `start` differs: %j', async (event, warning) => {
    expect(await read({ event })).toEqual({ times: [NINE], warnings: [warning] });
  });

  it('without an offset is in the zone that the schedule states', async () => {
    const conference = { time_zone_name: 'Europe/London' };
    const { times, warnings } = await read({ event: { start: '08:30' }, conference });
    expect(times).toEqual([NINE]);
    expect(warnings).toEqual([
      'Items with the clock of Europe/London, and not of Europe/Berlin as the conference here: 1 (for example “Looms”)',
    ]);
    const unknown = { time_zone_name: 'Atlantis' };
    expect(await read({ event: { start: '09:30' }, conference: unknown })).toEqual({
      times: [NINE],
      warnings: ['The time zone “Atlantis” is not known; Europe/Berlin is used instead'],
    });
  });

  it('has the offset of the zone that the schedule states, else a warning says so', async () => {
    const conference = { time_zone_name: 'Europe/Berlin' };
    const event = { date: '2027-05-26T07:30:00+00:00' };
    expect(await read({ event, conference })).toEqual({
      times: [NINE],
      warnings: [
        'Items whose `date` has not the offset of Europe/Berlin; `date` counts: 1 (for example “Looms”)',
      ],
    });
  });
});

describe('the day of an item', () => {
  it.each([
    ['the next morning', { date: '2027-05-27T01:30:00+02:00' }, {}],
    [
      'a night until the end of the day',
      { date: '2027-05-27T08:30:00+02:00' },
      {
        day_start: '2027-05-26T09:00:00+02:00',
        day_end: '2027-05-27T08:59:00+02:00',
      },
    ],
  ])('can be %s', async (_what, event, day) => {
    expect((await read({ event, day })).warnings).toEqual([]);
  });

  it.each(['2027-05-28T01:30:00+02:00', '2027-05-27T11:00:00+02:00', '2026-05-26T11:00:00+02:00'])(
    'is that of `date`, and a warning says that another one lists it: %s',
    async (date) => {
      const { times, warnings } = await read({ event: { date } });
      expect(times[0]?.[0]).toBe(new Date(date).toISOString());
      expect(warnings).toEqual([
        `Items on another day than the one that lists them; \`date\` counts: 1 (for example “Looms”, ${date.slice(0, 10)} against 2027-05-26)`,
      ]);
    },
  );
});

describe('the end of an item', () => {
  it.each([
    ['00:45', '2027-05-26T08:15:00.000Z'],
    ['45', '2027-05-26T08:15:00.000Z'],
    ['00:45:00', '2027-05-26T08:15:00.000Z'],
    ['1:00:45', '2027-05-27T08:15:00.000Z'],
  ])('is the start and a duration of %s', async (duration, end) => {
    const { times } = await read({ event: { date: '2027-05-26T09:30:00+02:00', duration } });
    expect(times).toEqual([[NINE[0], end]]);
  });

  it.each(['-00:30', 'PT45M', '99999999999:00:00', ''])('is unknown with %j', async (duration) => {
    const { times } = await read({ event: { date: '2027-05-26T09:30:00+02:00', duration } });
    expect(times).toEqual([[NINE[0], null]]);
  });

  it('is a number of minutes after the start also when clocks change between them', async () => {
    const event = { start: '01:30', duration: '02:00' };
    const day = { date: '2027-03-28', day_start: '00:00' };
    expect((await read({ event, day })).times).toEqual([
      ['2027-03-28T00:30:00.000Z', '2027-03-28T02:30:00.000Z'],
    ]);
  });

  it('is `duration`, and a warning says that `end` differs', async () => {
    const event = { date: '2027-05-26T09:30:00+02:00', end: '2028-05-26T10:15:00+02:00' };
    expect(await read({ event })).toEqual({
      times: [NINE],
      warnings: [
        'Items whose `end` is not `duration` after their start; `duration` counts: 1 (for example “Looms”)',
      ],
    });
    const end = '2027-05-26T10:15:00+02:00';
    expect((await read({ event: { ...event, end, duration: null } })).times).toEqual([NINE]);
  });
});
