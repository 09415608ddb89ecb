import { globSync, readFileSync } from 'node:fs';

/** Words that `docs/style.md` bans, each with the words to write instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(whoever|whomever|whosever)\b/i, 'the actor: client, attendee, organizer, worker'],
  [/\bsomebody\b/i, 'the actor: a user, an attendee, an administrator'],
  [/\bbecame of\b/i, 'the result, the delivery status'],
  [/\bhow (one|they|you|people|somebody|a person|each) stands?\b/i, 'attendance, status'],
  [/\b(is|are|was|were|be|been|gets?) told\b/i, 'is notified, receives'],
  [/\btold\b/i, 'notified, named, reported'],
  [/\bit stands in\b/i, 'it replaces, it represents'],
  [/\bgatherings?\b/i, 'attendable'],
  [/\bstandings\b/i, 'attendance, status'],
  [/\bown-(notifications|state)\b/i, 'inbox, user state'],
  [/\bmessage-sending\b/i, 'deliveries'],
  [/\bnotification-(runs|sheets)\b/i, 'broadcast-fanout, spreadsheet-broadcasts'],
  [/\b(job-people|event-news)\b/i, 'broadcast-recipients, event-changes'],
  [/\bears\b/i, 'listeners'],
  [/\brehears(e|al|als)\b/i, 'dry run'],
  [/\bcrossings?\b/i, 'retry, deadlock'],
  [/\bsightings?\b/i, 'import row, sign-in'],
  [/\bspool(s|ed|ing)?\b/i, 'upload file, staging file'],
  [
    /\b(wait(s|ing)? for news|the queue complains|slip of the pen|nobody special)\b/i,
    'see docs/style.md',
  ],
  [/\bwaiting list/i, 'waitlist'],
  [/\bline-ups?\b/i, 'lineup'],
  [/organis|behaviour|colour|recognis|authoris|\bfavour/i, 'American spelling'],
];

/** What people read. Left out: what defines the words, what is generated, and merged migrations. */
const FILES = [
  ...globSync(['{src,test,scripts,bench,deploy}/**/*.{ts,js,sh,sql,yml}', 'docs/**/*.md', '*.md']),
  '.env.example',
  'Dockerfile',
  'docker-compose.yml',
].filter((file) => !['docs/style.md', 'test/unit/house/words.test.ts'].includes(file));

it('uses no word that docs/style.md bans', () => {
  const strays = FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        BANNED.filter(([word]) => word.test(line)).map(
          ([word, instead]) =>
            `${file}:${index + 1} has "${word.exec(line)?.[0]}": write ${instead}`,
        ),
      ),
  );
  expect(strays).toEqual([]);
});
