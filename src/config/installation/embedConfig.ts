import * as v from 'valibot';
import { origin } from '../values.ts';
import { color } from './colors.ts';

const BACKGROUND_PROBLEM = 'must be "transparent" or colours, such as { "light": "#ffffff", "dark": "#101418" }.';

/** Pages of other sites that may show the app in a frame. */
export const embedConfig = v.strictObject(
  {
    origins: v.pipe(
      v.array(origin, 'must be a list of origins.'),
      v.minLength(1, 'must name at least one origin. Remove "embed" to allow no frame.'),
    ),
    background: v.optional(
      v.union(
        [
          v.literal('transparent'),
          v.strictObject({ light: color, dark: color }, 'is not a scheme. Use light and dark.'),
        ],
        BACKGROUND_PROBLEM,
      ),
      'transparent',
    ),
  },
  'is not an embed setting. Use origins and background.',
);
