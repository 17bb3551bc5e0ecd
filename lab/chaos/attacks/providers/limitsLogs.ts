import type { Behaviour } from '../../../rpc/provider.ts';
import { liesAbout } from '../../../rpc/provider.ts';

/** A provider that refuses answers with more logs, as many providers do above 10,000. */
export function limitsLogs(most: number): Behaviour {
  return liesAbout(({ method }, answer) => {
    if (method !== 'eth_getLogs' || !Array.isArray(answer.result) || answer.result.length <= most) return answer;
    const error = { code: -32_005, message: `query returned more than ${most} results` };
    return { jsonrpc: '2.0', id: answer.id, error };
  });
}
