/** Whether a text shows anything: some names consist of zero-width spaces or fillers only. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
