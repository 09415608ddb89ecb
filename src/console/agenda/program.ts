import { useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import type { Program } from './item-fields.tsx';

async function readSpeakers(conference_id: number): Promise<Program['speakers']> {
  const speakers: { id: number; name: string }[] = [];
  const params = { conference_id, limit: 100, sort: 'name' } as const;
  for await (const { id, name } of api.rows('listAdminSpeakers', { params })) {
    speakers.push({ id, name });
  }
  return speakers;
}

const NONE: readonly never[] = [];

export const useTracks = (conference_id: number) =>
  useQuery({
    queryKey: ['agenda', conference_id, 'tracks'],
    queryFn: async () =>
      (await api.call('listTracks', { params: { conference_id, limit: 1_000 } })).data,
  });

/** The rooms, tracks and speakers of a conference, which its items choose from. */
export function useProgram({ id: conference_id, timezone }: Conference) {
  const params = { conference_id, limit: 1_000 };
  const rooms = useQuery({
    queryKey: ['agenda', conference_id, 'rooms'],
    queryFn: async () => (await api.call('listRooms', { params })).data,
  });
  const tracks = useTracks(conference_id);
  const speakers = useQuery({
    queryKey: ['speakers', conference_id, 'names'],
    queryFn: () => readSpeakers(conference_id),
  });
  const program: Program = useMemo(
    () => ({
      conference_id,
      timezone,
      clock: wallTimeOf(timezone),
      rooms: rooms.data ?? NONE,
      tracks: tracks.data ?? NONE,
      speakers: speakers.data ?? NONE,
    }),
    [conference_id, timezone, rooms.data, tracks.data, speakers.data],
  );
  return { program, failed: [rooms, tracks, speakers].find(({ error }) => error) };
}
