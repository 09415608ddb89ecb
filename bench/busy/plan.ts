/** The requests of a mini app that opens, by the names in the results. The sign-in comes first. */
export const SCREENS = {
  me: '/users/me',
  state: '/users/me/state',
  conference: '/conferences/1',
  agenda: '/conferences/1/agenda',
  announcements: '/conferences/1/announcements',
  '50 events': '/events?conference_id=1&limit=50',
  'my events': '/events/my',
  favorites: '/agenda/my',
  inbox: '/notifications',
  quests: '/quests/my',
} as const;

export const RECOMMENDED = '/users/recommended';
/** One attendee in three asks for recommendations. */
export const RECOMMENDED_EVERY = 3;
/** The events that attendees register for, in turn. */
export const EVENTS = 50;

/** The requests of an attendee that can be measured alone. */
export const REQUESTS = ['login', ...Object.keys(SCREENS), 'recommended', 'stream'] as const;
export type RequestName = string;

/** Requests at a steady rate, each of another user: those with ids from `first` on. */
export interface Series {
  readonly first: number;
  readonly perSecond: number;
}

/** What the generator sends. */
export interface Plan {
  readonly urls: readonly string[];
  /** Client addresses that the proxy names, in turn. */
  readonly addresses: number;
  readonly seconds: number;
  readonly attendees: Series;
  readonly checkIns: Series;
  readonly registrations: Series;
  /** Sends this request of each attendee alone; all of them by default. */
  readonly only?: RequestName;
}

/** Milliseconds from the moment at which a request was due to the end of its answer. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface Outcome {
  /** By the name of the request, failed ones included. */
  readonly times: Readonly<Record<string, Times>>;
  /** The requests without a 2xx, by name and status: `login 429`. `error` stands for no answer. */
  readonly failures: Readonly<Record<string, number>>;
  /** The requests that were answered with 429, by the limit. */
  readonly refused: Readonly<Record<string, number>>;
  readonly attendees: number;
  /** How late the generator sent, in milliseconds. */
  readonly late: Times;
  readonly bytes: number;
}
