import type { ReasonCode } from '#shared/wire/reasons.ts';
import { REASONS } from './reasonTexts.ts';

/** Why a transfer waits, is held or is refunded: a code for programs, and a clause after "because" for people. */
export type Reason = { readonly code: ReasonCode; readonly text: string };

/** A reason. `text` names the chains, tokens and amounts; without it the clause of the closed list is used. */
export function because(code: ReasonCode, text: string = REASONS[code]): Reason {
  return { code, text };
}
