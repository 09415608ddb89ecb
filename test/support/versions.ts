import type { TestApi } from './api.ts';
import { aConference, anAgendaItem, anEvent, aSpeaker } from './factories.ts';

/** The values of the parameters of a path. */
export type Params = Readonly<Record<string, number>>;

/** A resource that organizers edit, and the endpoints that edit it. */
export interface VersionedResource {
  /** The path of its GET. */
  readonly path: string;
  /** Inserts one. Returns the parameters of its paths, and what its edits need. */
  readonly insert: (api: TestApi) => Promise<Params>;
  /** The bodies of edits, by endpoint: each number edits something else. */
  readonly edits: Readonly<Record<string, (n: number, params: Params) => object>>;
  /** The endpoints that delete it. */
  readonly deletions: readonly string[];
}

export const VERSIONED_RESOURCES: Readonly<Record<string, VersionedResource>> = {
  conference: {
    path: '/admin/conferences/:id',
    insert: async ({ db }) => idOf(await aConference(db)),
    edits: { 'PUT /admin/conferences/:id': (n) => ({ name: `Name ${n}` }) },
    deletions: ['DELETE /admin/conferences/:id'],
  },
  event: {
    path: '/admin/events/:id',
    insert: async ({ db }) => idOf(await anEvent(db)),
    edits: { 'PUT /admin/events/:id': (n) => ({ title: `Title ${n}` }) },
    deletions: ['DELETE /admin/events/:id'],
  },
  'agenda item': {
    path: '/admin/agenda/:id',
    insert: async ({ db }) => idOf(await anAgendaItem(db, await aConference(db))),
    edits: { 'PUT /admin/agenda/:id': (n) => ({ room: `Room ${n}` }) },
    deletions: ['DELETE /admin/agenda/:id'],
  },
  speaker: {
    path: '/admin/speakers/:id',
    insert: async ({ db }) => idOf(await aSpeaker(db)),
    edits: { 'PUT /admin/speakers/:id': (n) => ({ bio: `Biography ${n}` }) },
    deletions: ['DELETE /admin/speakers/:id'],
  },
  'place in a lineup': {
    path: '/admin/speakers/:id',
    insert: async ({ db }) => {
      const [conference, speaker] = [await aConference(db), await aSpeaker(db)];
      return { ...idOf(speaker), conference_id: conference.id };
    },
    edits: {
      'PUT /admin/speakers/:id/conference': (n, { conference_id }) => ({
        conference_id,
        position: n + 1,
      }),
    },
    deletions: [],
  },
};

const idOf = ({ id }: { id: number }): Params => ({ id });

/** A request of an administrator to an endpoint, by its name and the parameters of its path. */
export function requestTo(api: TestApi, endpoint: string, params: Params) {
  const [method = '', path = ''] = endpoint.split(' ');
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  return api.admin()[method.toLowerCase() as 'get' | 'put' | 'patch' | 'delete'](`/api/v1${url}`);
}

/** The id in the ETag: that of the last parameter of the path. */
export const lastOf = (path: string, params: Params): number => {
  const [, name = ''] = /.*:(\w+)/.exec(path) ?? [];
  return params[name] ?? Number.NaN;
};
