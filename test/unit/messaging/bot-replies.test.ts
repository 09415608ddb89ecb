import {
  botLanguage,
  botText,
  commandList,
  greeting,
  replyTo,
} from '../../../src/domain/messaging/bot-replies.ts';
import { BOT_COMMANDS, commandOf, pressOf } from '../../../src/domain/messaging/bot-updates.ts';
import { LANGUAGES } from '../../../src/messages/catalogs.ts';

const APP = 'https://t.me/hallway_bot/app';
const options = { language: 'de', appUrl: APP, isLanguageSet: false } as const;
const open = (url = APP) => [[{ text: botText('open', 'de'), url, style: 'primary' }]];

it.each([
  ['start', null, 'greeting', open()],
  ['start', 'e_12', 'greeting', open(`${APP}?startapp=e_12`)],
  ['start', 'foreign', 'greeting', open()],
  ['stop', 'e_12', 'stopped', []],
  ['notify', null, 'notified', []],
  ['help', 'e_12', 'help', open()],
  [null, null, 'other', open()],
] as const)('the answer to %s %s is the text %s', (command, argument, key, keyboard) => {
  expect(replyTo({ command, argument }, options)).toEqual({ text: botText(key, 'de'), keyboard });
});

it('an answer without an address of the app has no button', () => {
  const reply = replyTo({ command: 'help', argument: null }, { ...options, appUrl: undefined });
  expect(reply.keyboard).toEqual([]);
  expect(greeting('e_12', { language: 'en', appUrl: undefined }).keyboard).toEqual([]);
});

it('/language asks with each language in its own name, until one is set', () => {
  const command = { command: 'language', argument: null } as const;
  const { text, keyboard } = replyTo(command, options);
  expect(text).toBe(botText('language_question', 'de'));
  expect(keyboard).toHaveLength(LANGUAGES.length + 1);
  expect(keyboard).toContainEqual([{ text: 'Deutsch', callback_data: 'l_de' }]);
  const ofMessenger = { text: botText('language_of_messenger', 'de'), callback_data: 'l_' };
  expect(keyboard.at(-1)).toEqual([ofMessenger]);
  const set = { text: botText('language_set', 'de'), keyboard: [] };
  expect(replyTo(command, { ...options, isLanguageSet: true })).toEqual(set);
});

it.each([
  ['de-AT', 'de'],
  ['xx', undefined],
  [null, undefined],
])('the bot means by %p the language %p', (tag, language) => {
  expect(botLanguage(tag)).toBe(language);
});

it('the list of commands describes each', () => {
  const list = commandList('en');
  expect(list.map(({ command }) => command)).toEqual(BOT_COMMANDS);
  expect(list[1]).toEqual({ command: 'stop', description: botText('command_stop', 'en') });
});

it.each([
  ['/start', 'start', null],
  ['/START@Hallway_Bot e_12', 'start', 'e_12'],
  ['/language  de \n', 'language', 'de'],
  ['/start e_12 more', 'start', null],
  ['/start e.12', 'start', null],
  [`/start ${'a'.repeat(64)}`, 'start', 'a'.repeat(64)],
  [`/start ${'a'.repeat(65)}`, 'start', null],
  ['/unknown e_12', null, null],
  ['/start@', null, null],
  ['say /start', null, null],
  ['x/stop', null, null],
  ['/stop!', null, null],
  ['start', null, null],
  ['', null, null],
])('the message %j is the command %p with %p', (text, command, argument) => {
  expect(commandOf(text)).toEqual({ kind: 'command', command, argument });
});

it.each([
  ['mr', { kind: 'mute_reminders' }],
  ['foreign', null],
])('a press with the data %s asks for %j', (data, callback) => {
  expect(pressOf('p1', data)).toEqual({ kind: 'press', press_id: 'p1', callback });
});
