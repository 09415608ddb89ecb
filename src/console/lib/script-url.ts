interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

const policy = trustedTypes?.createPolicy('hallway-worker', {
  createScriptURL(url) {
    if (!url.startsWith('/admin/')) throw new Error(`not a script of the console: ${url}`);
    return url;
  },
});
/** The address of a worker, as the policy of the page demands it. */
export const scriptUrl = (url: string): string => policy?.createScriptURL(url) ?? url;
