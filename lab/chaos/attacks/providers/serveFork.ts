import type { Behaviour } from '../../../rpc/provider.ts';

/** A provider that answers every call from another chain. */
export function serves(rpcUrl: string): Behaviour {
  return async ({ body, respond }) => {
    const headers = { 'content-type': 'application/json' };
    respond(await (await fetch(rpcUrl, { method: 'POST', headers, body })).text());
  };
}
