import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const KEY = `${'k'.repeat(21)}A.jpg`;
const VARIANT = { key: `${'v'.repeat(21)}A.webp`, width: 96, height: 72, bytes: 1_024 };
const FILES = {
  key: KEY,
  purpose: 'public',
  mime_type: 'image/jpeg',
  bytes: 48_213,
  width: 640,
  height: 480,
  frames: 1,
  variants: { 96: VARIANT },
  sha256: 'a'.repeat(64),
} as const;

export const mediaCalls = ({ user }: Rows) => {
  const upload = {
    user_id: user.id,
    kind: 'image',
    storage: 'local',
    bytes: 65_536,
    created_at: NOW,
  } as const;
  return {
    media: {
      find: [[1]],
      lock: [[1]],
      findByKey: [[KEY]],
      lockOrganizersImage: [[KEY]],
      findPage: [[1]],
      findUnused: [[1]],
      countUploaded: [[user.id, NOW]],
      insert: [[upload]],
      updateFiles: [[1, FILES]],
      updateReady: [[1]],
      updateDeleting: [[1]],
      updateDeletingOf: [[user.id]],
      updateDeletingInterrupted: [[LATER]],
      lockUnnamedProofs: [[LATER]],
      updateDeletingUnnamed: [[[1]]],
      listInStatus: [['deleting', 0]],
      listUnknownKeys: [[[KEY]]],
      delete: [[1]],
    },
    read: {
      adminMedia: {
        listUses: [[1]],
        list: [
          ...filteredBy(
            { user_id: user.id, kind: 'image', purpose: 'public', unused: true },
            (filter) => [{ ...filter, sort: '-id' }, PAGE],
          ),
          { note: 'by a name', args: [{ q: 'per son', sort: '-id' }, PAGE] },
          { note: 'by size, after a cursor', args: [{ sort: 'bytes' }, afterIn('bytes', 1)] },
        ],
      },
    },
  } satisfies SomeCalls;
};
