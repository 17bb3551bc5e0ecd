/** Where the service asks about the sender and the recipient before it pays. */
export type ScreeningRule = {
  /** The path of a file with addresses; null without one. */
  readonly listFile: string | null;
  readonly service: ScreeningService | null;
};

export type ScreeningService = {
  readonly url: string;
  /** The path of a file with the bearer token; null without one. */
  readonly tokenFile: string | null;
  readonly timeoutMs: number;
};
