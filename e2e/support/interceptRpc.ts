import type { Route as Intercepted, Page } from '@playwright/test';
import type { ChainName } from '../../tools/lab/chains/chainsAndTokens.ts';
import { expect } from './test.ts';
import type { TestStack } from './testStack.ts';

type Call = { readonly id?: unknown; readonly method?: string; readonly params?: readonly unknown[] };
/** Returns the result to send, or undefined to forward the call to the real RPC endpoint. */
type Substitute = (call: Call) => unknown;
export type Failure = (route: Intercepted) => Promise<void>;

export type InterceptedRpc = {
  readonly substitute: (results: Substitute) => void;
  readonly fail: (how: Failure) => void;
  /** Forwards every call again. */
  readonly restore: () => void;
  /** Waits until the page has made this many more calls, to one method or to any. */
  readonly waitForCalls: (count: number, method?: string) => Promise<void>;
};

const HEADERS = { 'access-control-allow-origin': '*' };

/** Puts a proxy between the page and a chain's RPC endpoint. */
export async function interceptRpc(page: Page, stack: TestStack, name: ChainName): Promise<InterceptedRpc> {
  let substitute: Substitute | null = null;
  let failure: Failure | null = null;
  const calls: (string | undefined)[] = [];
  const countCalls = (method?: string) => calls.filter((made) => method === undefined || made === method).length;
  await page.route(`${stack.chain(name).rpcUrl}/**`, async (route) => {
    const call: Call = route.request().postDataJSON() ?? {};
    calls.push(call.method);
    // The page may be closed or reloaded before the answer arrives.
    if (failure) return failure(route).catch(() => {});
    const result = substitute?.(call);
    if (result === undefined) return route.continue().catch(() => {});
    await route.fulfill({ headers: HEADERS, json: { jsonrpc: '2.0', id: call.id, result } }).catch(() => {});
  });
  return {
    substitute: (results) => {
      substitute = results;
    },
    fail: (how) => {
      failure = how;
    },
    restore: () => {
      substitute = null;
      failure = null;
    },
    waitForCalls: async (count, method) => {
      const target = countCalls(method) + count;
      const what = `calls of ${method ?? 'any method'} to ${name}`;
      await expect.poll(() => countCalls(method), { message: what, timeout: 40_000 }).toBeGreaterThanOrEqual(target);
    },
  };
}
