/** Calls `create` at the first call, and returns the same promise from then on. */
export function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    return created;
  };
}
