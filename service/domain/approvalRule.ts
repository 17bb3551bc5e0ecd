/** When a command of one operator needs the approval of another. */
export type ApprovalRule = {
  /** The value above which it does, scaled like every price. */
  readonly above: bigint;
  /** How long a command waits for its approval. */
  readonly expiresSeconds: number;
};
