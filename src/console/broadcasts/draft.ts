import { useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { useOwner } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { DRAFTS } from '../lib/session.ts';
import type { Content } from './content.ts';

/** What was written and not stored by the service. */
interface Draft {
  readonly content: Content;
  readonly at: string;
  /** Of the broadcast that it changes. */
  readonly version: number | undefined;
}

/** The draft that this device keeps of the address, for its conference and administrator. */
export function useDraft({ id }: Conference) {
  const owner = useOwner();
  const search = useSearch();
  const [key] = useState(`${DRAFTS} ${owner} ${id} ${search}`);
  const [kept, setKept] = useState<Draft | undefined>(
    () => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined,
  );
  const [at, setAt] = useState(kept?.at);
  return {
    /** As the form found it. */
    kept,
    /** When this device kept it last; undefined while there is nothing to keep. */
    at,
    keep: (content: Content, version: number | undefined) => {
      const draft: Draft = { content, at: new Date().toISOString(), version };
      localStorage.setItem(key, JSON.stringify(draft));
      setAt(draft.at);
    },
    drop: () => {
      localStorage.removeItem(key);
      setAt(undefined);
    },
    /** The notice of the kept words is read. */
    forget: () => setKept(undefined),
  };
}
export type DeviceDraft = ReturnType<typeof useDraft>;
