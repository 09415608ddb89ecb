import type { Knex } from 'knex';
import type { Conference } from '../../src/domain/programme/conferences.ts';
import type { SourceReport } from '../../src/domain/sources/source-reports.ts';
import type { SourceRun, SourceView } from '../../src/domain/sources/stored-sources.ts';
import { type StartOptions, startApi, type TestApi } from './api.ts';
import { aConference, aUser } from './factories.ts';
import { FakeProgrammes, type FakeTalk } from './fake-programmes.ts';

export type ShownRun = SourceRun & { readonly report: SourceReport | null };

/** A talk on the first day of the conference, at a full hour of Berlin. */
export const talk = (guid: string, hour: number, fields: Partial<FakeTalk> = {}): FakeTalk => ({
  guid,
  title: `Talk ${guid}`,
  starts_at: `2026-06-10T${String(hour).padStart(2, '0')}:00:00+02:00`,
  ...fields,
});

export async function emptyProgramme(db: Knex): Promise<void> {
  const tables = ['notifications', 'agenda_items', 'events', 'conferences', 'speakers', 'users'];
  for (const table of tables) await db(table).delete();
}

const NEVER = new AbortController().signal;

/** The service with programs outside, and what an organizer and a worker do. */
export class SourcesTest implements AsyncDisposable {
  readonly api: TestApi;
  readonly fake: FakeProgrammes;

  private constructor(api: TestApi, fake: FakeProgrammes) {
    this.api = api;
    this.fake = fake;
  }

  static async start(options: StartOptions = {}): Promise<SourcesTest> {
    const fake = await FakeProgrammes.start();
    const env = { SOURCE_ALLOWED_HOSTS: '127.0.0.1', ...options.env };
    return new SourcesTest(await startApi({ ...options, env }), fake);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.api.close();
    await this.fake[Symbol.asyncDispose]();
  }

  /** A conference of three days in four weeks, in Berlin. */
  conference(fields: object = {}): Promise<Conference> {
    return aConference(this.api.db, {
      starts_on: '2026-06-10',
      ends_on: '2026-06-12',
      timezone: 'Europe/Berlin',
      ...fields,
    });
  }

  async create({ id }: Pick<Conference, 'id'>, body: object, key?: string): Promise<SourceView> {
    const given = { kind: 'schedule_json', name: 'pretalx', ...body };
    const path = `/api/v1/admin/conferences/${id}/sources`;
    return (await this.api.admin(key).post(path).send(given).expect(201)).body;
  }

  /** A source whose first run a person has applied. */
  async confirmed(conference: Pick<Conference, 'id'>, body: object): Promise<SourceView> {
    const source = await this.create(conference, body);
    await this.work();
    const { waiting_run_id } = await this.get(source);
    await this.apply(source, waiting_run_id ?? 0, { notify: false });
    return this.get(source);
  }

  /** A user who keeps an agenda item. */
  async keeper(agenda_item_id: number) {
    const user = await aUser(this.api.db);
    await this.api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id });
    return user;
  }

  pathOf({ conference_id, id }: Pick<SourceView, 'id' | 'conference_id'>): string {
    return `/api/v1/admin/conferences/${conference_id}/sources/${id}`;
  }

  async get(source: SourceView): Promise<SourceView> {
    return (await this.api.admin().get(this.pathOf(source)).expect(200)).body;
  }

  put(source: SourceView, body: object, key?: string) {
    return this.api.admin(key).put(this.pathOf(source)).send(body);
  }

  post(source: SourceView, path: string, body: object = {}, key?: string) {
    return this.api
      .admin(key)
      .post(`${this.pathOf(source)}/${path}`)
      .send(body);
  }

  async run(source: SourceView, id: number | null | undefined): Promise<ShownRun> {
    return (
      await this.api
        .admin()
        .get(`${this.pathOf(source)}/runs/${id}`)
        .expect(200)
    ).body;
  }

  async runs(source: SourceView): Promise<readonly SourceRun[]> {
    return (
      await this.api
        .admin()
        .get(`${this.pathOf(source)}/runs`)
        .expect(200)
    ).body.data;
  }

  async apply(source: SourceView, run: number, body: object = {}): Promise<ShownRun> {
    return (await this.post(source, `runs/${run}/apply`, body).expect(200)).body;
  }

  /** One run of the job of a worker. */
  work(api: Pick<TestApi, 'services'> = this.api) {
    return api.services.dueSources.run(NEVER);
  }

  /** Reads a source as its interval says, and returns the newest run with its report. */
  async next(source: SourceView): Promise<ShownRun> {
    await this.setDue(source);
    await this.work();
    const [newest] = await this.runs(source);
    return this.run(source, newest?.id);
  }

  /** Its interval is over. */
  async setDue({ id }: Pick<SourceView, 'id'>): Promise<void> {
    await this.api.db('sources').where({ id }).update({ next_run_at: '2000-01-01T00:00:00Z' });
  }
}
