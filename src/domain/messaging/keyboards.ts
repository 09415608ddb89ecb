/** Opens a page of the mini app or of the web. */
export interface UrlButton {
  readonly text: string;
  readonly url: string;
}

/** Sends its data to the bot. */
export interface CallbackButton {
  readonly text: string;
  /** At most 64 bytes. */
  readonly callback_data: string;
}

/** The buttons below a message, row by row. */
export type Keyboard = readonly (readonly (UrlButton | CallbackButton)[])[];

export const NO_KEYBOARD: Keyboard = [];
