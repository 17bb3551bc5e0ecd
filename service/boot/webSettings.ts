import * as v from 'valibot';
import { installationConfig } from '#shared/config/installationConfig.ts';
import { runtimeConfig } from '#shared/config/runtimeConfig.ts';

/** The web app's settings that nothing else decides. The app parses each of them again with the same schema. */
export const webSettings = {
  files: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1, 'must not be empty'),
      v.description(
        'Folder with the files of your brand, such as the logo and the font. The web host serves it at `/brand/`.',
      ),
    ),
  ),
  ...v.pick(runtimeConfig, ['brand', 'links', 'allowUnpinnedPairs', 'blockedAddresses']).entries,
  ...installationConfig.entries,
};
