import type { Route } from '@playwright/test';

/** Answers `get_receipt` with a transfer state, in place of the service. */
export function answerReceipt(code: number, details: object): (route: Route) => Promise<void> {
  return (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { data: null, status: { code, message: 'A sentence that the app does not read.', details } },
    });
}

export const answerConfirming = answerReceipt(908, { step: 'confirming', confirmations: 3, confirmations_needed: 12 });
