/** The part of html-to-text that we use. The package has no types. */
declare module 'html-to-text' {
  interface Selector {
    readonly selector: string;
    readonly format?: string;
    readonly options?: Readonly<Record<string, unknown>>;
  }

  export function compile(options: {
    readonly wordwrap: number | false;
    readonly preserveNewlines: boolean;
    readonly limits: { readonly maxInputLength: number; readonly maxDepth: number };
    readonly selectors: readonly Selector[];
  }): (html: string) => string;
}
