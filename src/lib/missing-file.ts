import { types } from 'node:util';

/** Whether a failed file-system call says that the file or its folder does not exist. */
export const isMissingFile = (error: unknown): boolean =>
  types.isNativeError(error) && 'code' in error && error.code === 'ENOENT';

/**
 * A handler for a failed file-system call: gives `value` if the file or its folder does not exist, and
 * throws every other error. Another process may delete what this one has just listed.
 */
export const orMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isMissingFile(error)) return value;
    throw error;
  };
