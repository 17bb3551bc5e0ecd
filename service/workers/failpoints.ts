import type { Hash } from 'viem';

/**
 * The places between which a process can end, hang or lose its database. Wherever that happens, another turn or another process
 * goes on from what is stored. Those marked with a * lie inside a database transaction.
 */
export const FAILPOINTS = [
  /** The blocks were read, nothing is stored. */
  'watch.logsRead',
  /** * The cursor has moved, its deposits are not stored. */
  'watch.cursorMoved',
  /** * One deposit is stored. */
  'watch.depositInserted',
  'watch.committed',
  /** The deposit was read once more, nothing is decided. */
  'accept.receiptRead',
  /** * The decision is stored. */
  'accept.decided',
  'accept.committed',
  /** The chains were asked, nothing is signed. */
  'sign.prepared',
  /** The bytes exist, but only in memory. */
  'sign.signed',
  /** * The bytes are stored, what they owe is not. */
  'sign.attemptStored',
  /** * All is stored but for the commit. */
  'sign.nonceTaken',
  'sign.committed',
  /** What is to be sent is on record outside of the database. */
  'journal.written',
  /** An attempt is about to be given to the nodes. */
  'broadcast.sending',
  /** The nodes were given an attempt; what they answered is not noted. */
  'broadcast.sent',
  'broadcast.noted',
  /** A replacement with higher fees exists, but only in memory. */
  'bump.signed',
  /** * The replacement is stored. */
  'bump.stored',
  /** The replacement is stored for good and nobody has heard of it. */
  'bump.committed',
  /** The same three for an attempt that gives its nonce up. */
  'cancel.signed',
  'cancel.stored',
  'cancel.committed',
  /** The receipts of a nonce were asked for. */
  'reconcile.receiptRead',
  /** A final transaction is judged, nothing is stored of it. */
  'settle.judged',
  /** * What it paid is stored. */
  'settle.stored',
  'settle.committed',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** What is being worked on at a failpoint, as far as it has got. */
export type FailpointDetail = {
  readonly chainId: number;
  readonly transferId?: Hash;
  readonly nonce?: number;
};

/** Called at every failpoint on the way. In service it does nothing; a test makes it fail. */
export type Reach = (point: Failpoint, detail: FailpointDetail) => Promise<void>;
