/** A browser that Playwright cannot drive. It can do what WebDriver BiDi and classic WebDriver have in common. */
export type Browser = {
  readonly open: (url: string) => Promise<void>;
  /** @returns the value of a JavaScript expression in the page. It must be JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Real input events. Both protocols use the same notation: https://w3c.github.io/webdriver/#actions */
  readonly act: (sources: readonly object[]) => Promise<void>;
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

export type Engine = {
  readonly name: string;
  /** Debian's packages. */
  readonly packages: string;
  readonly isInstalled: () => boolean;
  /** @param folder a new folder, for the browser's files */
  readonly start: (folder: string) => Promise<Browser>;
};
