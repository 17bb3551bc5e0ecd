import type { Address, Hash } from 'viem';
import type { Statement, Witness } from './proofFile.ts';
import type { FileProblem } from './readProofText.ts';

/** The steps of a verification, in order. Each one builds on those before. */
export const PROOF_STEPS = [
  'file',
  'depositBlock',
  'depositTransaction',
  'depositReceipt',
  'depositEvent',
  'transferId',
  'payoutBlock',
  'payoutTransaction',
  'payoutReceipt',
  'payoutEvent',
  'tokenMoved',
  'addresses',
] as const;

export type ProofStep = (typeof PROOF_STEPS)[number];

/** Why a step of the blocks failed. */
export type StepFailure =
  /** The header does not have the stated hash, number or time, or is none. */
  | 'header'
  /** The nodes do not lead from the root in the header to an item at the index. */
  | 'trie'
  /** The item is of a type, or has a form, that this verifier does not know. */
  | 'unknownForm'
  /** The transaction has another hash, or was signed for another chain. */
  | 'otherTransaction'
  | 'reverted'
  /** The contract that the file names did not write such an event. */
  | 'noEvent'
  /** The payout is on the deposit's own chain. */
  | 'refund'
  /** The event has another value than the file states. */
  | 'otherValue'
  /** The address is none of the bridge's. */
  | 'foreign';

/** The contracts and tokens that a verifier trusts, from its configuration and never from the file. */
export type Pins = {
  readonly chains: readonly {
    readonly id: number;
    readonly name: string;
    readonly depositContract: Address;
    readonly vaults: readonly Address[];
    readonly tokens: readonly { readonly name: string; readonly address: Address; readonly decimals: number }[];
  }[];
};

/** What a consistent proof still asks its reader to believe. */
export type Trust =
  /** That these blocks belong to their chains. Any endpoint or block explorer of the chain shows it. */
  | { readonly code: 'canonical' }
  /** That these contracts are the bridge's. */
  | { readonly code: 'addresses' }
  /** That these two tokens are the ones that the transfer was about. */
  | { readonly code: 'tokens' }
  /** A native currency has no Transfer event: the vault's own event says that it was sent. */
  | { readonly code: 'native' };

export type Verification =
  | {
      readonly ok: true;
      readonly statement: Statement;
      readonly trust: readonly Trust[];
      /** What the file says of the endpoints that its maker asked. It proves nothing. */
      readonly witnesses: readonly Witness[];
      readonly madeAt: string;
    }
  | { readonly ok: false; readonly step: 'file'; readonly problem: FileProblem }
  | {
      readonly ok: false;
      readonly step: Exclude<ProofStep, 'file'>;
      readonly reason: StepFailure;
      /** The field that differs, and its values, where one does. */
      readonly differs: { readonly field: string; readonly stated: string; readonly proven: string } | null;
      readonly blockHash: Hash;
    };
