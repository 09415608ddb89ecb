/**
 * Returns a function that is true at most once in `ms`, for log lines that must not flood the log.
 */
export function atMostEvery(ms: number): () => boolean {
  let trueAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - trueAt < ms) return false;
    trueAt = performance.now();
    return true;
  };
}
