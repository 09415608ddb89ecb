import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSchedule } from '../../../src/formats/schedules/schedule-file.ts';
import { fosdemXml, scheduleXml } from '../../support/schedules.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schedules-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Buffer, timezone = 'Europe/Vienna') {
  const path = join(folder, 'schedule');
  await writeFile(path, content);
  const schedule = await openSchedule(path, timezone);
  const cells = [];
  for await (const row of schedule?.rows ?? []) cells.push(row.cells);
  return { cells, warnings: schedule?.warnings.map(({ message }) => message) };
}
const json = (content: unknown) => read(JSON.stringify(content));

const FRAB = `<?xml version='1.0' encoding='utf-8' ?>
<!-- Made by hand. -->
<schedule>
<conference><acronym>sea26</acronym><title>Engines at Sea 2026</title>
<base_url>https://www.sea.example/schedule/</base_url></conference>
<day date='2026-05-14' start='2026-05-14T11:00:00+02:00' end='2026-05-15T04:00:00+02:00' index='1'>
<room name='Hall &amp; Foyer'>
<event guid='29aecfd7' id='6561'>
<date>2026-05-14T11:00:00+02:00</date><start>11:00</start><duration>00:30</duration>
<room>Hall &amp; Foyer</room><title><![CDATA[Looms <& nets>]]></title><subtitle>Of iron</subtitle>
<track>History</track><type>lecture</type><language>de_AT</language>
<abstract>&lt;p&gt;From the &lt;i&gt;loom&lt;/i&gt;.&lt;/p&gt;</abstract><description>&#220;ber alles.</description>
<url>https://sea.example/looms</url>
<persons><person id='1544'>Ada Lovelace</person><person guid='g-2'>Mary Somerville</person></persons>
<links><link href='https://sea.example/slides.pdf'>Slides</link><link href='mailto:a@sea.example'/></links>
</event>
<event id='6562'><start>01:30</start><duration>1:00</duration><title>Night cap</title></event>
</room></day>
</schedule>`;

describe('a schedule.xml', () => {
  it('is read as the tree of a schedule.json', async () => {
    const { cells } = await read(FRAB);
    expect(cells).toEqual([
      {
        title: 'Looms <& nets>',
        starts_at: '2026-05-14T09:00:00.000Z',
        ends_at: '2026-05-14T09:30:00.000Z',
        room: 'Hall & Foyer',
        track: 'History',
        kind: 'talk',
        language: 'de-AT',
        url: 'https://sea.example/looms',
        links: [{ title: 'Slides', url: 'https://sea.example/slides.pdf' }],
        description: 'Of iron\n\nFrom the loom.\n\nÜber alles.',
        speakers: [
          { name: 'Ada Lovelace', source: 'sea.example', person_key: 'id:1544' },
          { name: 'Mary Somerville', source: 'sea.example', person_key: 'guid:g-2' },
        ],
        import_key: '29aecfd7',
        import_source: 'sea.example',
      },
      expect.objectContaining({
        title: 'Night cap',
        starts_at: '2026-05-14T23:30:00.000Z',
        ends_at: '2026-05-15T00:30:00.000Z',
        room: 'Hall & Foyer',
        speakers: [],
        import_key: '6562',
      }),
    ]);
  });

  it('gives each person of FOSDEM the key of their number', async () => {
    const { cells } = await read(fosdemXml({ year: 2026, events: 3, host: 'fosdem.org' }));
    expect(cells.map(({ speakers }) => speakers)).toEqual([
      [{ name: 'FOSDEM Staff', source: 'fosdem.org', person_key: 'id:6' }],
      [{ name: 'Person 1', source: 'fosdem.org', person_key: 'id:101' }],
      [{ name: 'Person 2', source: 'fosdem.org', person_key: 'id:102' }],
    ]);
  });

  it('gives no biography to another name with the number', async () => {
    const xml = fosdemXml({ year: 2026, events: 3, host: 'fosdem.org' });
    const { cells } = await read(xml.replace('<person id="1">', '<person id="101">'));
    expect(cells[1]?.speakers).toMatchObject([{ bio: 'Speaks often.' }]);
    const other = xml.replace('<person id="1"><name>Person 1', '<person id="101"><name>Person 7');
    expect((await read(other)).cells[1]?.speakers).toMatchObject([{ bio: undefined }]);
  });

  it('without an address gives persons keys of their name and number', async () => {
    const { cells } = await read(fosdemXml({ year: 2018, events: 1 }));
    expect(cells).toMatchObject([
      {
        starts_at: '2018-02-01T08:00:00.000Z',
        import_key: '0',
        speakers: [{ source: 'fosdem', person_key: 'name:fosdem staff id:6' }],
      },
    ]);
  });

  it('is read in other encodings', async () => {
    const [utf16, latin1] = [Buffer.from(`\uFEFF${FRAB}`, 'utf16le'), FRAB.replace('Ada', 'Åda')];
    expect((await read(utf16)).cells).toHaveLength(2);
    expect((await read(Buffer.from(latin1, 'latin1'))).cells[0]).toMatchObject({
      speakers: [{ name: 'Åda Lovelace' }, {}],
    });
  });

  const bomb = Array.from({ length: 9 }, (_, n) =>
    n === 0 ? '<!ENTITY a0 "lol">' : `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`,
  ).join('');

  it.each([
    ['a document type', `<!DOCTYPE schedule SYSTEM "file:///etc/passwd">${FRAB.slice(40)}`],
    ['a billion laughs', `<?xml version="1.0"?><!DOCTYPE x [${bomb}]><schedule>&a8;</schedule>`],
    ['a declaration inside', FRAB.replace('<day ', '<!ENTITY x "y"><day ')],
  ])('with %s is refused', async (_what, content) => {
    await expect(read(content)).rejects.toThrow('expected XML without a document type');
  });

  it('does not resolve entities that it does not declare', async () => {
    const { cells } = await read(FRAB.replace('Night cap', 'Night &zzz; &lt;'));
    expect(cells[1]).toMatchObject({ title: 'Night &zzz; <' });
  });

  it.each([
    ['another document', '<html><body>Hello</body></html>', 'expected a schedule.xml'],
    ['no events', '<schedule><day date="2026-05-14"><entry/></day></schedule>', 'expected'],
    ['an end that is missing', FRAB.slice(0, -20), 'a complete schedule.xml'],
    [
      'elements in an event',
      FRAB.replace('<subtitle>', `${'<x/>'.repeat(3_000)}<subtitle>`),
      'elements in an event',
    ],
    ['deep elements', `<schedule>${'<a>'.repeat(100)}`, 'levels of nesting'],
  ])('with %s is refused', async (_what, content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });
});

const SESSION = {
  id: '101',
  title: 'Looms',
  description: 'From the loom.\r\n\r\nTo the store.',
  startsAt: '2026-05-14T09:00:00',
  endsAt: '2026-05-14T09:45:00',
  isServiceSession: false,
  isPlenumSession: false,
  roomId: 7,
  liveUrl: 'https://sea.example/live',
  recordingUrl: null,
  status: 'Accepted',
};
const LUNCH = {
  ...SESSION,
  id: '5b1f',
  title: 'Lunch',
  liveUrl: null,
  isServiceSession: true,
  isPlenumSession: true,
  speakers: [],
};
const ALL = {
  sessions: [
    { ...SESSION, speakers: ['guid-ada'], categoryItems: [20, 31], questionAnswers: [] },
    { ...LUNCH, categoryItems: [] },
    { ...SESSION, id: '102', startsAt: null, endsAt: null, roomId: null, speakers: [] },
  ],
  speakers: [
    {
      id: 'guid-ada',
      firstName: 'Ada',
      lastName: 'Lovelace',
      fullName: 'Ada Lovelace',
      bio: 'Wrote notes.',
      tagLine: 'Analyst',
      profilePicture: 'https://sea.example/ada.png',
      links: [],
    },
  ],
  questions: [],
  categories: [
    { id: 1, title: 'Track', items: [{ id: 20, name: 'History' }], type: 'session' },
    { id: 2, title: 'Session format', items: [{ id: 31, name: 'Workshop' }], type: 'session' },
  ],
  rooms: [{ id: 7, name: 'Great Hall', sort: 0 }],
};
const LOOMS = {
  title: 'Looms',
  starts_at: '2026-05-14T09:00:00',
  ends_at: '2026-05-14T09:45:00',
  room: 'Great Hall',
  track: 'History',
  kind: 'workshop',
  links: [{ title: 'Live stream', url: 'https://sea.example/live' }],
  description: 'From the loom.\n\nTo the store.',
  import_key: '101',
  import_source: 'sessionize.com',
};
const KEY = { source: 'sessionize.com', person_key: 'id:guid-ada' };

describe('the JSON of Sessionize', () => {
  it('is read from "All data", without the sessions that have no time', async () => {
    const { cells, warnings } = await json(ALL);
    const ada = {
      name: 'Ada Lovelace',
      title: 'Analyst',
      bio: 'Wrote notes.',
      photo_url: 'https://sea.example/ada.png',
    };
    expect(cells).toEqual([
      { ...LOOMS, speakers: [{ ...ada, ...KEY }] },
      expect.objectContaining({ title: 'Lunch', kind: 'break', track: null, speakers: [] }),
    ]);
    expect(warnings).toEqual(['Sessions without a time, which are left out: 1']);
  });

  const shown = {
    ...SESSION,
    room: 'Great Hall',
    speakers: [{ id: 'guid-ada', name: 'Ada Lovelace' }],
    categories: [
      { id: 1, name: 'Track', categoryItems: [{ id: 20, name: 'History' }], sort: 0 },
      { id: 2, name: 'Session format', categoryItems: [{ id: 31, name: 'Workshop' }], sort: 1 },
    ],
  };
  const named = { ...LOOMS, speakers: [{ name: 'Ada Lovelace', ...KEY }] };

  it('is read from "Sessions"', async () => {
    const groups = [{ groupId: 20, groupName: 'History', sessions: [shown] }];
    expect((await json(groups)).cells).toEqual([named]);
  });

  it('is read from "Schedule Grid", where a session of all rooms is one', async () => {
    const rooms = ['Great Hall', 'Attic'].map((name, index) => {
      const room = index === 0 ? 'Great Hall' : null;
      return { id: index, name, sessions: [...(room ? [shown] : []), { ...LUNCH, room }] };
    });
    const { cells } = await json([{ date: '2026-05-14T00:00:00', rooms, timeSlots: [] }]);
    expect(cells).toEqual([named, expect.objectContaining({ title: 'Lunch', room: 'Great Hall' })]);
  });

  it('does not trust an id of several speakers or rooms, and has a session in each of its slots', async () => {
    const other = { id: 'guid-ada', fullName: 'Mary Somerville' };
    const late = { ...ALL.sessions[0], startsAt: '2026-05-14T15:00:00' };
    const { cells, warnings } = await json({
      ...ALL,
      sessions: [ALL.sessions[0], late, { ...late, id: '103', speakers: ['guid-none'] }],
      speakers: [...ALL.speakers, other],
      rooms: [...ALL.rooms, { id: 7, name: 'Attic' }],
    });
    expect(cells).toMatchObject([
      { import_key: '101', starts_at: LOOMS.starts_at, room: null, speakers: [] },
      { import_key: '101', starts_at: '2026-05-14T15:00:00', room: null, speakers: [] },
      { import_key: '103', speakers: [] },
    ]);
    expect(warnings).toEqual([
      'Ids of several rooms, which name none of them: 1 (for example 7: “Great Hall”, “Attic”)',
      'Ids of several speakers, which name none of them: 1 (for example guid-ada: “Ada Lovelace”, “Mary Somerville”)',
      'Speakers without a name, who are left out: 3 (for example Looms)',
    ]);
  });

  it('has all sessions without an id', async () => {
    const { id: _, ...session } = SESSION;
    const { cells } = await json({ sessions: [session, { ...session, title: 'Nets' }] });
    expect(cells).toMatchObject([{ title: 'Looms' }, { title: 'Nets' }]);
  });

  it.each([[[]], [[{ date: '2026-05-14', rooms: [] }]], [{ sessions: [] }], [{ a: 1 }]])(
    'is refused as %j',
    async (given) => {
      await expect(json(given)).rejects.toThrow('expected');
    },
  );
});

describe('an item that does not take place, or not for everyone', () => {
  const DATE = '2027-02-01T10:00:00+01:00';
  const xmlOf = (more: string) => scheduleXml([{ title: 'Nets', date: DATE, more }]);
  const jsonOf = (more: object) => {
    const event = { title: 'Nets', date: DATE, duration: '00:30', ...more };
    const days = [{ date: '2027-02-01', rooms: { Quay: [event] } }];
    return JSON.stringify({ schedule: { conference: { title: 'Sea', days } } });
  };
  const left = (what: string) => `Items that ${what}, which are left out: 1 (for example “Nets”)`;

  it.each([
    [xmlOf('<state>canceled</state>'), left('the schedule has as cancelled')],
    [jsonOf({ status: 'Withdrawn' }), left('the schedule has as cancelled')],
    [jsonOf({ cancelled: true }), left('the schedule has as cancelled')],
    [jsonOf({ state: 'submitted' }), left('are not confirmed yet')],
    [xmlOf('<is_public>false</is_public>'), left('are not public')],
    [
      JSON.stringify({ sessions: [{ ...SESSION, title: 'Nets', status: 'Declined' }] }),
      left('the schedule has as cancelled'),
    ],
  ])('is left out with a warning: %#', async (content, warning) => {
    expect(await read(content)).toEqual({ cells: [], warnings: [warning] });
  });

  it.each([
    [xmlOf('<do_not_record>true</do_not_record>'), 'with `do_not_record`, which is not read'],
    [jsonOf({ do_not_stream: true }), 'with `do_not_stream`, which is not read'],
    [
      xmlOf('<recording><license/><optout>true</optout></recording>'),
      'with `optout` of recordings, which is not read',
    ],
    [jsonOf({ state: 'moved' }), 'in the state “moved”, which is not read'],
  ])('is imported with a warning about what is not read: %#', async (content, what) => {
    const { cells, warnings } = await read(content);
    expect(cells).toHaveLength(1);
    expect(warnings).toEqual([`Items ${what}: 1 (for example “Nets”)`]);
  });

  it.each([
    jsonOf({ state: 'confirmed', do_not_record: false }),
    xmlOf('<recording><optout>false</optout></recording>'),
  ])('is another one: %#', async (content) => {
    expect((await read(content)).warnings).toEqual([]);
  });

  it('is in its own room, and a warning says that another one lists it', async () => {
    const { cells, warnings } = await read(scheduleXml([{ date: DATE, room: 'Attic' }]));
    expect(cells).toMatchObject([{ room: 'Attic' }]);
    expect(warnings).toEqual([
      'Items whose `room` is not the one that lists them; `room` counts: 1 (for example “Attic” in “Quay”)',
    ]);
  });
});

it('is not a schedule if it is neither JSON nor XML', async () => {
  expect(await read('title,starts_at\nLooms,2026-05-14')).toEqual({
    cells: [],
    warnings: undefined,
  });
});
