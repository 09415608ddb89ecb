import { z } from 'zod';
import { handleOf, SOCIAL_PLATFORMS, type SocialPlatform } from '../../../domain/people/socials.ts';
import { text } from '../common.ts';
import { refuse } from '../reasons.schemas.ts';

const SocialLinkSchema = z
  .object({
    handle: z.string(),
    url: z.string().nullable().describe('null if the platform has no profile pages.'),
  })
  .meta({ id: 'SocialLink' });

const everyPlatform = <T extends z.ZodType>(of: (platform: SocialPlatform) => T) =>
  Object.fromEntries(SOCIAL_PLATFORMS.map((platform) => [platform, of(platform)])) as Record<
    SocialPlatform,
    T
  >;

/** The platforms on which the user has a handle. */
export const SocialsSchema = z.object(everyPlatform(() => SocialLinkSchema.optional())).meta({
  id: 'Socials',
  examples: [{ github: { handle: 'ada', url: 'https://github.com/ada' } }],
});

/** Normalizes a handle, an `@handle` or a profile URL to the bare handle. */
const handleFor = (platform: SocialPlatform) =>
  text(300)
    .transform((typed, context) => {
      const handle = handleOf(platform, typed);
      if (handle !== undefined) return handle;
      return platform === 'website'
        ? refuse(context, [], 'expected an http or https URL', 'format', { format: 'url' })
        : refuse(context, [], `expected a ${platform} handle or profile URL`, 'format', {
            format: 'handle',
          });
    })
    .nullish();

export const SocialsChangeSchema = z
  .object(everyPlatform(handleFor))
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([, handle]) => handle)))
  .meta({
    id: 'SocialsChange',
    description: 'Replaces all social links: platforms that are absent or null are removed.',
    examples: [{ github: '@ada', linkedin: 'https://www.linkedin.com/in/ada' }],
  });
