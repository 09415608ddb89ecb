import packageJson from '../../package.json' with { type: 'json' };

/** The version of the service, which only package.json names; the bundle contains it. */
export const VERSION = packageJson.version;
