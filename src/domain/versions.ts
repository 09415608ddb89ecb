/** A row whose version rises with each edit of a field that organizers set. */
export interface Versioned {
  readonly version: number;
}

/** The versions that a client accepts as the current one; undefined accepts any. */
export type ExpectedVersions = readonly number[] | undefined;

/** A row to change, while it has a version that the client expects. */
export interface Target {
  readonly id: number;
  readonly ifMatch: ExpectedVersions;
}

/** Whether a client expects this version of a row. Ask under the lock of the row. */
export const isExpected = ({ version }: Versioned, ifMatch: ExpectedVersions): boolean =>
  ifMatch === undefined || ifMatch.includes(version);
