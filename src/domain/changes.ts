/** The fields of something that a caller may change; absent or undefined leaves one as it is. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };
