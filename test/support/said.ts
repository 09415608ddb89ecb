/** Expected errors and warnings by their sentences: what they mean to a program comes beside them. */
export const said = <T extends object>(...each: readonly T[]) =>
  each.map((one) => ({ code: expect.any(String), params: expect.any(Object), ...one }));
