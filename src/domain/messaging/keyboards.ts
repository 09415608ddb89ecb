interface AnyButton {
  readonly text: string;
  /** The color by what a press does: yes, no, or the first way into the app. */
  readonly style?: 'success' | 'danger' | 'primary';
}

/** Opens a page of the mini app or of the web. */
export interface UrlButton extends AnyButton {
  readonly url: string;
}

/** Sends its data to the bot. */
export interface CallbackButton extends AnyButton {
  /** At most 64 bytes. */
  readonly callback_data: string;
}

/** The buttons below a message, row by row. */
export type Keyboard = readonly (readonly (UrlButton | CallbackButton)[])[];

export const NO_KEYBOARD: Keyboard = [];
