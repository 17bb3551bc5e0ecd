import type { Route as Intercepted, Page } from '@playwright/test';
import type { ChainName } from '../../lab/installation/installation.ts';
import type { TestStack } from './testStack.ts';

type Call = { readonly id?: unknown; readonly method?: string; readonly params?: readonly unknown[] };
/** What is answered instead; undefined asks the real node. */
type Lie = (call: Call) => unknown;
type Rpc = { readonly lie: (lie: Lie) => void; readonly fail: (how: Failure) => void; readonly heal: () => void };
export type Failure = (route: Intercepted) => Promise<void>;

export const HEADERS = { 'access-control-allow-origin': '*' };

/** Stands between the page and a chain's node. */
export async function interceptRpc(page: Page, stack: TestStack, name: ChainName): Promise<Rpc> {
  let lie: Lie | null = null;
  let failure: Failure | null = null;
  await page.route(`${stack.chain(name).rpcUrl}/**`, async (route) => {
    if (failure) return failure(route).catch(() => {});
    const call: Call = route.request().postDataJSON() ?? {};
    const result = lie?.(call);
    if (result === undefined) return route.continue().catch(() => {});
    await route.fulfill({ headers: HEADERS, json: { jsonrpc: '2.0', id: call.id, result } }).catch(() => {});
  });
  return {
    lie: (next) => {
      lie = next;
    },
    fail: (how) => {
      failure = how;
    },
    heal: () => {
      lie = null;
      failure = null;
    },
  };
}
