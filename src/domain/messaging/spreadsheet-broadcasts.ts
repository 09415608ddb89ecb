/** A row of a spreadsheet: whom it means, and what it says of them for a template. */
export interface SpreadsheetRow {
  readonly user_id?: number | undefined;
  readonly messenger_id?: number | undefined;
  readonly username?: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
}
