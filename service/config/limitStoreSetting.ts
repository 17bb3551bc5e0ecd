import { readUrlSetting } from '../urlSetting.ts';
import type { Environment } from './config.ts';

const VARIABLE = 'CAUSEWAY_LIMIT_STORE_URL';

/**
 * Reads the URL of the store in which several API processes count requests together.
 * @returns null without one, and after a reported problem
 */
export async function readLimitStoreUrl(env: Environment, problems: string[]): Promise<string | null> {
  const url = await readUrlSetting(env, { variable: VARIABLE, of: 'the limit store' }, problems);
  if (url === null) return null;
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return url;
  problems.push(`${VARIABLE} must be a URL that starts with redis:// or rediss://.`);
  return null;
}
