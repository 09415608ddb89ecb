import { shareUrl } from './start-parameters.ts';

/** The button of a bot message, which opens a URL. */
export interface Button {
  readonly text: string;
  readonly url: string;
}

/** The types whose `action_url` leads out of the mini app. */
const LEADING_OUT: readonly string[] = ['message', 'partner_minted'];

/**
 * The button of a notification's message: its `action_url`, else the notification itself in the mini
 * app, so that sign-in marks it clicked. Undefined without an address of the app.
 */
export function buttonOf(
  { id, type, action_url }: { id: number; type: string; action_url: string | null },
  appUrl: string | undefined,
  text: string,
): Button | undefined {
  const outside = LEADING_OUT.includes(type) ? action_url : null;
  const url = outside ?? shareUrl(appUrl, { kind: 'notification', id }) ?? action_url;
  return url === null ? undefined : { text, url };
}
