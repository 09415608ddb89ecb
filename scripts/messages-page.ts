import type {
  NotificationArgs,
  NotificationEventType,
} from '../src/domain/messaging/notification-args.ts';
import { line, type NotificationText, render } from '../src/domain/messaging/notification-texts.ts';
import {
  NOTIFICATION_TYPES,
  type NotificationType,
  subjectsOf,
  targetOf,
} from '../src/domain/messaging/notification-types.ts';
import { parameterOf } from '../src/domain/messaging/start-parameters.ts';
import { SAMPLES } from './message-samples.ts';

const INTRODUCTION = `# Messages

What the bot writes by itself, in English; \`src/messages\` has the other languages. The texts are those of examples.

- **Topic**: what users mute in \`PUT /notifications/preferences\`.
- **Target**: the start parameter that the notification opens, as \`start\` of the notification names it. The button of
  the message opens \`n_<notification id>\`, from where sign-in answers the target; where it has an address of its own
  (\`action_url\`), that. The organizers choose the target of a \`message\`.
- **Subjects**: the things whose change makes the text untrue, as \`kind:id\`. The newest message of a subject is edited
  to the truth, or a new one is sent; earlier ones become one line ("${line('changed_again', 'en')}"). A
  message of a broadcast also has its job, which can be recalled.
- **Expires**: *with its things* means that no message is sent once all that it is about has ended; *never* is for
  what stays true.

\`npm run generate\` writes this page from \`src/domain/messaging/notification-types.ts\` and
\`src/messages/en.json\`.

| type | topic | target | subjects | expires | button |
|---|---|---|---|---|---|
`;

const types = Object.keys(NOTIFICATION_TYPES).sort() as NotificationType[];

/** The text of `docs/messages.md`. */
export const messagesPage = (): string =>
  [INTRODUCTION, ...types.map(rowOf), '\n## Texts\n', ...types.map(textsOf), linesOf()].join('');

function rowOf<T extends NotificationType>(type: T): string {
  const { topic, expires } = NOTIFICATION_TYPES[type];
  // The compiler does not relate the union of the samples to the type of this one.
  const notice = { type, data: SAMPLES[type].data, start: null, job_id: null } as Parameters<
    typeof targetOf
  >[0] &
    Parameters<typeof subjectsOf>[0];
  const target = targetOf(notice);
  const opened =
    target &&
    (target.kind === 'task'
      ? `task ${target.id}`
      : code(parameterOf(target.kind === 'page' ? target : { kind: target.kind, id: target.id })));
  const subjects = subjectsOf(notice).map(code).join(', ');
  const { button } = textOf(type, SAMPLES[type].args[0]);
  return `| ${code(type)} | ${topic} | ${opened ?? '–'} | ${subjects || '–'} | ${expires} | ${button} |\n`;
}

const textsOf = (type: NotificationType): string =>
  `\n### ${code(type)}\n\n${SAMPLES[type].args.map((args) => quoted(textOf(type, args))).join('\n')}`;

const textOf = (type: NotificationEventType, args: unknown): NotificationText =>
  render(type, args as NotificationArgs<NotificationEventType>, 'en');

const quoted = ({ title, body }: NotificationText): string =>
  `> **${title}**  \n${body
    .split('\n')
    .map((part) => `> ${part}`)
    .join('  \n')}\n`;

const code = (text: string) => `\`${text}\``;

/** What an edit leaves of a message that is over. */
const linesOf = (): string => `
## Edits

| when | what the message becomes |
|---|---|
| a newer message is about the same thing | ${line('changed_again', 'en')} |
| the organizers recall a broadcast, and the message is older than 48 hours; else it is deleted | ${line('withdrawn', 'en')} |
| a connection request is over, and the message is older than 48 hours; else it is deleted | ${line('closed', 'en')} |
| the recipient accepts a connection request | ${line('accepted', 'en', { name: 'Ada Lovelace' })} |
`;
