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
};

/** Reads again what others change, within a second. */
export function useChanges(conference_id: number): void {
  useEffect(() => {
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
      await queries.invalidateQueries({
        predicate: ({ queryKey: [name] }) => names?.includes(String(name)) ?? true,
      });
    }
  } catch {
    // The session has ended, or may follow nothing: this request says so.
    if (!signal.aborted) await queries.refetchQueries({ queryKey: ['access'] });
  }
}
