import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aConnection, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

const CONNECTED = '/api/v1/connections/connected';

let api: TestApi;
let other: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('users').delete();
  await api.db('rate_limit_counters').delete();
  ada = await aUser(api.db, { first_name: 'Ada' });
});

const download = (format: string, user = ada, on = api) =>
  on.as(user).get(CONNECTED).query({ format }).buffer();
const linesOf = async (format: string, user = ada): Promise<string[]> => {
  const { text } = await download(format, user).expect(200);
  return text.replace('\uFEFF', '').trimEnd().split('\r\n');
};

describe('GET /connections/connected?format=…', () => {
  it('has what each connected user shows, the own note, and where the two met', async () => {
    const conference = await aConference(api.db, { name: 'By the Sea' });
    const bea = await aUser(api.db, {
      first_name: 'Bea',
      last_name: 'Müller',
      username: 'bea_m',
      contact_visibility: 'connections',
      company: '=cmd()',
      headline: null,
      job_title: 'Weaver, mender',
      socials: { github: 'bea', discord: 'bea' },
    });
    await aConnection(api.db, [bea, ada]);
    const [{ id }] = await api
      .db('connections')
      .update({ met_at: '2026-05-14T08:30:00.000Z', met_conference_id: conference.id })
      .returning('id');
    await api.as(ada).put(`/api/v1/connections/${id}/note`).send({ note: 'Looms' }).expect(200);
    await api.as(bea).put(`/api/v1/connections/${id}/note`).send({ note: 'Hers' }).expect(200);

    const csv = await download('csv').expect(200);
    expect(csv.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv/),
      'content-disposition': 'attachment; filename="contacts.csv"',
    });
    expect(await linesOf('csv')).toEqual([
      'first_name,last_name,username,headline,company,job_title,x,linkedin,github,instagram,facebook,youtube,tiktok,discord,farcaster,website,conference,met_at,connected_at,note',
      `Bea,Müller,bea_m,,'=cmd(),"Weaver, mender",,,https://github.com/bea,,,,,bea,,,By the Sea,2026-05-14T08:30:00.000Z,2026-05-14T09:00:00.000Z,Looms`,
    ]);
    const vcf = await download('vcf').expect(200);
    expect(vcf.headers).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': 'attachment; filename="contacts.vcf"',
    });
    expect(vcf.text.split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Müller;Bea;;;',
      'FN:Bea Müller',
      'ORG:=cmd()',
      'TITLE:Weaver\\, mender',
      'item1.URL:https://t.me/bea_m',
      'item1.X-ABLabel:telegram',
      'item2.URL:https://github.com/bea',
      'item2.X-ABLabel:github',
      'NOTE:Looms\\ndiscord: bea\\nBy the Sea\\, 2026-05-14',
      'END:VCARD',
      '',
    ]);

    await api.db('conferences').where({ id: conference.id }).update({ status: 'draft' });
    expect((await linesOf('csv'))[1]).toMatch(/,bea,,,,2026-05-14T08:30:00.000Z,/);
  });

  it('has accepted connections only, none with a blocked user, none of others', async () => {
    const [bea, cleo, dan, eve] = await people(api.db, 4);
    await aConnection(api.db, [ada, bea]);
    await aConnection(api.db, [cleo, ada]);
    await aConnection(api.db, [dan, ada], 'pending');
    await aConnection(api.db, [eve, bea]);
    await api.db('users').where({ id: cleo.id }).update({ is_blocked: true });
    expect(await linesOf('csv')).toEqual([
      expect.any(String),
      expect.stringMatching(`^${bea.first_name},`),
    ]);
    await api.as(bea).put(`/api/v1/users/${ada.id}/block`).expect(200);
    expect(await linesOf('csv')).toHaveLength(1);
    expect(await linesOf('vcf')).toEqual(['']);
  });

  it('reads all connections, in batches', async () => {
    const many = await people(api.db, 600);
    await api.db('connections').insert(
      many.map(({ id }, index) => ({
        requester_id: index % 2 ? id : ada.id,
        recipient_id: index % 2 ? ada.id : id,
        status: 'accepted',
        responded_at: '2026-05-14T09:00:00.000Z',
      })),
    );
    const names = (await linesOf('csv')).slice(1).map((line) => line.split(',')[0]);
    expect(names).toEqual(many.map(({ first_name }) => first_name));
    expect((await linesOf('vcf')).filter((line) => line === 'END:VCARD')).toHaveLength(600);
  });

  it('is limited to 10 files in 24 hours, over all processes; the list is not', async () => {
    const formats = ['csv', 'vcf'];
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        download(formats[n % 2] as string, ada, n % 3 ? api : other),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual(failure('RATE_LIMITED'));
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(86_000);
    await api.as(ada).get(CONNECTED).expect(200);
    await download('csv', await aUser(api.db)).expect(200);
  });

  it('refuses an unknown format without counting it', async () => {
    await api.as(ada).get(CONNECTED).query({ format: 'xlsx' }).expect(400);
    expect(await api.db('rate_limit_counters').where('key', 'like', 'contact%')).toEqual([]);
  });
});
