import { types } from 'node:util';

/**
 * A handler for a failed file-system call: gives `value` if the file or its folder does not exist, and
 * throws every other error. Another process may delete what this one has just listed.
 */
export const orMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (types.isNativeError(error) && 'code' in error && error.code === 'ENOENT') return value;
    throw error;
  };
