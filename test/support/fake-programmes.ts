import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A talk of a programme. */
export interface FakeTalk {
  readonly guid: string;
  readonly title: string;
  /** An instant. */
  readonly starts_at: string;
  readonly minutes?: number;
  readonly room?: string;
  readonly speaker?: string;
  readonly abstract?: string;
}

/**
 * Programs of call for papers and calendars, over real HTTP: pretalx, Sessionize, and any file. As pretalx
 * does, it sends an ETag in quotes and compares `If-None-Match` without them, so a correct client never
 * gets 304.
 */
export class FakeProgrammes implements AsyncDisposable {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  readonly #answers = new Map<string, Answer>();
  /** The paths that were asked for. */
  readonly requests: string[] = [];
  url = '';

  static async start(): Promise<FakeProgrammes> {
    const fake = new FakeProgrammes();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    const { port } = fake.#server.address() as AddressInfo;
    fake.url = `http://127.0.0.1:${port}`;
    return fake;
  }

  /** Serves a released schedule at the address of pretalx; returns the address. */
  release(event: string, talks: readonly FakeTalk[], options: { lang?: string } = {}): string {
    const lang = options.lang ? `?lang=${options.lang}` : '';
    const path = `/${event}/schedule/export/schedule.json`;
    this.serve(`${path}${lang}`, JSON.stringify(pretalx(this.url, event, talks)));
    return `${this.url}${path}`;
  }

  /** Serves a body; returns the address. */
  serve(path: string, body: string, type = 'application/json'): string {
    const etag = createHash('sha1').update(body).digest('hex');
    return this.on(path, (request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': type, etag: `"${etag}"` }).end(body);
    });
  }

  /** Answers a path in any other way; returns the address. */
  on(path: string, answer: Answer): string {
    this.#answers.set(path, answer);
    return `${this.url}${path}`;
  }

  /** Answers a path with a status. */
  fail(path: string, status: number): string {
    return this.on(path, (_, response) => void response.writeHead(status).end());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    this.requests.push(path);
    const answer = this.#answers.get(path);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  }
}

/** A schedule.json of pretalx. */
function pretalx(url: string, event: string, talks: readonly FakeTalk[]): object {
  const days = Map.groupBy(talks, ({ starts_at }) => starts_at.slice(0, 10));
  const starts = [...days.keys()].sort();
  return {
    generator: { name: 'pretalx', version: '2026.2.0' },
    schedule: {
      url: `${url}/${event}/schedule/`,
      version: createHash('sha1').update(JSON.stringify(talks)).digest('hex').slice(0, 6),
      base_url: url,
      conference: {
        acronym: event,
        title: 'Computing by the Sea',
        start: starts[0],
        end: starts.at(-1),
        daysCount: starts.length,
        time_zone_name: 'Europe/Berlin',
        url: `${url}/${event}/`,
        days: starts.map((date, index) => ({
          index: index + 1,
          date,
          rooms: roomsOf(days.get(date) ?? []),
        })),
      },
    },
  };
}

function roomsOf(talks: readonly FakeTalk[]): object {
  const rooms = Map.groupBy(talks, ({ room = 'Dock 1' }) => room);
  return Object.fromEntries([...rooms].map(([room, list]) => [room, list.map(talkOf)]));
}

function talkOf(talk: FakeTalk, index: number): object {
  const { guid, title, starts_at, minutes = 30, room = 'Dock 1', speaker, abstract = '' } = talk;
  const duration = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const persons = speaker
    ? [{ guid: `person-${speaker}`, name: speaker, public_name: speaker }]
    : [];
  return {
    guid,
    id: index + 1,
    date: starts_at,
    duration,
    room,
    title,
    abstract,
    persons,
    links: [],
  };
}

/** The view "All" of Sessionize; `startsAt` is a local time. */
export const sessionize = (talks: readonly FakeTalk[]): string =>
  JSON.stringify({
    sessions: talks.map(({ guid, title, starts_at, minutes = 30 }) => ({
      id: guid,
      title,
      description: null,
      startsAt: starts_at,
      endsAt: new Date(Date.parse(`${starts_at}Z`) + minutes * 60_000).toISOString().slice(0, 19),
      isServiceSession: false,
      isPlenumSession: false,
      speakers: [],
      categoryItems: [],
      questionAnswers: [],
      roomId: 1,
    })),
    speakers: [],
    questions: [],
    categories: [],
    rooms: [{ id: 1, name: 'Dock 1', sort: 0 }],
  });

/** An iCalendar file, which many programs stamp again at each request. */
export const icalendar = (talks: readonly FakeTalk[], stamp = '20260101T000000Z'): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fake//EN',
    ...talks.flatMap(({ guid, title, starts_at, minutes = 30, room = 'Dock 1' }) => [
      'BEGIN:VEVENT',
      `UID:${guid}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${compact(Date.parse(starts_at))}`,
      `DTEND:${compact(Date.parse(starts_at) + minutes * 60_000)}`,
      `SUMMARY:${title}`,
      `LOCATION:${room}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const compact = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
