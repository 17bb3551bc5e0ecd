import { version } from '../../package.json';

/** The version of this build. */
export const VERSION: string = version;
