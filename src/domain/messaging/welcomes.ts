import type { MessageText, Translations } from './languages.ts';
import type { StartTarget } from './start-parameters.ts';

/** What everyone reads who gets a seat at a conference. Its texts are templates. */
export interface Welcome extends MessageText {
  readonly conference_id: number;
  readonly translations: Translations;
  readonly action_url: string | null;
  /** In place of an `action_url`. */
  readonly start: StartTarget | null;
  readonly is_on: boolean;
  /** Who gets a seat from then on is welcomed; null while it is off. */
  readonly since: string | null;
  readonly version: number;
}

export type WelcomeFields = Omit<Welcome, 'conference_id' | 'since' | 'version'>;

/**
 * The body of a message about a given seat, with the welcomes that it carries: they were due before it was
 * sent. They are in its `args`.
 */
export function withWelcomes(
  body: string,
  { type, args }: { readonly type: string; readonly args: unknown },
): string {
  if (type !== 'seat_given') return body;
  const { welcomes = [] } = (args ?? {}) as { readonly welcomes?: readonly MessageText[] };
  return [body, ...welcomes.flatMap((welcome) => [welcome.title, welcome.body])].join('\n\n');
}
