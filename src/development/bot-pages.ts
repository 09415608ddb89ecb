import { hash } from 'node:crypto';
import type { ChatMessage } from './bot-chats.ts';
import { type KeyboardButton, plainText, type TextRun } from './bot-contents.ts';
import type { PreparedShare } from './bot-shares.ts';
import type { LaunchUser } from './launch-data.ts';

/** What a page shows: the people, and the messages of the chosen one. */
export interface ChatsView {
  readonly chats: readonly {
    readonly person: LaunchUser;
    readonly last: ChatMessage | undefined;
  }[];
  readonly chosen: LaunchUser | undefined;
  readonly messages: readonly ChatMessage[];
  /** What the chosen one may send to other chats. */
  readonly shares: readonly PreparedShare[];
  /** The bot's answer to the last pressed button. */
  readonly notice: string | undefined;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5dbe1, #2f3a44); --back: light-dark(#e9eef2, #10171d);
  --pane: light-dark(#fff, #18222b); --own: light-dark(#dff2d3, #22503a); --dim: light-dark(#5a6773, #93a2ae);
  --link: light-dark(#0b63a5, #6cb8f0); }
* { box-sizing: border-box; }
body { margin: 0; height: 100dvh; display: grid; grid-template: auto 1fr / 19rem 1fr; background: var(--back);
  font: 16px/1.4 system-ui, 'Noto Sans', sans-serif; }
header { grid-column: 1 / 3; padding: .6rem 1rem; background: var(--pane); border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1rem; }
header p, .dim, small { margin: 0; color: var(--dim); font-size: .8rem; }
nav { overflow-y: auto; background: var(--pane); border-inline-end: 1px solid var(--line); }
nav a { display: block; padding: .7rem 1rem; color: inherit; text-decoration: none; border-bottom: 1px solid var(--line); }
nav a[aria-current] { background: var(--back); box-shadow: inset 3px 0 var(--link); }
nav a:hover { background: var(--back); }
nav span { display: block; overflow: hidden; color: var(--dim); font-size: .85rem; text-overflow: ellipsis; white-space: nowrap; }
main { display: grid; grid-template-rows: auto 1fr auto; min-height: 0; }
main > h2 { margin: 0; padding: .5rem 1rem; font-size: 1rem; }
.back { display: none; margin-inline-end: .75rem; }
a { color: var(--link); }
#messages { display: flex; flex-direction: column-reverse; overflow-y: auto; padding: 0 1rem 1rem; }
ol { list-style: none; margin: 0; padding: 0; }
li { width: fit-content; max-width: min(34rem, 92%); margin: .5rem 0; }
li.person { margin-inline-start: auto; }
.bubble { padding: .5rem .75rem; border-radius: .75rem; background: var(--pane); overflow-wrap: anywhere; white-space: pre-wrap; }
.person .bubble { background: var(--own); }
.deleted .bubble { text-decoration: line-through; opacity: .6; }
details { white-space: pre-wrap; color: var(--dim); font-size: .85rem; }
.keys { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: .25rem; margin-top: .25rem; }
.keys form, main > form { display: contents; }
.keys button, .keys .url { display: block; width: 100%; padding: .5rem; border: 0; border-radius: .5rem; background: var(--line);
  color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
.keys .url { cursor: default; }
.keys [data-style] { background: var(--key); color: #fff; } [data-style='success'] { --key: #1f7a3d; }
[data-style='danger'] { --key: #b3261e; } [data-style='primary'] { --key: #0b63a5; }
time { text-decoration: underline dotted; text-underline-offset: 3px; }
.notice { margin: .5rem 1rem; padding: .5rem .75rem; border-radius: .5rem; background: var(--line); }
.write { display: flex; gap: .5rem; padding: .75rem 1rem; background: var(--pane); border-top: 1px solid var(--line); }
.write input { flex: 1; min-width: 0; } .write input, .write button { padding: .5rem .75rem; font: inherit; }
:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
@media (max-width: 45rem) {
  body { grid-template-columns: 1fr; } header { grid-column: 1; } nav { border: 0; }
  body.chosen nav, body:not(.chosen) main { display: none; } .back { display: inline; }
}`;

/** Loads the page again every 2 s, and replaces what has changed; what is being typed stays. */
const SCRIPT = `
const parts = [...document.querySelectorAll('[data-live]')];
const shown = new Map(parts.map((part) => [part, part.innerHTML]));
setInterval(async () => {
  const answer = await fetch(location.href).catch(() => undefined);
  document.querySelector('#state').textContent = answer?.ok ? '' : 'The service is stopped.';
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of parts) {
    const { innerHTML } = fresh.getElementById(part.id);
    if (innerHTML !== shown.get(part)) part.innerHTML = innerHTML;
    shown.set(part, innerHTML);
  }
}, 2000);`;

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

export const PAGE_POLICY = `default-src 'none'; style-src ${sourceOf(STYLE)}; script-src ${sourceOf(SCRIPT)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** The page of the chats, as plain HTML. */
export function chatsPage({ chats, chosen, ...chat }: ChatsView): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${chosen ? `${escaped(nameOf(chosen))} · ` : ''}Sandbox bot of Hallway</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body${chosen ? ' class="chosen"' : ''}>
<header><h1>Sandbox bot of Hallway</h1><p>What the bot writes to the people of the demo. Nothing leaves this machine; times are UTC. <span id="state" role="status"></span></p></header>
<nav aria-label="Chats" id="chats" data-live>${chats.map((chat) => chatLink(chat, chosen)).join('')}</nav>
<main>${chosen ? chatOf(chosen, chat) : '<p></p><p class="notice">Choose a chat.</p>'}</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const chatLink = ({ person, last }: ChatsView['chats'][number], chosen: LaunchUser | undefined) => `
<a href="/chats/${person.id}"${person.id === chosen?.id ? ' aria-current="page"' : ''}><b><bdi>${escaped(nameOf(person))}</bdi></b> <small>${escaped(person.language_code ?? '')}</small>
<span dir="auto">${last ? escaped(plainText(last.runs).replaceAll('\n', ' ').slice(0, 120)) : 'No messages yet'}</span></a>`;

const chatOf = (
  person: LaunchUser,
  { messages, shares, notice }: Pick<ChatsView, 'messages' | 'shares' | 'notice'>,
) => `
<h2><a class="back" href="/">← Chats</a><bdi>${escaped(nameOf(person))}</bdi></h2>
<div id="messages" data-live><ol>${messages.map(messageOf).join('')}${shares.map(shareItem).join('')}</ol>${notice === undefined ? '' : `<p class="notice" dir="auto">${escaped(notice)}</p>`}</div>
<form method="post" action="/chats/${person.id}"><div class="write"><input name="text" maxlength="4096" required autocomplete="off" dir="auto" aria-label="Message to the bot" placeholder="Write to the bot, such as /start"><button>Send</button></div></form>`;

function messageOf(message: ChatMessage): string {
  const { from, deleted_at, earlier, runs, keyboard } = message;
  const isDeleted = deleted_at !== null;
  const edits = earlier
    .map((content) => `<p dir="auto">${escaped(plainText(content.runs))}</p>`)
    .join('');
  const rows = isDeleted
    ? ''
    : keyboard
        .map(
          (row) => `<div class="keys">${row.map((one) => buttonOf(message, one)).join('')}</div>`,
        )
        .join('');
  return `
<li class="${from}${isDeleted ? ' deleted' : ''}" id="message-${message.message_id}"><div class="bubble" dir="auto">${runs.map(runOf).join('')}</div>${rows}
<small>${timesOf(message)}</small>${edits && `<details><summary>Before ${earlier.length === 1 ? 'the edit' : `${earlier.length} edits`}</summary>${edits}</details>`}</li>`;
}

/** The messenger asks for the chat; here is what it would send. */
const shareItem = ({ id, at, runs, keyboard }: PreparedShare) => `
<li class="person" id="share-${id}"><div class="bubble" dir="auto">${runs.map(runOf).join('')}</div>${keyboard.map((row) => `<div class="keys">${row.map((one) => buttonOf({ message_id: 0 }, one)).join('')}</div>`).join('')}
<small>${timeOf(at)} · prepared to share, in no chat yet</small></li>`;

const timesOf = ({ sent_at, edited_at, deleted_at }: ChatMessage) =>
  [
    timeOf(sent_at),
    ...(edited_at === null ? [] : [`edited ${timeOf(edited_at)}`]),
    ...(deleted_at === null ? [] : [`deleted ${timeOf(deleted_at)}`]),
  ].join(' · ');

const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

function runOf({ text, isBold, time }: TextRun): string {
  const shown = isBold ? `<b>${escaped(text)}</b>` : escaped(text);
  if (!time) return shown;
  const at = new Date(time.unix_time * 1_000);
  return `<time datetime="${at.toISOString()}" title="${at.toUTCString()}, as ${escaped(time.format)}">${shown}</time>`;
}

/** A link into the mini app of the sandbox leads nowhere; it says what it would open. */
function buttonOf(
  { message_id }: Pick<ChatMessage, 'message_id'>,
  { text, url, callback_data, style }: KeyboardButton,
): string {
  const label = escaped(text);
  const look = style ? ` data-style="${style}"` : '';
  if (callback_data !== undefined) {
    return `<form method="post" action="/messages/${message_id}/press"><button name="data" value="${escaped(callback_data)}" dir="auto"${look}>${label}</button></form>`;
  }
  const start = URL.parse(url ?? '')?.searchParams.get('startapp');
  if (start) {
    return `<span class="url" dir="auto"${look} title="${escaped(url ?? '')}">${label} <small dir="ltr">↗ ${escaped(start)}</small></span>`;
  }
  return `<a class="url" dir="auto"${look} href="${escaped(url ?? '')}" target="_blank" rel="noreferrer">${label} ↗</a>`;
}

const nameOf = ({ first_name, last_name }: LaunchUser) =>
  last_name ? `${first_name} ${last_name}` : first_name;

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
