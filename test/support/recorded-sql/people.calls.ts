import { Readable } from 'node:stream';
import type { Tx } from '../../../src/repositories/store.ts';
import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { AFTER_ID, afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const HASH = 'a'.repeat(64);
const stage = (tx: Tx) =>
  tx.userImports.insertLines(
    Readable.from([tx.userImports.lineOf(1, [HASH], { messenger_id: 1, first_name: 'Wei' })]),
  );

export const peopleCalls = ({ user, other, conference }: Rows) =>
  ({
    erasedPeople: {
      findLatest: [[[HASH, HASH]]],
      upsert: [[{ messenger_hash: HASH, key_id: '3f1a9c07', erased_at: NOW, is_blocked: false }]],
    },
    userImports: {
      insertLines: [[Readable.from([])]],
      deleteRefused: [{ before: stage, args: [] }],
      upsertStaged: [{ before: stage, args: [] }],
    },
    users: {
      find: [[user.id]],
      findByUsername: [['mina']],
      findByMessengerId: [[1]],
      lock: [[user.id]],
      lockMany: [[[user.id]]],
      lockAllowingReferences: [[user.id]],
      insertIfAbsent: [[{ messenger_id: 1, messenger_first_name: 'Wei', is_blocked: false }]],
      updateSeen: [[user.id, { messenger_first_name: 'Mina', last_seen_at: NOW }]],
      updateFirstSeen: [[user.id, { messenger_first_name: 'Mina', last_seen_at: NOW }]],
      update: [[user.id, { headline: 'Engineer', socials: {} }, ['headline']]],
      deletePhoto: [[1]],
      updateUnreachable: [[[user.id]]],
      updateSignedOut: [[user.id, NOW]],
      updateErased: [[user.id, NOW]],
    },
    read: {
      adminUserDetails: {
        findQuests: [[user.id]],
        findFeedback: [[user.id]],
        findMessages: [[user.id]],
        findMedia: [[user.id]],
      },
      adminUsers: {
        list: [
          ...filteredBy(
            {
              q: 'mina',
              onboarding_status: 'completed',
              is_blocked: true,
              language_code: 'de',
              messenger_reachable: true,
              conference_id: conference.id,
              created_from: NOW,
              created_to: LATER,
            },
            (filter) => [{ ...filter, byContacts: true, sort: '-created_at' }, PAGE],
          ),
          {
            note: 'by two letters',
            args: [{ q: 'mi', byContacts: true, sort: '-created_at' }, PAGE],
          },
          { note: 'by q, without contacts', args: [{ q: 'mina', sort: '-created_at' }, PAGE] },
          {
            note: 'by name, after a cursor',
            args: [{ sort: 'first_name' }, afterIn('first_name', 'Ada')],
          },
          {
            note: 'by last name, after a cursor',
            args: [{ sort: 'last_name' }, afterIn('last_name', 'Kim')],
          },
          {
            note: 'by a language of a region',
            args: [{ language_code: 'de-AT', sort: '-created_at' }, PAGE],
          },
          {
            note: 'by last sign-in, after a cursor',
            args: [{ sort: '-last_seen_at' }, afterIn('-last_seen_at', '-infinity')],
          },
        ],
      },
      personalData: {
        findProfile: [[user.id]],
        findSpeaker: [[user.id]],
        listMedia: [[user.id]],
        listDismissals: [[user.id]],
        listSubmittedEvents: [[user.id]],
        listFeedback: [[user.id]],
        listNotifications: [[user.id]],
        listDeliveries: [[user.id]],
        listMessageVariables: [[user.id]],
      },
      userState: { find: [[user.id, conference.id]] },
      users: {
        list: [
          { note: 'anonymous', args: [{}, undefined, PAGE] },
          ...filteredBy(
            { q: 'mi na', interest: 'design', conference_id: conference.id },
            (filter) => [filter, user.id, PAGE],
          ),
          { note: 'by a word', args: [{ q: 'mina' }, user.id, PAGE] },
          { note: 'by a username', args: [{ q: '@mina' }, user.id, PAGE] },
          { note: 'after a cursor', args: [{}, user.id, AFTER_ID] },
          {
            note: 'people of a conference, after a cursor',
            args: [{ conference_id: conference.id }, undefined, AFTER_ID],
          },
        ],
        find: [
          { note: 'anonymous', args: [user.id, undefined] },
          { note: 'another user', args: [other.id, user.id] },
          { note: 'oneself', args: [user.id, user.id] },
        ],
        findAttended: [[user.id, NOW]],
        countOwn: [[user.id]],
      },
    },
  }) satisfies SomeCalls;
