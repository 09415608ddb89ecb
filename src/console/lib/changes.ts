import { useEffect } from 'preact/hooks';
import { api, queries } from './api.ts';

/** The queries that a topic of the live stream makes old, by the first part of their keys. */
const READS: Readonly<Record<string, readonly string[]>> = {
  check_in: ['statistics', 'door', 'attendees'],
  attendance: ['statistics', 'door', 'attendees', 'events'],
  submission: ['statistics', 'submissions', 'quests', 'board'],
  registration_request: ['statistics', 'requests', 'quests'],
  side_event: ['statistics', 'side-events', 'events'],
  broadcast: ['statistics', 'broadcasts'],
  feedback: ['statistics', 'feedback'],
  agenda: ['agenda', 'readiness'],
  question: ['questions'],
};

/** How long the service shares the counts of a list: a read right after a change can have those before it. */
const SHARED_MS = 1_000;
const late = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads again what a change makes old, and once more when its counts are no longer shared. */
export async function refresh(...names: readonly string[]): Promise<void> {
  for (const name of names) late.add(name);
  clearTimeout(timer);
  timer = setTimeout(() => {
    void invalidate([...late]);
    late.clear();
  }, SHARED_MS);
  await invalidate(names);
}

const invalidate = (names: readonly string[]) =>
  queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(String(name)) });

/** Reads again what others change, within a second. */
export function useChanges(conference_id: number): void {
  useEffect(() => {
    if (!conference_id) return undefined;
    const leaving = new AbortController();
    void follow(conference_id, leaving.signal);
    return () => leaving.abort();
  }, [conference_id]);
}

async function follow(conference_id: number, signal: AbortSignal): Promise<void> {
  try {
    for await (const { event } of api.stream('streamChanges', {
      params: { conference_id },
      signal,
    })) {
      const names = READS[event];
      await (names ? refresh(...names) : queries.invalidateQueries());
    }
  } catch {
    // The session has ended, or may follow nothing: this request says so.
    if (!signal.aborted) await queries.refetchQueries({ queryKey: ['access'] });
  }
}
