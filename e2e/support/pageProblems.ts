import type { Page } from '@playwright/test';

export type PageProblems = {
  /** Console errors (including blocked requests) and uncaught exceptions, oldest first. */
  readonly list: readonly string[];
  /** URLs of requests to hosts other than 127.0.0.1. */
  readonly foreignRequests: readonly string[];
};

/** Collects a page's errors. Call this before the page opens. */
export function watchProblems(page: Page): PageProblems {
  const list: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(message.text());
  });
  page.on('pageerror', (error) => list.push(String(error)));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1') foreignRequests.push(request.url());
  });
  return { list, foreignRequests };
}
