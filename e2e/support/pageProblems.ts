import type { Page } from '@playwright/test';

export type PageProblems = {
  /** Errors on the console, uncaught exceptions and refused requests, oldest first. */
  readonly list: readonly string[];
  /** Requests that left this machine's own address. */
  readonly foreignRequests: readonly string[];
};

/** Collects what goes wrong in a page; to be called before it is opened. */
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
