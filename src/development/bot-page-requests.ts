import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BotAccount, hasButton } from './bot-account.ts';
import type { BotChats } from './bot-chats.ts';
import { chatsPage, PAGE_POLICY } from './bot-pages.ts';
import type { LaunchUser } from './launch-data.ts';

export interface PageParts {
  readonly people: readonly LaunchUser[];
  readonly personOf: (chatId: number) => LaunchUser;
  readonly chats: BotChats;
  readonly account: BotAccount;
}

/** The chats that the page lists besides those of the demo; after a broadcast there are thousands. */
const MAX_OTHERS = 50;

/** Answers a request for the page of the chats, or for one of its forms. */
export function answerPage(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: string,
  { response, parts }: { response: ServerResponse; parts: PageParts },
): void {
  const { method = '', url = '', headers } = request;
  const { pathname } = new URL(url, 'http://localhost');
  const [, chatId] = /^\/chats\/(\d{1,15})$/.exec(pathname) ?? [];
  const [, messageId] = /^\/messages\/(\d{1,15})\/press$/.exec(pathname) ?? [];
  const form = new URLSearchParams(body);
  if (!isFromHere(headers)) sendNotFound(response);
  else if (method === 'GET' && pathname === '/') sendPage(response, parts, undefined);
  else if (method === 'GET' && chatId) sendPage(response, parts, Number(chatId));
  else if (method === 'POST' && chatId) {
    const text = form.get('text')?.trim();
    if (text) parts.account.write(Number(chatId), text);
    redirect(response, Number(chatId));
  } else if (method === 'POST' && messageId) {
    press(response, parts, { messageId: Number(messageId), data: form.get('data') ?? '' });
  } else sendNotFound(response);
}

function press(
  response: ServerResponse,
  { chats, account }: PageParts,
  { messageId, data }: { messageId: number; data: string },
): void {
  const message = chats.find(messageId);
  if (!message) {
    sendNotFound(response);
    return;
  }
  // An edit may have taken the button away since the page was loaded.
  if (hasButton(message, data)) account.press(messageId, data);
  redirect(response, message.chat_id);
}

/** Pages of other sites, which a browser here may show, read and write nothing. */
function isFromHere({ host = '', origin }: IncomingMessage['headers']): boolean {
  const isLoopback = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host);
  return isLoopback && (origin === undefined || origin === `http://${host}`);
}

function sendPage(response: ServerResponse, parts: PageParts, chatId: number | undefined): void {
  const { people, personOf, chats, account } = parts;
  const known = new Set(people.map(({ id }) => id));
  const others = chats.ids.filter((id) => !known.has(id)).slice(-MAX_OTHERS);
  const listed = [...people, ...others.map(personOf)].map((person) => ({
    person,
    last: chats.of(person.id).at(-1),
  }));
  const query = account.queries.findLast(({ chat_id }) => chat_id === chatId);
  const html = chatsPage({
    chats: listed,
    chosen: chatId === undefined ? undefined : personOf(chatId),
    messages: chatId === undefined ? [] : chats.all(chatId),
    shares: account.shares.filter(({ chat_id }) => chat_id === chatId),
    notice: query?.answer?.text || undefined,
  });
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PAGE_POLICY,
      'Cache-Control': 'no-store',
      // With no-referrer the browser would send the forms with the origin null.
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(html);
}

const redirect = (response: ServerResponse, chatId: number) => {
  response.writeHead(303, { Location: `/chats/${chatId}` }).end();
};

const sendNotFound = (response: ServerResponse) => {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not Found');
};
