/** A row of a recipient spreadsheet: the user it identifies, and values for template variables. */
export interface SpreadsheetRow {
  readonly user_id?: number | undefined;
  readonly messenger_id?: number | undefined;
  readonly username?: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
}
